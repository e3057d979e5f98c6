"""The state of one project: one SQLite file, which the server and its jobs share.

What is large stays in files of its own: tables, releases, lists of candidates. A process that is
killed leaves the last whole transaction; the write-ahead log lets pages read while a job writes.
What may hold a value of the table (recipes with their hierarchies, results, names) is sealed, by
the functions `seal` and `opened` of each statement.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from celosia.files.atomic import replace_whole
from celosia.files.sealed_files import seal_bytes, unseal_bytes
from celosia.web.service.project_key import ProjectKey
from celosia.web.service.service_errors import ConflictError, NotFoundError

STATE = "project.db"
VERSION = 2
"""Counted up when the tables change; a project of another version is told by its folder."""
PATIENCE = 30.0
"""Seconds to wait for another process; a transaction takes milliseconds."""
SCHEMA = """
CREATE TABLE project (
    name BLOB NOT NULL,
    created REAL NOT NULL,
    current INTEGER,        -- the version that holds now; NULL before the first one
    last INTEGER NOT NULL,  -- the highest number that a version was given
    on_disk INTEGER NOT NULL  -- whether plain copies had to be on the disk while work was done
);
CREATE TABLE notes (key TEXT PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE sources (
    id TEXT PRIMARY KEY, name BLOB NOT NULL, place BLOB NOT NULL, is_file INTEGER NOT NULL
);
CREATE TABLE versions (
    number INTEGER PRIMARY KEY,
    source TEXT NOT NULL,  -- may be erased already
    recipe BLOB,           -- NULL before anything is decided
    kept INTEGER NOT NULL  -- whether undo or redo leads to it
);
CREATE TABLE populations (stored TEXT PRIMARY KEY, name BLOB NOT NULL);
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    options BLOB NOT NULL,
    recipe_version INTEGER NOT NULL,
    source TEXT NOT NULL,
    on_server INTEGER NOT NULL,
    shape INTEGER NOT NULL,
    created REAL NOT NULL,
    needs TEXT NOT NULL,                  -- names of what it was given and nobody keeps: a list
    attempts INTEGER NOT NULL DEFAULT 0,  -- how often a process was begun for it
    -- written by the worker
    stage TEXT NOT NULL DEFAULT '',
    share REAL NOT NULL DEFAULT 0,
    result BLOB,
    complaint BLOB,
    -- written by the server
    state TEXT,  -- NULL until it has ended
    message BLOB,
    error TEXT,
    ended REAL
);
CREATE INDEX jobs_of_a_source ON jobs (source, created);
"""


class StateFile:
    """The connection of one process to the state of a project, which its threads take in turns."""

    def __init__(self, folder: Path, key: ProjectKey) -> None:
        self.path = folder / STATE
        self._key = key
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._depth = 0
        self._after: list[Callable[[], None]] = []

    @property
    def key(self) -> bytes:
        """The key of the project."""
        return self._key.read()

    def create(self, name: str, created: float) -> None:
        """Make the file; it has its name only once it is whole."""
        with (
            replace_whole(self.path, private=True) as draft,
            closing(sqlite3.connect(draft, isolation_level=None)) as made,
        ):
            made.execute("PRAGMA journal_mode = DELETE")
            made.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
            self._teach(made)
            made.execute("INSERT INTO project VALUES (seal(?), ?, NULL, 0, FALSE)", (name, created))

    def one(self, statement: str, *values: Any) -> Any:
        """Give the first row that a statement finds; None where it finds nothing."""
        with self._lock:
            return self._open().execute(statement, values).fetchone()

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """Give all rows that a statement finds."""
        with self._lock:
            return self._open().execute(statement, values).fetchall()

    def write(self, statement: str, *values: Any, durable: bool = True) -> int:
        """Change something by itself; give how many rows it was."""
        with self.transaction(durable) as change:
            return change.execute(statement, values).rowcount

    @contextmanager
    def transaction(self, durable: bool = True) -> Iterator[sqlite3.Connection]:
        """Change several things together, or nothing; one inside another is a part of it.

        What is not `durable` may be lost when the machine fails, as a whole.
        """
        with self._lock:
            connection = self._open()
            if self._depth:
                yield connection
                return
            connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            connection.execute("BEGIN IMMEDIATE")  # a reader that writes later could be refused
            self._depth += 1
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            else:
                connection.execute("COMMIT")
            finally:
                self._depth -= 1
                done, self._after = self._after, []
            for action in done:
                action()

    def after(self, action: Callable[[], None]) -> None:
        """Do something once the transaction is stored: what it takes away cannot come back."""
        self._after.append(action)

    def close(self) -> None:
        """Close it; the log is written into the file and goes, unless another process has it."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _open(self) -> sqlite3.Connection:
        if not self.path.is_file():  # it would be made anew, or written to after it was erased
            self.close()
            raise NotFoundError("service.project-finished-nothing-left")
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def _teach(self, connection: sqlite3.Connection) -> None:
        """Let SQL seal and open what may hold values of the table: recipes, results, names."""
        key = self._key.read()

        def seal(text: str | None) -> bytes | None:
            return None if text is None else seal_bytes(text.encode(), key)

        def opened(sealed: bytes | None) -> str | None:
            return None if sealed is None else unseal_bytes(sealed, key).decode()

        connection.create_function("seal", 1, seal)
        connection.create_function("opened", 1, opened, deterministic=True)

    def _connect(self) -> sqlite3.Connection:
        made = sqlite3.connect(
            self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        made.row_factory = sqlite3.Row
        if made.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            made.close()
            raise ConflictError("service.project-begun-older-celos-kept", folder=self.path.parent)
        self._teach(made)
        made.execute("PRAGMA journal_mode = WAL")
        made.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
        return made
