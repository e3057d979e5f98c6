"""What the name of a target says of where it is written."""

from __future__ import annotations

from celosia.domain.engine import is_path

FILES = (".csv", ".txt", ".csv.gz", ".txt.gz", ".parquet", ".xlsx")
"""How the name of a file ends that can be written."""


def is_file_name(target: str) -> bool:
    """Tell whether a target is written as a file; in a database it is a table otherwise.

    >>> is_file_name("release.csv"), is_file_name("clinic.release")
    (True, False)
    """
    return is_path(target) and target.lower().endswith(FILES)
