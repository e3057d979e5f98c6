"""From a record's number to its line in the file; only needed to report errors."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path

from celosia.domain.reading import Dialect
from celosia.engines.embedded.encoding import open_bytes


def lines_of(path: Path, dialect: Dialect, records: Iterable[int]) -> dict[int, int]:
    """Find the line on which each record (counted from 0, after the header) begins."""
    wanted = set(records)
    found: dict[int, int] = {}
    if not wanted:
        return found
    record = -1
    for line in _beginnings(path, dialect):
        if record in wanted:
            found[record] = line
            if len(found) == len(wanted):
                break
        record += 1
    return found


def _beginnings(path: Path, dialect: Dialect) -> Iterator[int]:
    """Give the first line of every row that is not blank, the header's first."""
    if len(dialect.separator) > 1:
        yield from (n for n, line in enumerate(_lines(path, dialect), start=1) if line.strip())
        return
    reader = csv.reader(
        _lines(path, dialect),
        delimiter=dialect.separator,
        quotechar=dialect.quote or None,
        quoting=csv.QUOTE_MINIMAL if dialect.quote else csv.QUOTE_NONE,
    )
    begin = 1
    for row in reader:
        if row:
            yield begin
        begin = reader.line_num + 1


def _lines(path: Path, dialect: Dialect) -> Iterator[str]:
    encoding = dialect.encoding
    with TextIOWrapper(open_bytes(path), encoding=encoding, newline="") as text:
        yield from text
