"""How much reading a file may take, so that no file takes the machine."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from celosia.errors import ParameterError

SIZES = {"": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40}


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """What one file may take of memory, time and room while it is read.

    Each is an environment variable, because they are of a machine and not of a table.
    """

    memory: int = 4 << 30
    """Bytes of the process that opens a spreadsheet, Parquet or a file of SPSS, Stata or SAS
    (`CELOSIA_READ_MEMORY`). An estimate: room for some millions of cells."""
    seconds: int = 300
    """Of that process (`CELOSIA_READ_SECONDS`). An estimate: the largest worksheet takes less."""
    unpacked: int = 8 << 30
    """Bytes of a packed text, or of all parts of an archive, once unpacked
    (`CELOSIA_READ_UNPACKED`). Ten million records of 100 bytes are 1 GB."""

    @classmethod
    def of_machine(cls) -> ReadLimits:
        """Read them where they are set, and take the usual ones elsewhere."""
        usual = cls()
        return cls(
            _size("CELOSIA_READ_MEMORY", usual.memory),
            _size("CELOSIA_READ_SECONDS", usual.seconds),
            _size("CELOSIA_READ_UNPACKED", usual.unpacked),
        )


def _size(variable: str, usual: int) -> int:
    text = os.environ.get(variable, "").strip()
    if not text:
        return usual
    found = re.fullmatch(r"(\d{1,15})\s*([KMGT]B)?", text.upper())
    if found is None or int(found[1]) == 0:
        raise ParameterError("files.limit-not-understood", variable=variable)
    return int(found[1]) * SIZES[found[2] or ""]


def in_words(size: int) -> str:
    """Write a size as people do.

    >>> in_words(4 << 30), in_words(1536 << 20), in_words(100)
    ('4 GB', '1.5 GB', '100 bytes')
    """
    for unit in ("TB", "GB", "MB", "KB"):
        if size >= SIZES[unit]:
            return f"{size / SIZES[unit]:.4g} {unit}"
    return f"{size} bytes"
