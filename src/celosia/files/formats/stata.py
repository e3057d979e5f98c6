"""Data files of Stata, of any version."""

from __future__ import annotations

from pathlib import Path

from celosia.files.file_format import FILE_FORMATS, Format, Look, Outgoing
from celosia.files.statistics_files import EXTRA, HELD, KEEPS, Program, patch, reader
from celosia.text.messages import Message

STATA = Program(
    "Stata",
    "write_dta",
    whole="%12.0f",
    keeps_blanks=True,
    longest_label=32_000,
    longest_about=80,
    options={"version": 14},  # pyreadstat's later one is for the largest edition of Stata alone
)
HEADER = b"<stata_dta><header>"
OLD = range(102, 116)
"""The first byte of files until Stata 12: the version of the format."""
NOTED_AFTER, NOTED = b"<timestamp>\x11", b"01 Jan 2000 00:00"
"""Where the header notes day and time, and what stands there instead: same seed, same bytes."""


def is_stata(look: Look) -> bool:
    """Tell by the header; in old files: version, byte order, and two bytes that never change."""
    start = look.start
    old = len(start) > 3 and start[0] in OLD and start[1] in (1, 2) and start[2:4] == b"\x01\x00"
    return start.startswith(HEADER) or old


def write(release: Outgoing, path: Path) -> int:
    """Write a release with the labels that its source had."""
    written = STATA.write(release, path)
    with path.open("rb") as file:
        noted = file.read(1024).find(NOTED_AFTER)
    if noted >= 0:
        patch(path, noted + len(NOTED_AFTER), NOTED)
    return written


FILE_FORMATS.add(
    "dta",
    Format(
        name="dta",
        title=Message("files.stata-dta"),
        endings=(".dta",),
        media_type="application/x-stata-dta",
        signature=is_stata,
        read=reader("read_dta"),
        write=write,
        choices={".dta": Message("files.stata-dta")},
        holds=HELD,
        write_extra=EXTRA,
        keeps=KEEPS,
        read_extra=EXTRA,
        in_memory=True,
        labels=True,
    ),
    order=42,
)
