"""Data files of SPSS: plain, packed (ZSAV), and portable."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from celosia.files.file_format import FILE_FORMATS, Format, Look, Outgoing
from celosia.files.statistics_files import EXTRA, HELD, KEEPS, Program, patch, reader
from celosia.text.messages import Message

SPSS = Program(
    "SPSS",
    "write_sav",
    whole="F16.0",
    longest_label=120,
    longest_about=64,
    texts_have_labels=True,
)
PACKED = replace(SPSS, options={"compress": True})
NOTED_AT, NOTED = 92, b"01 Jan 0000:00:00"
"""Where the header notes day and time, and what stands there instead: same seed, same bytes."""


def write(release: Outgoing, path: Path) -> int:
    """Write a release with the labels that its source had."""
    program = PACKED if path.name.lower().endswith(".zsav") else SPSS
    written = program.write(release, path)
    patch(path, NOTED_AT, NOTED)
    return written


FILE_FORMATS.add(
    "sav",
    Format(
        name="sav",
        title=Message("files.spss-sav-zsav"),
        endings=(".sav", ".zsav"),
        media_type="application/x-spss-sav",
        magic=(b"$FL2", b"$FL3"),
        read=reader("read_sav"),
        write=write,
        choices={".sav": Message("files.spss-sav")},
        holds=HELD,
        write_extra=EXTRA,
        keeps=KEEPS,
        read_extra=EXTRA,
        in_memory=True,
        labels=True,
    ),
    order=40,
)


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
