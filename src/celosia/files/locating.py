"""From a record's number to its line in the file; only needed to report errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path

from celosia.core.schema import Dialect
from celosia.files.dialect import rows
from celosia.files.encoding import BLOCK, open_bytes


def lines_of(path: Path, dialect: Dialect, records: Iterable[int]) -> dict[int, int]:
    """Find the line on which each record (counted from 0, after the header) begins."""
    return pick(_beginnings(path, dialect), records)


def pick(beginnings: Iterable[int], records: Iterable[int]) -> dict[int, int]:
    """Take the beginnings of some records; the first beginning is the header's.

    >>> pick([1, 2, 5, 6], [1, 2])
    {1: 5, 2: 6}
    """
    wanted = set(records)
    found: dict[int, int] = {}
    for record, line in enumerate(beginnings, start=-1):
        if len(found) == len(wanted):
            break
        if record in wanted:
            found[record] = line
    return found


def lines_at(path: Path, positions: Iterable[int]) -> list[int]:
    """Find the lines to which some positions (bytes of the unpacked file, rising) belong.

    A position may lie before empty lines, which do not count as part of the record.
    """
    with open_bytes(path) as file:
        line_end = b"\n" if b"\n" in file.read(BLOCK) else b"\r"
        file.seek(0)
        line, read, found = 1, 0, []
        for position in positions:
            while read < position and (block := file.read(min(BLOCK, position - read))):
                line += block.count(line_end)
                read += len(block)
            following = file.read(1)
            while following in (b"\r", b"\n"):
                line += following == line_end
                read += 1
                following = file.read(1)
            read += len(following)
            found.append(line)
    return found


def _beginnings(path: Path, dialect: Dialect) -> Iterator[int]:
    """Give the first line of every record; an empty line is one only in a file of one column."""
    columns = 0
    for line, cells in rows(_lines(path, dialect), dialect):
        columns = columns or len(cells)
        if cells or columns == 1:
            yield line


def _lines(path: Path, dialect: Dialect) -> Iterator[str]:
    with TextIOWrapper(open_bytes(path), encoding=dialect.encoding, newline="") as text:
        yield from text
