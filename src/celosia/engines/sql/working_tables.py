"""Working tables: made for one change, recognizable, gone afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from uuid import uuid4

from celosia.core.counts import Codebook
from celosia.core.values import Value
from celosia.engines.sql.connection import UNCLEANED, ConnectionLost, ServerError, Session
from celosia.engines.sql.server import PREFIX, ColumnKind, WorkingField, server_of
from celosia.engines.sql.server_source import SqlSource, TableName
from celosia.errors import CelosiaError


class WorkingRun:
    """All working tables of one relation: their names share a beginning of their own."""

    def __init__(self) -> None:
        self.prefix = f"{PREFIX}{uuid4().hex}_"
        self._number = 0
        self.made = False
        """Whether anything was made that outlives the connection."""

    def name(self, what: str, schema: str | None) -> TableName:
        """Give a name that nothing has had before."""
        self._number += 1
        return TableName(f"{self.prefix}{what}{self._number}", schema)

    def begin(self, session: Session) -> None:
        """Make known that this run lives, before it makes what outlives its connection.

        What runs left that live no more is dropped, as far as this user may.
        """
        if self.made:
            return
        self.made = True
        session.hold(self.prefix)
        for prefix, tables in _by_run(session).items():
            if not session.server.is_held(session, prefix):
                with suppress(CelosiaError):  # another user's, or dropped by another meanwhile
                    drop(session, tables)

    def clean(self, session: Session) -> None:
        """Drop what this run made, in one statement, and make sure that it is gone."""
        if not self.made:
            return
        found = session.server.tables_like(session, self.prefix)
        if not found:
            self.made = False
            return
        try:
            drop(session, found)
        except ConnectionLost:
            raise
        except ServerError as wrong:
            named = ", ".join(map(str, found))
            raise ServerError("engines.working-tables-left", named=named, wrong=wrong) from None
        left = session.server.tables_like(session, self.prefix)
        if left:
            raise ServerError("engines.working-tables-could-not-dropped", tables=left)
        self.made = False

    def end(self, session: Session) -> None:
        """Clean, by a new connection if need be, and close the connection."""
        try:
            self.clean(session)
        except CelosiaError:
            session.forget()
            self._clean_anew(session)
        finally:
            session.close()

    def _clean_anew(self, session: Session) -> None:
        try:
            session.connection  # noqa: B018 - opens it
        except ServerError:
            raise ServerError(UNCLEANED, address=session.source.for_shell()) from None
        self.clean(session)


def drop(session: Session, tables: Sequence[TableName]) -> None:
    """Drop tables in one statement."""
    if tables:
        session.run(f"DROP TABLE {', '.join(map(session.server.table, tables))}")


def left_behind(
    url: SqlSource | str, password: str | None = None, drop_all: bool = False
) -> list[str]:
    """List the working tables on a server: of runs that are under way, or were killed.

    With `drop_all` those are dropped whose run lives no more.
    """
    source = SqlSource.parse(url) if isinstance(url, str) else url
    session = Session(source, server_of(source), password)
    try:
        found = _by_run(session)
        for prefix, tables in found.items() if drop_all else ():
            if not session.server.is_held(session, prefix):
                drop(session, tables)
        return [str(table) for tables in found.values() for table in tables]
    finally:
        session.close()


def _by_run(session: Session) -> dict[str, list[TableName]]:
    """Find the working tables on a server, by how the names of each run begin."""
    ours = re.compile(f"({re.escape(PREFIX)}[0-9a-f]{{32}}_)[a-z]+[0-9]+")
    found: dict[str, list[TableName]] = {}
    for table in session.server.tables_like(session, PREFIX):
        if named := ours.fullmatch(table.name):
            found.setdefault(named[1], []).append(table)
    return found


class Workbench:
    """The working tables of one statement, and the joins with them."""

    def __init__(self, session: Session, run: WorkingRun, schema: str | None) -> None:
        self.session = session
        self._run = run
        self._schema = schema
        self.tables: list[TableName] = []

    def table(self, what: str, fields: Sequence[WorkingField], rows: Sequence[Any]) -> str:
        """Make and fill a table; give its name as SQL."""
        name = self._run.name(what, self._schema)
        self.tables.append(name)
        self.session.server.fill(self.session, name, fields, rows)
        return self.session.server.table(name)

    def join_labels(
        self, alias: str, kind: ColumnKind, column: str, labels: Mapping[Value, Value]
    ) -> tuple[str, str, str]:
        """Join a column with the label of each of its values.

        Gives the join, the label, and the condition that leaves out unlisted values. A null is
        looked up apart: no join by equality would find it.
        """
        server = self.session.server
        values = [value for value in labels if value is not None]
        joined, keys = server.join_key(kind, column, values)
        fields = (
            WorkingField("value", "key", max(map(len, keys), default=0), True),
            WorkingField("label", "text", max((len(labels[v] or "") for v in values), default=0)),
        )
        rows = [(key, labels[value]) for key, value in zip(keys, values, strict=True)]
        table = self.table("label", fields, rows)
        on = f"JOIN {table} {alias} ON {alias}.value = {joined}"
        if None not in labels:
            return on, f"{alias}.label", ""
        null = labels[None]
        label = f"{alias}.label"
        if null is not None:
            label = f"CASE WHEN {column} IS NULL THEN {server.literal(null)} ELSE {label} END"
        return f"LEFT {on}", label, f"({column} IS NULL OR {alias}.value IS NOT NULL)"

    def join_codes(
        self, alias: str, kind: ColumnKind, column: str, book: Codebook
    ) -> tuple[str, str, str]:
        """Join a column with the code of each of its values, as `join_labels` does with labels."""
        server = self.session.server
        code_of = dict(zip(book.values, book.codes, strict=True))
        values = [value for value in code_of if value is not None]
        joined, keys = server.join_key(kind, column, values)
        fields = (
            WorkingField("value", "key", max(map(len, keys), default=0), True),
            WorkingField("code", "number"),
        )
        rows = [(key, code_of[value]) for key, value in zip(keys, values, strict=True)]
        on = f"JOIN {self.table('code', fields, rows)} {alias} ON {alias}.value = {joined}"
        if None not in code_of:
            return on, f"{alias}.code", ""
        code = f"CASE WHEN {column} IS NULL THEN {code_of[None]} ELSE {alias}.code END"
        return f"LEFT {on}", code, f"({column} IS NULL OR {alias}.value IS NOT NULL)"


@contextmanager
def workbench(
    session: Session, run: WorkingRun, target: TableName | None = None
) -> Iterator[Workbench]:
    """Give a place for working tables, gone at the end; beside a target when one is written.

    Where none is, they are made by statements of their own: what joins them reads the source, and
    that is done where nothing can be written.
    """
    server = session.server
    bench = Workbench(session, run, server.working_place(session.source, target))
    if target is not None:
        with session.transaction(*server.write):
            yield bench
            server.drop_working(session, bench.tables)
        return
    try:
        yield bench
    except BaseException:
        if session.is_open:
            with suppress(CelosiaError):  # they end with the connection, too
                server.drop_working(session, bench.tables)
        raise
    server.drop_working(session, bench.tables)
