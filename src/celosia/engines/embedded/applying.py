"""The query that a change of a table stands for."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from celosia.domain.nulls import NullPolicy
from celosia.domain.recoding import SUPPRESSED_GROUP, Change, Partition, Recoding
from celosia.domain.values import SUPPRESSED
from celosia.engines.embedded.sql import fill_codes, hash_of, name, text, where_complete


def applied(connection: DuckDBPyConnection, table: str, change: Change, seed: int) -> str:
    """Give the query of the published columns, changed and without the suppressed records."""
    if isinstance(change, Partition):
        return _partitioned(connection, table, change, seed)
    return _recoded(connection, table, change)


def _recoded(connection: DuckDBPyConnection, table: str, recoding: Recoding) -> str:
    """Give the query of the published columns, recoded and without the rejected records."""
    joins, cells = [], {column: f"{table}.{name(column)}" for column in recoding.published}
    for i, (column, labels) in enumerate(recoding.labels.items()):
        connection.execute(
            f"""CREATE OR REPLACE TEMP TABLE label_{i} AS
                SELECT unnest($1::VARCHAR[]) AS value, unnest($2::VARCHAR[]) AS label""",
            [list(labels.keys()), list(labels.values())],
        )
        cell = f"{table}.{name(column)}"
        joins.append(f"JOIN label_{i} ON {cell} IS NOT DISTINCT FROM label_{i}.value")
        cells[column] = f"label_{i}.label"
    selected = ", ".join(f"{cells[column]} AS {name(column)}" for column in recoding.published)
    query = f"SELECT {selected} FROM {table} {' '.join(joins)}"
    if recoding.nulls is NullPolicy.EXCLUDED:
        kept = f"SELECT * FROM {table} {where_complete(table, recoding.quasi_identifiers)}"
        query = f"WITH {table} AS ({kept}) {query}"
    return _without_rejected(connection, query, recoding) if recoding.rejected else query


def _without_rejected(connection: DuckDBPyConnection, query: str, recoding: Recoding) -> str:
    columns = recoding.quasi_identifiers
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE rejected AS SELECT "
        + ", ".join(
            f"unnest(${i}::VARCHAR[]) AS {name(c)}" for i, c in enumerate(columns, start=1)
        ),
        [list(cells) for cells in zip(*recoding.rejected, strict=True)],
    )
    same = " AND ".join(f"r.{name(c)} IS NOT DISTINCT FROM rejected.{name(c)}" for c in columns)
    if not recoding.keep_suppressed:
        return f"SELECT r.* FROM ({query}) AS r ANTI JOIN rejected ON {same}"
    star = ", ".join(f"{text(SUPPRESSED)} AS {name(column)}" for column in columns)
    return (
        f"SELECT r.* FROM ({query}) AS r ANTI JOIN rejected ON {same} UNION ALL "
        f"SELECT r.* REPLACE ({star}) FROM ({query}) AS r SEMI JOIN rejected ON {same}"
    )


def _partitioned(
    connection: DuckDBPyConnection, table: str, partition: Partition, seed: int
) -> str:
    """Rank the records of each combination, and give each the labels of its group.

    Inside, columns are called p0, p1, ... so that no name of the user's can clash.
    """
    keys = [f"c{i}" for i in range(len(partition.codebooks))]
    cells = [f"{table}.{name(column)}" for column in partition.published]
    codes, joins = [], []
    for i, book in enumerate(partition.codebooks):
        fill_codes(connection, f"code_{i}", book)
        cell = f"{table}.{name(book.column)}"
        joins.append(f"JOIN code_{i} ON {cell} IS NOT DISTINCT FROM code_{i}.value")
        codes.append(f"code_{i}.code AS c{i}")
    _fill_parts(connection, partition, keys)
    _fill_labels(connection, partition)
    plain = ", ".join(f"{cell} AS p{i}" for i, cell in enumerate(cells))
    drawn = ", ".join((hash_of(cells, seed), *(f"{cell} NULLS LAST" for cell in cells)))
    ranked = (
        f"SELECT {plain}, {', '.join(codes)}, row_number() OVER (PARTITION BY "
        f"{', '.join(f'code_{i}.code' for i in range(len(keys)))} ORDER BY {drawn}) - 1 AS rank "
        f"FROM {table} {' '.join(joins)}"
    )
    same = " AND ".join(f"ranked.{key} = part.{key}" for key in keys)
    left_out = "" if partition.keep_suppressed else f"WHERE grp <> {SUPPRESSED_GROUP}"
    return (
        f"WITH ranked AS ({ranked}) SELECT {_group_cells(partition)} FROM ranked JOIN part "
        f"ON {same} AND rank >= first AND rank < first + number "
        f"LEFT JOIN group_label ON grp = group_label.id {left_out}"
    )


def _group_cells(partition: Partition) -> str:
    """Give each published column: a group's label, or the record's own cell."""
    labels = {column: f"l{i}" for i, column in enumerate(partition.labels)}
    star = f"CASE WHEN grp = {SUPPRESSED_GROUP} THEN {text(SUPPRESSED)} ELSE"
    return ", ".join(
        f"{star} {labels[column]} END AS {name(column)}"
        if column in labels
        else f"p{i} AS {name(column)}"
        for i, column in enumerate(partition.published)
    )


def _fill_parts(connection: DuckDBPyConnection, partition: Partition, keys: list[str]) -> None:
    parts = {key: partition.codes[:, i].astype("int32") for i, key in enumerate(keys)}
    parts |= {"first": partition.first, "number": partition.number, "grp": partition.group}
    connection.register("parts_given", parts)
    connection.execute("CREATE OR REPLACE TEMP TABLE part AS SELECT * FROM parts_given")
    connection.unregister("parts_given")


def _fill_labels(connection: DuckDBPyConnection, partition: Partition) -> None:
    columns = list(partition.labels.values())
    cells = ", ".join(f"unnest(${i + 1}::VARCHAR[]) AS l{i}" for i in range(len(columns)))
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE group_label AS "
        f"SELECT {cells}, unnest(range(${len(columns) + 1})) AS id",
        [*map(list, columns), len(columns[0])],
    )
