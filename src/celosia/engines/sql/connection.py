"""One connection to a server, opened again when it was lost, and what its errors mean."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from celosia.engines.sql.server import Server, Settled
from celosia.engines.sql.server_source import SqlSource
from celosia.errors import CelosiaError, DataError, MissingExtraError
from celosia.text.messages import Message

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine


class ServerError(CelosiaError):
    """The database server refused, stopped or was lost; what was there before is untouched."""


class ConnectionLost(ServerError):  # noqa: N818 - reads as what happened
    """The connection was cut; the server may still know more than we do."""


LOST = "engines.connection-lost"
UNREACHABLE = "engines.unreachable"
REFUSED = "engines.login-refused"
NOT_ALLOWED = "engines.not-allowed"
MEANWHILE = "engines.published-meanwhile"
UNSETTLED_ERRORS = "engines.lost-while-renaming"
UNCLEANED = "engines.lost-before-cleaning"
LIMIT = "engines.limit-reached"
BUSY = "engines.table-locked"
NEEDED = "engines.table-needed"
NO_TABLE = "engines.no-such-table"
SAME_NAMES = "engines.same-names"
UNFIT_NAME = "engines.unfit-name"
WRONG_QUERY = "engines.wrong-query"
WOULD_WRITE = "engines.source-would-write"
OTHER = "engines.other-code"

MEANINGS = {
    LOST: ("2006", "2013", "2014", "1927", "1053", "57P", "08"),
    UNREACHABLE: ("2002", "2003", "2005", "1040"),
    REFUSED: ("1045", "1698", "28"),
    NOT_ALLOWED: ("1044", "1142", "1143", "1227", "1290", "1370", "1836", "42501", "25006"),
    LIMIT: (
        *("1021", "1026", "1038", "1041", "1114", "1206", "1317", "1969", "3024", "4031"),
        *("53", "54", "57014"),
    ),
    BUSY: ("1205", "1213", "40P01", "55P03", "40001"),
    NEEDED: ("2BP01", "1451", "3730"),
    NO_TABLE: ("1049", "1146", "1051", "1054", "3D000", "42P01", "42703", "3F000"),
    SAME_NAMES: ("1060", "42701"),
    UNFIT_NAME: ("1059", "1103", "1166", "42602", "42622"),
    WRONG_QUERY: ("1064", "42601", "42P10"),
}
"""Codes, or how they begin where five characters long."""
WITHOUT_CODE = {
    LOST: Message("engines.connection-lost-without-code"),
    UNREACHABLE: Message("engines.unreachable-without-code"),
}
"""What is said where a driver gives no code: only these happen without one."""
OF_THE_DATA = (NO_TABLE, SAME_NAMES, UNFIT_NAME, WRONG_QUERY)
"""What is wrong with what was asked for, not with the server."""
READ_ONLY = ("25006", "1792")
"""Codes of a statement that would write in a transaction that may only read."""


@contextmanager
def explain_errors(driver_error: type[Exception]) -> Iterator[None]:
    """Turn a driver's error into one of ours, without its text."""
    from sqlalchemy.exc import DBAPIError  # there is no driver's error without it

    try:
        yield
    except (DBAPIError, driver_error) as wrong:
        raise explain(wrong) from None


def explain(wrong: Exception) -> CelosiaError:
    """Say what a driver's error means.

    >>> print(explain(Exception(1205, "…")))
    Another session holds the table locked (code 1205). Wait for it, then run it again.
    >>> print(explain(Exception("…")))
    The server cannot be reached. Is it running, and are host, port and database right?
    """
    code = code_of(wrong)
    meaning = UNREACHABLE if code == "none" else _meaning(code)
    if getattr(wrong, "connection_invalidated", False) and meaning in (OTHER, UNREACHABLE):
        meaning = LOST
    kind = ServerError if meaning not in OF_THE_DATA else DataError
    said = Message(meaning, code=code) if code != "none" else WITHOUT_CODE[meaning]
    told = (ConnectionLost if meaning == LOST else kind)(said)
    told.code = code
    return told


def code_of(wrong: Exception) -> str:
    """Give the server's or the driver's code of an error; "none" where it has none."""
    origin = getattr(wrong, "orig", None) or wrong
    state = getattr(origin, "sqlstate", None) if not _numbered(origin) else None
    return str(state or (origin.args[0] if _numbered(origin) else "none"))


def _numbered(origin: BaseException) -> bool:
    return bool(origin.args) and isinstance(origin.args[0], int)


def _meaning(code: str) -> str:
    if code == "57014":
        return LIMIT
    for meaning, codes in MEANINGS.items():
        if code in codes or (len(code) == 5 and code.startswith(_beginnings(codes))):
            return meaning
    return OTHER


