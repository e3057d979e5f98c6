"""Spreadsheets of Excel, LibreOffice and others: read with calamine, written with XlsxWriter."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from celosia.core.schema import ColumnType
from celosia.errors import DataError, MissingExtraError
from celosia.files.dialect import pick
from celosia.files.file_format import FILE_FORMATS, Format, Incoming, Loaded, Outgoing, Source
from celosia.files.formats.delimited import read_plain
from celosia.text.messages import Message

MOST_ROWS, LONGEST_CELL = 1_048_576, 32_767
"""Of a worksheet, and characters of a cell: what Excel's specification allows."""
MOST_EXACT = 1 << 53
"""A worksheet holds numbers as doubles: larger integers would change."""
FIRST_YEAR = 1900
"""Excel counts days from there; an earlier one is written as text."""
SHEET_KEEPS = Message("files.sheet-keeps")
READ_ONLY = Message("files.read-only")


def read_sheet(source: Source, table: Incoming) -> Loaded:
    """Read one worksheet by way of CSV, which the engine reads as a stream."""
    path, sheet, copy = source.path, source.options.sheet, source.space / "sheet.csv"
    sheet_to_csv(path, sheet, copy)
    read_plain(copy, path.name, table, source.options)
    return Loaded(lines=lambda records: pick(rows_with_data(path, sheet), records))


def sheet_to_csv(path: Path, sheet: str | None, target: Path) -> None:
    """Write one worksheet as plain CSV, without its blank rows."""
    with target.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [_as_text(cell) for cell in row] for _, row in _rows(path, sheet)
        )


def rows_with_data(path: Path, sheet: str | None) -> Iterator[int]:
    """Number the rows that are not blank, as the spreadsheet's program shows them."""
    return (number for number, _ in _rows(path, sheet))


def _rows(path: Path, sheet: str | None) -> Iterator[tuple[int, list[Any]]]:
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        workbook = CalamineWorkbook.from_path(str(path))
        chosen = workbook.sheet_names[0] if sheet is None else sheet
        if chosen not in workbook.sheet_names:
            raise DataError(
                "files.no-sheet-sheets", name=path.name, sheet=chosen, sheets=workbook.sheet_names
            )
        worksheet = workbook.get_sheet_by_name(chosen)
        rows = worksheet.to_python(skip_empty_area=True)
    except CalamineError as wrong:
        raise DataError(
            "files.cannot-read-spreadsheet", name=path.name, kind=type(wrong).__name__
        ) from None
    above = worksheet.start[0] if worksheet.start else 0
    for number, row in enumerate(rows, start=above + 1):
        if any(cell != "" for cell in row):
            yield number, row


def write_sheet(path: Path, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> int:
    """Write a workbook with one sheet; give the number of its records."""
    try:
        from xlsxwriter import Workbook
    except ImportError:
        raise MissingExtraError("files.writing-xlsx-needs-xlsxwriter-pip") from None
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with Workbook(str(path), options) as workbook:
        workbook.set_properties({"created": datetime(2000, 1, 1)})  # same seed, same bytes
        day = workbook.add_format({"num_format": "yyyy-mm-dd"})
        sheet = workbook.add_worksheet("release")
        sheet.write_row(0, 0, columns)
        number = 0
        for number, row in enumerate(rows, start=1):
            if number >= MOST_ROWS:
                raise DataError("files.worksheet-holds-most-rows-write", most=MOST_ROWS)
            for position, cell in enumerate(row):
                if cell is None:
                    continue
                if isinstance(cell, date) and cell.year >= FIRST_YEAR:
                    sheet.write_datetime(number, position, cell, day)
                elif _is_exact_number(cell):
                    sheet.write(number, position, cell)
                else:
                    _write_text(sheet, number, position, str(cell))
    return number


def _is_exact_number(cell: object) -> bool:
    if isinstance(cell, float):
        return math.isfinite(cell)
    return isinstance(cell, int) and abs(cell) <= MOST_EXACT


def _write_text(sheet: Any, row: int, column: int, text: str) -> None:
    if len(text) > LONGEST_CELL:
        raise DataError("files.worksheets-cell-holds-most-characters", most=LONGEST_CELL)
    sheet.write_string(row, column, text)


def _as_text(cell: object) -> str:
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


def write(release: Outgoing, path: Path) -> int:
    """Write one sheet."""
    return write_sheet(path, release.columns, release.rows())


FILE_FORMATS.add(
    "xlsx",
    Format(
        name="xlsx",
        title=Message("files.excel-xlsx-xlsm"),
        endings=(".xlsx", ".xlsm"),
        not_written=(".xlsm",),  # a release has no macros
        media_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        parts=("xl/workbook.xml",),
        read=read_sheet,
        write=write,
        choices={".xlsx": Message("files.xlsx")},
        holds=frozenset(ColumnType),
        keeps=Message("files.types-nulls-sheet"),
        write_extra="xlsx",
        in_memory=True,
        sheets=True,
    ),
    order=20,
)


def _add_read_only(
    name: str,
    title: Message,
    media_type: str,
    order: float,
    magic: tuple[bytes, ...] = (),
    parts: tuple[str, ...] = (),
) -> None:
    """Declare a spreadsheet that calamine reads and nobody writes here."""
    spreadsheet = Format(
        name=name,
        title=title,
        endings=(f".{name}",),
        media_type=media_type,
        magic=magic,
        parts=parts,
        read=read_sheet,
        why_not_written=READ_ONLY,
        keeps=SHEET_KEEPS,
        in_memory=True,
        sheets=True,
    )
    FILE_FORMATS.add(name, spreadsheet, order)


_add_read_only(
    "xls",
    Message("files.excel-until-2003-xls"),
    "application/vnd.ms-excel",
    order=21,
    magic=(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",),  # of any file of Microsoft's old kind
)
_add_read_only(
    "xlsb",
    Message("files.excel-binary-xlsb"),
    "application/vnd.ms-excel.sheet.binary.macroenabled.12",
    order=22,
    parts=("xl/workbook.bin",),
)
_add_read_only(
    "ods",
    Message("files.opendocument-ods"),
    "application/vnd.oasis.opendocument.spreadsheet",
    order=23,
    parts=("content.xml",),
)
