"""Turn a worksheet into CSV, in the child process; look at its size before it is read."""

from __future__ import annotations

import csv
import re
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import IO, Any
from xml.parsers import expat

from celosia.files.apart.child_task import Refused

LONGEST_CELL = 16 << 20
"""Characters, as of any other file."""
CELL_SIZE = 40
"""Bytes that calamine takes for each cell of the smallest rectangle that holds all cells: 32 of
its own, measured at 550 GB for 16,384 columns of 1,048,576 rows, and what the texts need."""
STRETCHED = 100
"""A part above `HARMLESS` that unpacks to more than so many times its size was made to burst:
worksheets of adult's 30,162 records unpack to 10 times theirs, of one value repeated to 17."""
HARMLESS = 64 << 20
BLOCK = 1 << 20
MOST_PARTS = 10_000
"""Files inside a workbook; one of 30 sheets has 38."""
CELL = re.compile(rb"""\sr\s*=\s*["']([A-Z]{1,3})([0-9]{1,7})["']""")
BLANK = re.compile(rb"<(?:\w+:)?c(?:\s[^<>]*)?/>")
"""A cell that holds nothing but a format."""
SHEET_PART = re.compile(r"xl/worksheets/[^/]+\.xml")
TEXT_PARTS = re.compile(r"xl/(worksheets/[^/]+|sharedStrings)\.xml|content\.xml")


def write_csv(path: str, sheet: str | None, target: str, unpacked: int, memory: int) -> int:
    """Write one worksheet as plain CSV, without its blank rows; give how many were written."""
    written = 0
    with Path(target).open("w", encoding="utf-8", newline="") as file:
        write = csv.writer(file).writerow
        for _, row in _rows(path, sheet, target, unpacked, memory):
            cells = [as_text(cell) for cell in row]
            if max(map(len, cells)) > LONGEST_CELL:
                raise Refused("files.cell-too-long", most=LONGEST_CELL >> 20)
            write(cells)
            written += 1
    return written


def number_rows(path: str, sheet: str | None, target: str, unpacked: int, memory: int) -> list[int]:
    """Number the rows that are not blank, as the spreadsheet's program shows them."""
    return [number for number, _ in _rows(path, sheet, target, unpacked, memory)]


