"""Excel's workbooks until 2003: read with calamine."""

from __future__ import annotations

from celosia.domain.language import Sentence
from celosia.files.file_format import FILE_FORMATS, Format
from celosia.files.sheets import READ_ONLY, SHEET_KEEPS, read_sheet

FILE_FORMATS.add(
    "xls",
    Format(
        name="xls",
        title=Sentence("Excel until 2003 (XLS)", "Excel hasta 2003 (XLS)"),
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
