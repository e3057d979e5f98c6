"""Spreadsheets of LibreOffice and other programs: read with calamine."""

from __future__ import annotations

from celosia.files.file_format import FILE_FORMATS, Format
from celosia.files.sheets import READ_ONLY, SHEET_KEEPS, read_sheet
from celosia.text.messages import Message

FILE_FORMATS.add(
    "ods",
    Format(
        name="ods",
        title=Message("files.opendocument-ods"),
        endings=(".ods",),
        media_type="application/vnd.oasis.opendocument.spreadsheet",
        parts=("content.xml",),
        read=read_sheet,
        why_not_written=READ_ONLY,
        keeps=SHEET_KEEPS,
        in_memory=True,
        sheets=True,
    ),
    order=23,
)