def as_text(cell: object) -> str:
    """Give a cell as the text a person sees; whole numbers arrive as floats."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime) and cell.time() == time():
        return cell.date().isoformat()
    if isinstance(cell, date | time | timedelta):
        return cell.isoformat() if not isinstance(cell, timedelta) else str(cell)
    return str(cell)


def _rows(
    path: str, sheet: str | None, target: str, unpacked: int, memory: int
) -> Iterator[tuple[int, list[Any]]]:
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    opened = _checked(path, f"{target}.trimmed", unpacked, memory // CELL_SIZE)
    try:
        workbook = CalamineWorkbook.from_path(opened)
        if not workbook.sheet_names:
            raise Refused("files.workbook-without-sheets")
        chosen = workbook.sheet_names[0] if sheet is None else sheet
        if chosen not in workbook.sheet_names:
            raise Refused("files.no-sheet-sheets", sheet=chosen, sheets=workbook.sheet_names)
        worksheet = workbook.get_sheet_by_name(chosen)
        above = worksheet.start[0] if worksheet.start else 0
        for number, row in enumerate(worksheet.to_python(skip_empty_area=True), above + 1):
            if any(cell != "" for cell in row):
                yield number, row
    except PasswordError:
        raise Refused("files.workbook-locked") from None
    except CalamineError as wrong:
        raise Refused("files.cannot-read-spreadsheet", kind=type(wrong).__name__) from None
    finally:
        if opened != path:
            Path(opened).unlink()


def _checked(path: str, trimmed: str, unpacked: int, most_cells: int) -> str:
    """Look at an archive before it is read; give the path of one without distant blank cells."""
    try:
        with Path(path).open("rb") as file:
            if not file.read(4).startswith(b"PK"):
                return path  # of Microsoft's old kind: its own reader says what is wrong
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
            _check_parts(archive, parts, unpacked)
            sheets = [part for part in parts if SHEET_PART.fullmatch(part.filename)]
            wide = [part for part in sheets if _box(archive, part, False) > most_cells]
            if not wide:
                return path
            for part in wide:
                if _box(archive, part, True) > most_cells:
                    raise Refused("files.sheet-too-wide", most=most_cells)
            _trim(archive, {part.filename for part in wide}, trimmed)
            return trimmed
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError) as wrong:
        raise Refused("files.cannot-read-spreadsheet", kind=type(wrong).__name__) from None


def _check_parts(archive: zipfile.ZipFile, parts: list[zipfile.ZipInfo], unpacked: int) -> None:
    """Unpack every part once, because the sizes that an archive declares may be wrong.

    What is text is parsed on the way: calamine takes a worksheet that was cut for a short one.
    """
    import zlib

    if len(parts) > MOST_PARTS:
        raise Refused("files.workbook-many-parts", most=MOST_PARTS)
    total = 0
    for part in parts:
        parser = expat.ParserCreate() if TEXT_PARTS.fullmatch(part.filename) else None
        size = 0
        try:
            for block in _blocks(archive, part, unpacked):
                size += len(block)
                total += len(block)
                if total > unpacked:
                    raise Refused("files.archive-unpacks-too-large", most=unpacked >> 20)
                if size > HARMLESS and size > STRETCHED * max(part.compress_size, 1):
                    raise Refused("files.archive-bursts", times=STRETCHED)
                if parser is not None:
                    parser.Parse(block, False)
            if parser is not None:
                parser.Parse(b"", True)
        except (expat.ExpatError, zlib.error) as wrong:
            raise Refused("files.cannot-read-spreadsheet", kind=type(wrong).__name__) from None


def _blocks(archive: zipfile.ZipFile, part: zipfile.ZipInfo, most: int) -> Iterator[bytes]:
    with _open(archive, part, most) as content:
        while block := content.read(BLOCK):
            yield block


def _open(archive: zipfile.ZipFile, part: zipfile.ZipInfo, most: int) -> IO[bytes]:
    from copy import copy

    until_the_end = copy(part)
    until_the_end.file_size = most + 1
    return archive.open(until_the_end)


def _box(archive: zipfile.ZipFile, part: zipfile.ZipInfo, only_filled: bool) -> int:
    """Count the cells of the smallest rectangle that holds all cells of a sheet."""
    rows: set[int] = set()
    columns: set[bytes] = set()
    for text in _whole_tags(archive, part):
        found = CELL.findall(BLANK.sub(b"", text) if only_filled else text)
        columns.update(column for column, _ in found)
        if found:
            numbers = [int(row) for _, row in found]
            rows |= {min(numbers), max(numbers)}
    if not rows:
        return 0
    places = [_place(column) for column in columns]
    return (max(rows) - min(rows) + 1) * (max(places) - min(places) + 1)


def _place(column: bytes) -> int:
    """Number a column by its letters.

    >>> _place(b"A"), _place(b"XFD")
    (1, 16384)
    """
    place = 0
    for letter in column:
        place = place * 26 + letter - 64
    return place


def _whole_tags(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> Iterator[bytes]:
    """Give a part in pieces that end where a tag does."""
    rest = b""
    with archive.open(part) as content:
        while block := content.read(BLOCK):
            text, end, rest = (rest + block).rpartition(b">")
            yield text + end
    yield rest


def _trim(archive: zipfile.ZipFile, names: set[str], target: str) -> None:
    """Write the archive again without the blank cells of some sheets."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as copy:
        for part in archive.infolist():
            with copy.open(part.filename, "w", force_zip64=True) as into:
                if part.filename in names:
                    for text in _whole_tags(archive, part):
                        into.write(BLANK.sub(b"", text))
                else:
                    into.write(archive.read(part))
