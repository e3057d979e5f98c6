"""Portable files of SPSS."""

from __future__ import annotations

from celosia.files.file_format import FILE_FORMATS, Format, Look
from celosia.files.statistics_files import EXTRA, KEEPS, reader
from celosia.text.messages import Message


def is_portable(look: Look) -> bool:
    """Find the words that every portable file holds, wherever its lines are broken."""
    start = look.start.replace(b"\r", b"").replace(b"\n", b"")
    return b"SPSSPORT" in start and b"SPSS PORT FILE" in start


FILE_FORMATS.add(
    "por",
    Format(
        name="por",
        title=Message("files.spss-portable-por"),
        endings=(".por",),
        media_type="application/x-spss-por",
        signature=is_portable,
        read=reader("read_por", tells_missing=False, takes_encoding=False),
        why_not_written=Message("files.spss-itself-given-up-sav"),
        keeps=KEEPS,
        read_extra=EXTRA,
        in_memory=True,
        labels=True,
    ),
    order=41,
)
