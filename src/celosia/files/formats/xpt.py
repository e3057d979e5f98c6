"""Transport files of SAS."""

from __future__ import annotations

import re
from pathlib import Path

from celosia.files.file_format import FILE_FORMATS, Format, Outgoing
from celosia.files.statistics_files import EXTRA, HELD, Program, patched, reader
from celosia.text.messages import Message

SAS = Program("SAS", "write_xport", longest_about=40)
TIME = re.compile(rb"\d\d[A-Z]{3}\d\d:\d\d:\d\d:\d\d")
NOTED = b"01JAN00:00:00:00"
HEADER = 800
"""Bytes before the names of columns; day and time are noted there four times."""


def write(release: Outgoing, path: Path) -> int:
    """Write a release; what stands for its time is always the same: same seed, same bytes."""
    written = SAS.write(release, path)
    with path.open("rb") as file:
        header = file.read(HEADER)
    patched(path, 0, TIME.sub(NOTED, header))
    return written


FILE_FORMATS.add(
    "xpt",
    Format(
        name="xpt",
        title=Message("files.sas-transport-xpt"),
        endings=(".xpt",),
        media_type="application/x-sas-xport",
        magic=(b"HEADER RECORD*******LIB",),
        read=reader("read_xport", tells_missing=False),
        write=write,
        choices={".xpt": Message("files.sas-xpt")},
        holds=HELD,
        write_extra=EXTRA,
        keeps=Message("files.numbers-dates-labels-columns-missing"),
        read_extra=EXTRA,
        in_memory=True,
        labels=False,
    ),
    order=44,
)
