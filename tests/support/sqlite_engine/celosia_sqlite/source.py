"""Where a table is: a database's file, and the table in it."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote, urlsplit

from celosia.errors import DataError, ParameterError


@dataclass(frozen=True)
class SqliteSource:
    """A table of a database; three slashes before a relative path, four before an absolute one."""

    path: Path
    table: str

    @classmethod
    def parse(cls, address: str) -> SqliteSource:
        parts = urlsplit(address)
        table = parse_qs(parts.query).get("table", [unquote(parts.fragment)])[0]
        path = unquote(parts.path.removeprefix("/"))
        if parts.netloc or not path or not table:
            raise ParameterError(
                "Write sqlite:///file.db?table=name.",
                es="Escriba sqlite:///fichero.db?table=nombre.",
            )
        return cls(Path(path), table)

    @property
    def address(self) -> str:
        return f"sqlite:///{quote(str(self.path))}?table={quote(self.table, safe='')}"

    def at(self, table: str) -> SqliteSource:
        return replace(self, table=table)

    def connect(self) -> sqlite3.Connection:
        if not self.path.is_file():
            raise DataError(f"There is no file {self.path}.")
        return sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)


def name(identifier: str) -> str:
    """Quote an identifier."""
    return '"' + identifier.replace('"', '""') + '"'


def kind_of(connection: sqlite3.Connection, table: str) -> str | None:
    """Say what has that name: a table, a view, or nothing."""
    found = connection.execute(
        "SELECT type FROM sqlite_master WHERE name = ? COLLATE NOCASE", (table,)
    ).fetchone()
    return None if found is None else str(found[0])
