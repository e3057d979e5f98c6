"""Spreadsheets of Excel, LibreOffice and others: read with calamine, written with XlsxWriter."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from celosia.core.schema import ColumnType
from celosia.errors import DataError, MissingExtraError
from celosia.files.apart.sheet_cells import number_rows, write_csv
from celosia.files.dialect import has_header, pick
from celosia.files.file_format import FILE_FORMATS, Format, Incoming, Loaded, Outgoing, Source
from celosia.files.formats.delimited import read_plain
from celosia.files.read_limits import ReadLimits
from celosia.files.sandbox import run_apart
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
    """Read one worksheet by way of CSV, which a child process makes of it."""
    path, copy = source.path, source.space / "sheet.csv"
    written = _apart(source, write_csv, copy)
    if written == 0:
        raise DataError("files.sheet-empty", name=path.name)
    header = has_header(source.options)
    read_plain(copy, path.name, table, source.options, written - header)

    def lines(records: Sequence[int]) -> Mapping[int, int]:
        numbers = _apart(source, number_rows, copy)
        return pick(numbers if header else [0, *numbers], records)

    return Loaded(lines=lines)


def _apart(source: Source, task: Callable[..., Any], copy: Path) -> Any:
    limits = ReadLimits.of_machine()
    return run_apart(
        task,
        source.path.name,
        limits,
        path=str(source.path),
        sheet=source.options.sheet,
        target=str(copy),
        unpacked=limits.unpacked,
        memory=limits.memory,
    )


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
