"""Tables written aside, under names that tell whose they are."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from uuid import uuid4

from celosia.core.engine import ENGINES, PATHS
from celosia.core.relation import Relation
from celosia.core.schema import ReadOptions, Schema
from celosia.core.values import Value
from celosia.errors import DataError, ParameterError
from celosia_sqlite.source import SqliteSource, kind_of, name

PREFIX = "celosia_work_"


class TableDraft:
    """A table beside its target."""

    def __init__(
        self,
        source: SqliteSource,
        target: str,
        columns: Sequence[str],
        rows: Iterable[Sequence[Value]],
        reopen: Callable[[SqliteSource], Relation],
    ) -> None:
        self._target, self._reopen = target, reopen
        self._aside = source.at(f"{PREFIX}{uuid4().hex}")
        self._connection = source.connect()
        self.records = fill(self._connection, name(self._aside.table), columns, rows)

    def reopen(self) -> Relation:
        return self._reopen(self._aside)

    def evidence(self) -> Mapping[str, str | int]:
        relation = self.reopen()
        try:
            return {**relation.evidence(), "table": self._target}
        finally:
            relation.close()

    def publish(self) -> None:
        if kind_of(self._connection, self._target) == "view":
            raise ParameterError(f"{self._target} is a view; name a table as the target.")
        with _transaction(self._connection):
            self._connection.execute(f"DROP TABLE IF EXISTS {name(self._target)}")
            self._connection.execute(
                f"ALTER TABLE {name(self._aside.table)} RENAME TO {name(self._target)}"
            )

    def discard(self) -> None:
        self._connection.execute(f"DROP TABLE IF EXISTS {name(self._aside.table)}")
        self._connection.close()


class _transaction:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, wrong: object, *_: object) -> None:
        self._connection.execute("COMMIT" if wrong is None else "ROLLBACK")


def fill(
    connection: sqlite3.Connection,
    table: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[Value]],
    temporary: bool = False,
) -> int:
    """Make a table of texts, as a whole or not at all; give the number of its rows."""
    declared = ", ".join(f"{name(column)} TEXT" for column in columns)
    marks = ", ".join("?" for _ in columns)
    with _transaction(connection):
        connection.execute(f"CREATE {'TEMP ' * temporary}TABLE {table} ({declared})")
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def working_tables(source: SqliteSource, drop_all: bool) -> list[str]:
    connection = source.connect()
    found = [
        str(row[0])
        for row in connection.execute(
            "SELECT name FROM sqlite_master WHERE substr(name, 1, ?) = ? ORDER BY 1",
            (len(PREFIX), PREFIX),
        )
    ]
    for table in found if drop_all else ():
        connection.execute(f"DROP TABLE {name(table)}")
    connection.close()
    return found


def loaded(
    path: Path,
    source: SqliteSource,
    options: ReadOptions,
    schema: Schema | None,
    replace_table: bool,
) -> int:
    """Make a table of a file that Celosía reads."""
    source.path.touch()
    connection = source.connect()
    is_there = kind_of(connection, source.table) is not None
    connection.close()
    if is_there and not replace_table:
        raise DataError(f"There is already a table {source.table}. Choose another name.")
    relation = ENGINES[PATHS].open(str(path), options)
    try:
        relation.check(schema or Schema(()))
        found = relation.cells(relation.columns, relation.records)
        draft = TableDraft(
            source, source.table, relation.columns, zip(*found.values(), strict=True), _unopened
        )
    finally:
        relation.close()
    try:
        draft.publish()
        return draft.records
    finally:
        draft.discard()


def _unopened(_: SqliteSource) -> Relation:
    raise NotImplementedError
