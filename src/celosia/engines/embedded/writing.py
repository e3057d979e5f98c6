"""Apply a recoding inside the engine and write the result as a file."""

from __future__ import annotations

from pathlib import Path

from duckdb import DuckDBPyConnection

from celosia.domain.nulls import NullPolicy
from celosia.domain.reading import Dialect
from celosia.domain.recoding import Recoding
from celosia.domain.schema import Schema
from celosia.domain.values import SUPPRESSED
from celosia.engines.embedded.sheets import write_sheet
from celosia.engines.embedded.sql import name, names, text, where_complete
from celosia.engines.embedded.types import as_typed
from celosia.errors import ParameterError

FORMATS = (".csv", ".txt", ".csv.gz", ".txt.gz", ".parquet", ".xlsx")


def output_format(path: Path) -> str:
    """Find the format of an output by the end of its name."""
    for ending in sorted(FORMATS, key=len, reverse=True):
        if path.name.lower().endswith(ending):
            return ending
    raise ParameterError(
        f"Cannot tell the format of '{path.name}'. Its name must end in {', '.join(FORMATS)}."
    )


def is_typed(path: Path) -> bool:
    """Tell whether a file of this name keeps types."""
    return output_format(path) in (".parquet", ".xlsx")


def write(
    connection: DuckDBPyConnection,
    table: str,
    recoding: Recoding,
    path: Path,
    schema: Schema | None,
    dialect: Dialect,
    seed: int,
) -> int:
    """Write the recoded rows of a table; the format follows the end of `path`'s name.

    A schema gives columns that were not generalized their types.
    """
    ending = output_format(path)
    connection.execute(
        f"CREATE OR REPLACE TEMP VIEW release AS {_recoded(connection, table, recoding)}"
    )
    shuffled = f"{_shuffle_key(recoding.published, seed)}, {names(recoding.published)}"
    if schema is not None:
        columns = ", ".join(
            _typed(connection, schema, recoding, column) for column in recoding.published
        )
        query = f"SELECT {columns} FROM release ORDER BY {shuffled}"
    else:
        query = f"SELECT {names(recoding.published)} FROM release ORDER BY {shuffled}"
    if ending == ".xlsx":
        found = connection.execute(query)
        return write_sheet(path, recoding.published, iter(found.fetchone, None))
    how = "FORMAT parquet"
    if ending != ".parquet":
        quote = text(dialect.quote or '"')
        how = (
            f"FORMAT csv, HEADER, DELIMITER {text(dialect.separator)}, QUOTE {quote}, "
            f"ESCAPE {quote}, COMPRESSION {'gzip' if ending.endswith('.gz') else 'none'}"
        )
    written = connection.execute(f"COPY ({query}) TO {text(str(path))} ({how})").fetchone()
    assert written is not None
    return int(written[0])


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


def _shuffle_key(columns: tuple[str, ...], seed: int) -> str:
    """Order by a hash of what is published.

    The original order leaves no trace, not even for who knows the seed: equal tables in any order
    give the same file.
    """
    cells = ", ".join(f"coalesce({name(column)}, chr(30))" for column in columns)
    return f"md5(concat_ws(chr(31), {text(str(seed))}, {cells}))"


def _typed(connection: DuckDBPyConnection, schema: Schema, recoding: Recoding, column: str) -> str:
    """Keep the type of a column that was not generalized, unless it cannot hold every value."""
    if column in recoding.labels or (
        recoding.keep_suppressed and column in recoding.quasi_identifiers
    ):
        return name(column)
    typed = as_typed(schema.column(column))
    lost = f"{name(column)} IS NOT NULL AND coalesce({typed}::VARCHAR IN ('inf', '-inf'), true)"
    if connection.execute(f"SELECT 1 FROM release WHERE {lost} LIMIT 1").fetchone():
        return name(column)
    return f"{typed} AS {name(column)}"
