"""Where a table may be, by how it is written."""

from __future__ import annotations

import re
from enum import Enum

from celosia.errors import ParameterError

SERVERS = ("mariadb", "mysql", "postgresql", "postgres")
FILES = (".csv", ".txt", ".csv.gz", ".txt.gz", ".parquet", ".xlsx")
"""How the name of a file ends that can be written."""


class Place(Enum):
    """What kind of engine a source needs."""

    FILE = "file"
    SERVER = "server"
    SPARK = "spark"


def place_of(source: str) -> Place:
    """Tell where a source is.

    >>> place_of("data.csv"), place_of("mariadb://ana@localhost/clinic?table=patients")
    (<Place.FILE: 'file'>, <Place.SERVER: 'server'>)
    """
    scheme, colon, rest = source.partition(":")
    if colon and scheme.lower() == "spark":
        return Place.SPARK
    if scheme.lower() in SERVERS and rest.startswith("//"):
        return Place.SERVER
    if re.match(r"[a-z][a-z0-9+.-]+:/", source, re.IGNORECASE):
        # not repeated: it may hold a password
        raise ParameterError(
            "The address begins with a scheme that is not known. Known are "
            f"{'://, '.join(SERVERS)}:// and spark:."
        )
    return Place.FILE


def is_file_name(target: str) -> bool:
    """Tell whether a target is written as a file; in a database it is a table otherwise.

    >>> is_file_name("release.csv"), is_file_name("clinic.release")
    (True, False)
    """
    return place_of(target) is Place.FILE and target.lower().endswith(FILES)
