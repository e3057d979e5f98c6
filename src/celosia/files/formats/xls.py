"""Excel's workbooks until 2003: read with calamine."""

from __future__ import annotations

from celosia.files.file_format import FILE_FORMATS, Format
from celosia.files.sheets import READ_ONLY, SHEET_KEEPS, read_sheet
from celosia.text.messages import Message

FILE_FORMATS.add(
    "xls",
    Format(
        name="xls",
        title=Message("files.excel-until-2003-xls"),
        endings=(".xls",),
        media_type="application/vnd.ms-excel",
        magic=(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",),
        read=read_sheet,
        why_not_written=READ_ONLY,
        keeps=SHEET_KEEPS,
        in_memory=True,
        sheets=True,
    ),
    order=21,
)
