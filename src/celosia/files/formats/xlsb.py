"""Excel's binary workbooks: read with calamine."""

from __future__ import annotations

from celosia.files.file_format import FILE_FORMATS, Format
from celosia.files.sheets import READ_ONLY, SHEET_KEEPS, read_sheet
from celosia.text.messages import Message

FILE_FORMATS.add(
    "xlsb",
    Format(
        name="xlsb",
        title=Message("files.excel-binary-xlsb"),
        endings=(".xlsb",),
        media_type="application/vnd.ms-excel.sheet.binary.macroenabled.12",
        parts=("xl/workbook.bin",),
        read=read_sheet,
        why_not_written=READ_ONLY,
        keeps=SHEET_KEEPS,
        in_memory=True,
        sheets=True,
    ),
    order=22,
)
