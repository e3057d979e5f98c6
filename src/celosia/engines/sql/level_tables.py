"""Hierarchies as tables: a row per value, a column per level (level_0 … level_n)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from celosia.core.hierarchy import Hierarchy
from celosia.core.schema import Column
from celosia.core.values import Value
from celosia.engines.sql.connection import Session
from celosia.engines.sql.server_draft import TableDraft
from celosia.engines.sql.server_relation import SqlRelation
from celosia.engines.sql.server_source import SqlSource, TableName
from celosia.engines.sql.servers import server_of
from celosia.engines.sql.working_tables import Run
from celosia.errors import HierarchyError, ParameterError


def write_hierarchy(
    url: SqlSource | str, hierarchy: Hierarchy, password: str | None = None
) -> None:
    """Store a hierarchy as a table, keyed by value; what had its name is replaced in one step."""
    source = _named(url)
    server = server_of(source)
    session, run = Session(source, server, password), Run()
    assert source.table is not None
    try:
        table = replace(source.table, schema=source.table.schema or session.home)

        def write(draft: TableName) -> int:
            return _stored(session, draft, hierarchy.levels)

        TableDraft(
            session, run, table, write, lambda t: SqlRelation(source.at(t), password)
        ).publish()
    finally:
        run.end(session)


def read_hierarchy(url: SqlSource | str, attribute: str, password: str | None = None) -> Hierarchy:
    """Read a hierarchy from a table whose columns are called level_0, level_1 and so on."""
    with SqlRelation(_named(url), password) as relation:
        columns = [f"level_{i}" for i in range(len(relation.columns))]
        if set(columns) != set(relation.columns):
            raise HierarchyError(
                "engines.hierarchys-table-columns-level-0",
                attribute=attribute,
                columns=relation.columns,
            )
        found = relation.combinations(columns)
        return Hierarchy.from_rows(attribute, list(zip(*found.values, strict=True)))


def _stored(session: Session, table: TableName, levels: Sequence[Sequence[Value]]) -> int:
    server = session.server
    columns = []
    for i, level in enumerate(levels):
        longest = max((len(label or "") for label in level), default=1)
        kind = server.column_type(Column(f"level_{i}", max_length=max(longest, 1)), (0, 0))
        columns.append(f"level_{i} {kind} COLLATE {server.exact}")
    if max((len((value or "").encode()) for value in levels[0]), default=0) <= server.longest_index:
        columns.append("UNIQUE (level_0)")
    session.run(f"CREATE TABLE {server.table(table)} ({', '.join(columns)})")
    marks = ", ".join(["%s"] * len(levels))
    rows = list(zip(*levels, strict=True))
    session.run_many(f"INSERT INTO {server.table(table)} VALUES ({marks})", rows)
    return len(rows)


def _named(url: SqlSource | str) -> SqlSource:
    source = SqlSource.parse(url) if isinstance(url, str) else url
    if source.table is None:
        raise ParameterError("engines.name-hierarchys-table-url-table")
    return source
