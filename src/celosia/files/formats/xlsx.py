"""Excel's workbooks since 2007: read with calamine, written with XlsxWriter."""

from __future__ import annotations

from pathlib import Path

from celosia.core.schema import ColumnType
from celosia.files.file_format import FILE_FORMATS, Format, Outgoing
from celosia.files.sheets import read_sheet, write_sheet
from celosia.text.messages import Message


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