def _beginnings(codes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(code for code in codes if len(code) < 4)


PASSWORD = "CELOSIA_PASSWORD"
BATCH = 5_000
"""Rows of one round trip: 1 MB where they have 15 cells of 13 signs; MariaDB refuses above 16."""
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
            poolclass=NullPool,  # temporary tables and settings are of one connection alone
            isolation_level="AUTOCOMMIT",  # transactions are begun where one is needed
            connect_args={**_patience(source), **server.connect_arguments(bulk)},
            hide_parameters=True,  # they are cells
        )
        self._connection: Connection | None = None
        self._settled = UNSETTLED
        self._reading = self._writing = False
        self._held: list[str] = []

    def hold(self, name: str) -> None:
        """Hold a name on the server as long as this session lives, by whatever connection."""
        self.server.hold(self, name)
        self._held.append(name)

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
                with explain_errors(self._error):
                    self._connection = self.engine.connect()
            except RuntimeError:
                # PyMySQL's only word (it has no code) for MySQL's way to log in without TLS, which
                # needs a package that is not there
                if find_spec("cryptography") is not None:
                    raise
                raise MissingExtraError("engines.login-needs-tls-another-package") from None
            try:
                self._settled = self.server.settle(self)
                for name in self._held:
                    self.server.hold(self, name)
            except BaseException:
                self.forget()
                raise
        return self._connection

    @property
    def number(self) -> int:
        """The connection's number on the server."""
        return self._settle().number

    @property
    def home(self) -> str:
        """The schema in which a table without one is looked for."""
        return self._settle().home

    def _settle(self) -> Settled:
        """Say what the connection is to its server; it is opened for that if need be."""
        assert self.connection is not None
        return self._settled

    def ask(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """Ask the server about itself: our own words alone, never a source's query or view."""
        with self._watch():
            return list(self.connection.exec_driver_sql(sql, tuple(values)).fetchall())

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """Run a query where nothing can be written, and give its rows."""
        with self.reading():
            return self.ask(sql, values)

    def describe(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """Give the driver's description of a query's columns."""
        with self.reading(), self._watch():
            found = self.connection.exec_driver_sql(sql, tuple(values))
            described = list(found.cursor.description or ()) if found.cursor else []
            found.close()
            return described

    def one(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """Run a query and give the first cell of its first row."""
        return self.rows(sql, values)[0][0]

    def run(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Run a statement that gives no rows."""
        with self._watch():
            self.connection.exec_driver_sql(sql, tuple(values)).close()

    def run_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement once for each row of values, in batches."""
        with self._watch():
            for first in range(0, len(rows), BATCH):
                batch = [tuple(row) for row in rows[first : first + BATCH]]
                self.connection.exec_driver_sql(sql, batch)

    def stream(self, sql: str) -> Generator[Any]:
        """Give the rows of a query without holding them all."""
        with self.reading(), self._watch(), contextlib.ExitStack() as stack:
            options = {"stream_results": True, "yield_per": BATCH}
            found = self.connection.exec_driver_sql(sql, (), execution_options=options)
            stack.callback(found.close)
            yield from found

    @contextmanager
    def cursor(self) -> Iterator[Any]:
        """Give the driver's own cursor, for what only it can do."""
        with self._watch():
            cursor = self.connection.connection.cursor()
            try:
                yield cursor
            finally:
                with contextlib.suppress(self._error):
                    cursor.close()

    @contextmanager
    def reading(self, *settings: str) -> Iterator[None]:
        """See one state of the data, in a transaction that cannot write and is undone.

        A query, or a view behind a table's name, may call functions that write. Here the server
        refuses them; and what it lets pass all the same (PostgreSQL: large objects before 16,
        notes to listeners, settings) the end takes back. The `settings` hold while it lasts.
        """
        if self._reading:
            yield
            return
        if self._writing:
            raise RuntimeError  # a source is never read where something is written
        try:
            for statement in (self.server.snapshot, *settings):
                self.run(statement)
            self._reading = True
            yield
        finally:
            self._reading = False
            self._undo()

    @contextmanager
    def transaction(self, *begin: str) -> Iterator[None]:
        """Write by the statements inside as one; on any failure as none."""
        try:
            for statement in begin:
                self.run(statement)
            self._writing = True
            yield
        except BaseException:
            self._undo()
            raise
        finally:
            self._writing = False
        self.run("COMMIT")

    def _undo(self) -> None:
        with contextlib.suppress(CelosiaError):  # with the connection the transaction has gone
            if self.is_open:
                self.run("ROLLBACK")

    @property
    def is_open(self) -> bool:
        """Whether there is a connection that was not lost."""
        return self._connection is not None and not self._connection.invalidated

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
    def _watch(self) -> Iterator[None]:
        """Explain errors; after an interrupt, leave no statement running on the server."""
        try:
            with explain_errors(self._error):
                yield
        except ServerError as wrong:
            if self._reading and wrong.code in READ_ONLY:
                raise DataError(WOULD_WRITE, code=wrong.code) from None
            raise
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
