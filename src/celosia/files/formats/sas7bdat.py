"""Data sets of SAS."""

from __future__ import annotations

from celosia.domain.language import Sentence
from celosia.files.file_format import FILE_FORMATS, Format
from celosia.files.statistics_files import EXTRA, reader

MAGIC = bytes.fromhex("000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011")

FILE_FORMATS.add(
    "sas7bdat",
    Format(
        name="sas7bdat",
        title=Sentence("SAS (SAS7BDAT)", "SAS (SAS7BDAT)"),
        endings=(".sas7bdat",),
        media_type="application/x-sas-data",
        magic=(MAGIC,),
        read=reader("read_sas7bdat"),
        why_not_written=Sentence(
            "SAS keeps the format to itself; it opens XPT.", "SAS no publica el formato; abre XPT."
        ),
        keeps=Sentence(
            "Numbers, dates, labels of columns; missing codes become nulls",
            "Números, fechas, etiquetas de columnas; los códigos de ausencia pasan a nulos",
        ),
        read_extra=EXTRA,
        in_memory=True,
        labels=False,
    ),
    order=43,
)
