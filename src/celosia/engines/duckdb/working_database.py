"""The database that a table is worked on in: one of its own, or room in one for small tables."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from threading import Lock

import duckdb
from duckdb import DuckDBPyConnection

from celosia.core.memory import allowed
from celosia.core.table import Closing
from celosia.engines.duckdb.file_query import text

SHARING = 8 << 20
"""Bytes up to which a text shares a database: to open one takes 10 ms, room in an open one 0.4 ms
(DuckDB 2.0), and a release opens two. What takes so little needs no place on disk to spill to."""
PACKED = (b"\x1f\x8b", b"PK", b"PAR1")
"""How gzip, workbooks and Parquet begin, whose size says little of what they hold."""
SMALL = 32 << 20
"""Bytes up to which one thread does less work in all than several."""
LARGE = 128 << 20
"""Bytes from which the working table is kept on disk, and memory is bounded."""
MB = 10**6
MOST = 800 * MB
"""Bytes that a large table may take of memory; sorting and counting spill to disk beyond it."""
SHARE = 3
"""What part of the memory that is allowed the engine may take; the rest is for the interpreter
(300 MB) and for counts, which are held twice while they are put in order."""

_numbers = count()
_opening = Lock()


class WorkingDatabase(Closing):
    """A connection whose tables are nobody else's, until it is closed."""

    def __init__(self, path: Path, space: Path) -> None:
        """Open it for a file's table; `space` is a private folder for what memory cannot hold."""
        size = path.stat().st_size if path.is_file() else None
        self._room: str | None = None
        if size is not None and size <= SHARING and not _is_packed(path):
            self.connection, self._room = _room_for_small_tables()
            return
        small = size is not None and size <= SMALL
        self.connection = duckdb.connect(config={"threads": 1} if small else {})
        self.connection.execute(f"SET temp_directory = {text(str(space))}")
        most = allowed()
        if most is not None:
            share = f"{min(most // SHARE, MOST) // MB}MB"
            self.connection.execute(f"SET memory_limit = {text(share)}")
        if size is None or size < LARGE:
            # in memory nothing is compressed unless asked; repeated texts are dictionaries then
            self.connection.execute("ATTACH ':memory:' AS work (COMPRESS)")
        else:
            if most is None:
                self.connection.execute(f"SET memory_limit = {text(f'{MOST // MB}MB')}")
            self.connection.execute(f"ATTACH {text(str(space / 'work.duckdb'))} AS work")
        self.connection.execute("USE work")

    def forget_order(self) -> None:
        """Let rows be written in any order: what is read is numbered by line, what comes is not."""
        if self._room is None:  # it holds for all who share, and one thread keeps order anyway
            self.connection.execute("SET preserve_insertion_order = false")

    def close(self) -> None:
        """Drop the tables, and what was left of an unfinished statement."""
        self.connection.close()
        if self._room is not None:
            room, self._room = self._room, None
            with _opening, suppress(duckdb.FatalException):  # what has stopped holds nothing
                _for_small_tables(os.getpid()).execute(f"DETACH DATABASE IF EXISTS {room}")


def _is_packed(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4).startswith(PACKED)


def _room_for_small_tables() -> tuple[DuckDBPyConnection, str]:
    """Give a connection to an empty part of the shared database, and the part's name."""
    room = f"work_{next(_numbers)}"
    with _opening:
        try:
            _for_small_tables(os.getpid()).execute("SELECT 1")
        except duckdb.FatalException:  # a defect of DuckDB, met by another table, has stopped it
            _for_small_tables.cache_clear()
        connection = _for_small_tables(os.getpid()).cursor()
        connection.execute(f"ATTACH ':memory:' AS {room} (COMPRESS)")
        connection.execute(f"USE {room}")
    return connection, room


@cache
def _for_small_tables(process: int) -> DuckDBPyConnection:
    """Open the database that small tables of one process share; it never writes to disk."""
    return duckdb.connect(config={"threads": 1, "temp_directory": ""})
