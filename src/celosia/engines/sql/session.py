"""One connection to a server, opened again when it was lost."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from celosia.engines.sql.errors import explained
from celosia.engines.sql.server import Server, Settled
from celosia.engines.sql.source import SqlSource
from celosia.errors import CelosiaError, MissingExtraError

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine

PASSWORD = "CELOSIA_PASSWORD"
BATCH = 5_000
PATIENCE = 10
"""Seconds to wait for a server that does not answer, where the address says nothing else."""

UNSETTLED = Settled(0, "")


class Session:
    """A connection that runs statements one by one, and explains what fails."""

    def __init__(
        self, source: SqlSource, server: Server, password: str | None = None, bulk: bool = False
    ) -> None:
        self.source = source
        self.server = server
        self._error: type[Exception] = server.module().Error
        from sqlalchemy import create_engine
        from sqlalchemy.pool import NullPool

        self._password = password if password is not None else os.environ.get(PASSWORD)
        self.engine: Engine = create_engine(
            self._url(),
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            connect_args={**_patience(source), **server.connect_arguments(bulk)},
            hide_parameters=True,
        )
        self._connection: Connection | None = None
        self._settled = UNSETTLED

    @property
    def password(self) -> str | None:
        """What the server was told; to open another connection, never to be shown."""
        return self._password

    @property
    def connection(self) -> Connection:
        """The open connection."""
        if self._connection is not None and self._connection.invalidated:
            self.forget()
        if self._connection is None:
            try:
                with explained(self._error):
                    self._connection = self.engine.connect()
            except RuntimeError as wrong:  # PyMySQL's, for MySQL's way to log in without TLS
                if "cryptography" not in str(wrong):
                    raise
                raise MissingExtraError("engines.login-needs-tls-another-package") from None
            try:
                self._settled = self.server.settle(self)
            except BaseException:
                self.forget()
                raise
        return self._connection

    @property
    def number(self) -> int:
        """The connection's number on the server."""
        return self._opened().number

    @property
    def home(self) -> str:
        """The schema in which a table without one is looked for."""
        return self._opened().home

    def _opened(self) -> Settled:
        """Say what the connection is to its server; it is opened for that if need be."""
        assert self.connection is not None
        return self._settled

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """Run a query and give its rows."""
        with self._watched():
            return list(self.connection.exec_driver_sql(sql, tuple(values)).fetchall())

    def describe(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """Give the driver's description of a query's columns."""
        with self._watched():
            found = self.connection.exec_driver_sql(sql, tuple(values))
            described = list(found.cursor.description or ()) if found.cursor else []
            found.close()
            return described

    def one(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """Run a query and give the first cell of its first row."""
        return self.rows(sql, values)[0][0]

    def run(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Run a statement that gives no rows."""
        with self._watched():
            self.connection.exec_driver_sql(sql, tuple(values)).close()

    def run_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement once for each row of values, in batches."""
        with self._watched():
            for first in range(0, len(rows), BATCH):
                batch = [tuple(row) for row in rows[first : first + BATCH]]
                self.connection.exec_driver_sql(sql, batch)

    def stream(self, sql: str) -> Iterator[Any]:
        """Give the rows of a query without holding them all."""
        with self._watched(), contextlib.ExitStack() as stack:
            options = {"stream_results": True, "yield_per": BATCH}
            found = self.connection.exec_driver_sql(sql, (), execution_options=options)
            stack.callback(found.close)
            yield from found

    @contextmanager
    def cursor(self) -> Iterator[Any]:
        """Give the driver's own cursor, for what only it can do."""
        with self._watched():
            cursor = self.connection.connection.cursor()
            try:
                yield cursor
            finally:
                with contextlib.suppress(self._error):
                    cursor.close()

    @contextmanager
    def transaction(self, *begin: str) -> Iterator[None]:
        """Run the statements inside as one; on any failure as none."""
        for statement in begin:
            self.run(statement)
        try:
            yield
        except BaseException:
            with contextlib.suppress(CelosiaError):
                if self._connection is not None and not self._connection.invalidated:
                    self.run("ROLLBACK")
            raise
        self.run("COMMIT")

    def forget(self) -> None:
        """Give up the connection, and end on the server what nobody waits for."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        number, self._settled = self._settled.number, UNSETTLED
        with contextlib.suppress(Exception):
            connection.invalidate()
        with contextlib.suppress(Exception):
            connection.close()
        if number:
            with contextlib.suppress(CelosiaError):
                self.server.end(self, number)

    def close(self) -> None:
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):  # closing a lost connection may fail
                connection.close()
        self.engine.dispose()

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Explain errors; after an interrupt, leave no statement running on the server."""
        try:
            with explained(self._error):
                yield
        except (KeyboardInterrupt, SystemExit):
            self.forget()
            raise

    def _url(self) -> URL:
        from sqlalchemy import URL

        source = self.source
        return URL.create(
            self.server.dialect,
            source.user,
            self._password or None,
            source.host,
            source.port,
            source.database,
            dict(source.options),
        )


def _patience(source: SqlSource) -> dict[str, int]:
    return {} if "connect_timeout" in dict(source.options) else {"connect_timeout": PATIENCE}
