"""Write rows as a delimited file, byte for byte as the embedded engine does."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO, cast

from celosia.domain.reading import Dialect
from celosia.domain.values import Value


def write_delimited(
    path: Path, columns: Sequence[str], rows: Iterable[Sequence[Value]], dialect: Dialect
) -> int:
    """Write the column names and all rows; give the number of rows."""
    written = Written(dialect)
    number = 0
    with _opened(path) as file:
        file.write(written.line(columns))
        for row in rows:
            file.write(written.line(row))
            number += 1
    return number


class Written:
    r"""How cells are quoted: null is nothing, an empty text two quotes, and `#` is special.

    >>> Written(Dialect()).line(["a", None, "", 'b, c', "#1"])
    'a,,"","b, c","#1"\n'
    """

    def __init__(self, dialect: Dialect) -> None:
        self._separator = dialect.separator
        self._quote = dialect.quote or '"'
        special = re.escape(self._separator[0] + self._quote)
        self._special = re.compile(f"[{special}\n\r#]").search

    def line(self, row: Sequence[Value]) -> str:
        """Write one row."""
        return self._separator.join([self._cell(cell) for cell in row]) + "\n"

    def _cell(self, cell: Value) -> str:
        if cell is None:
            return ""
        if cell and not self._special(cell):
            return cell
        quote = self._quote
        return f"{quote}{cell.replace(quote, quote * 2)}{quote}"


def _opened(path: Path) -> IO[str]:
    if path.name.lower().endswith(".gz"):
        return cast("IO[str]", gzip.open(path, "wt", encoding="utf-8", newline=""))
    return path.open("w", encoding="utf-8", newline="")
