"""Portable files of SPSS."""

from __future__ import annotations

from celosia.domain.language import Sentence
from celosia.files.file_format import FILE_FORMATS, Format, Look
from celosia.files.statistics_files import EXTRA, KEEPS, reader


def is_portable(look: Look) -> bool:
    """Find the words that every portable file holds, wherever its lines are broken."""
    start = look.start.replace(b"\r", b"").replace(b"\n", b"")
    return b"SPSSPORT" in start and b"SPSS PORT FILE" in start


FILE_FORMATS.add(
    "por",
    Format(
        name="por",
        title=Sentence("SPSS portable (POR)", "SPSS portátil (POR)"),
        endings=(".por",),
        media_type="application/x-spss-por",
        signature=is_portable,
        read=reader("read_por", tells_missing=False, takes_encoding=False),
        why_not_written=Sentence(
            "SPSS itself has given it up for SAV.", "El propio SPSS lo abandonó por SAV."
        ),
        keeps=KEEPS,
        read_extra=EXTRA,
        in_memory=True,
        labels=True,
    ),
    order=41,
)
