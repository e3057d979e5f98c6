"""Data sets of SAS, which are read, and its transport files."""

from __future__ import annotations

import re
from pathlib import Path

from celosia.files.file_format import FILE_FORMATS, Format, Outgoing
from celosia.files.statistics_files import EXTRA, HELD, Program, patch, reader
from celosia.text.messages import Message

MAGIC = bytes.fromhex("000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011")

FILE_FORMATS.add(
    "sas7bdat",
    Format(
        name="sas7bdat",
        title=Message("files.sas-sas7bdat"),
        endings=(".sas7bdat",),
        media_type="application/x-sas-data",
        magic=(MAGIC,),
        read=reader("read_sas7bdat"),
        why_not_written=Message("files.sas-keeps-format-itself-opens"),
        keeps=Message("files.numbers-dates-labels-columns-missing"),
        read_extra=EXTRA,
        in_memory=True,
        labels=False,
    ),
    order=43,
)


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
    patch(path, 0, TIME.sub(NOTED, header))
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
