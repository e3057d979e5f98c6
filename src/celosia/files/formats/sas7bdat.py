"""Data sets of SAS."""

from __future__ import annotations

from celosia.files.file_format import FILE_FORMATS, Format
from celosia.files.statistics_files import EXTRA, reader
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
