"""The servers that tests talk to: their URLs, and scratch tables."""

from __future__ import annotations

import os
from pathlib import Path
from uuid import uuid4

from tests.support.tiers import needed

SERVERS = {
    "mariadb": ("CELOSIA_TEST_MARIADB_URL", "mariadb://root@127.0.0.1:3306/test"),
    "postgresql": ("CELOSIA_TEST_POSTGRES_URL", "postgresql://root@127.0.0.1:5432/test"),
}
_REACHED: dict[str, str] = {}
"""Why a server cannot be reached; empty if it can."""


def server_url(server: str) -> str:
    """Give a server's URL; skip the test, or fail where CI must run it, if it is not there."""
    variable, usual = SERVERS[server]
    url = os.environ.get(variable, usual)
    if server not in _REACHED:
        _REACHED[server] = _why_not(url)
    why_not = _REACHED[server]
    needed("server", f"needs a {server} server at {variable}: {why_not}" if why_not else "")
    return url


def _why_not(url: str) -> str:
    try:
        from celosia.engines.sql import left_behind
    except ImportError:
        return "SQLAlchemy is not installed"
    from celosia.errors import CelosiaError

    try:
        left_behind(url)
    except CelosiaError as wrong:
        return str(wrong)
    return ""


class Scratch:
    """Tables of one test, dropped after it."""

    def __init__(self, server: str) -> None:
        from celosia.engines.sql import SqlSource
        from celosia.engines.sql.connection import Session
        from celosia.engines.sql.server import server_of

        self.url = server_url(server)
        self.source = SqlSource.parse(self.url)
        self.server = server_of(self.source)
        self.session = Session(self.source, self.server)
        self.tables: list[str] = []

    @property
    def is_mysql(self) -> bool:
        """Whether it is MySQL that stands where MariaDB usually does."""
        return self.server.title == "MariaDB" and "MariaDB" not in self.session.one(
            "SELECT version()"
        )

    def name(self) -> str:
        """Give a name for a new table."""
        self.tables.append(f"test_{uuid4().hex}")
        return self.tables[-1]

    def at(self, table: str) -> str:
        """Give the URL of a table."""
        return f"{self.url}#{table}"

    def table(self, columns, rows, types=None) -> str:
        """Make a table of rows, all columns as long texts unless told otherwise."""
        name, server = self.name(), self.server
        usual = "LONGTEXT CHARACTER SET utf8mb4" if server.title == "MariaDB" else "TEXT"
        types = types or [usual] * len(columns)
        declared = ", ".join(
            f"{server.name(column)} {kind}" for column, kind in zip(columns, types, strict=True)
        )
        self.session.run(f"CREATE TABLE {server.name(name)} ({declared})")
        marks = ", ".join(["%s"] * len(columns))
        with self.session.transaction("BEGIN"):
            self.session.run_many(
                f"INSERT INTO {server.name(name)} VALUES ({marks})", [tuple(row) for row in rows]
            )
        return name

    def close(self) -> None:
        """Drop all tables."""
        names = ", ".join(map(self.server.name, self.tables))
        try:
            if names:
                self.session.run(f"DROP TABLE IF EXISTS {names}")
        finally:
            self.session.close()


def load(server: str, path: Path) -> str:
    """Import a CSV file as texts; give the URL of its table."""
    from celosia.core.schema import ReadOptions
    from celosia.engines.sql import import_file

    url = f"{server_url(server)}#test_{uuid4().hex}"
    import_file(url, path, ReadOptions(",", '"', "utf-8"))
    return url
