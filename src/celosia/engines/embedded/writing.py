"""Apply a recoding inside the engine and write the result as a file."""

from __future__ import annotations

from pathlib import Path

from duckdb import DuckDBPyConnection

from celosia.domain.reading import Dialect
from celosia.domain.recoding import Change
from celosia.domain.schema import Schema
from celosia.engines.embedded.applying import applied
from celosia.engines.embedded.sheets import write_sheet
from celosia.engines.embedded.sql import hash_of, name, text
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
    change: Change,
    path: Path,
    schema: Schema | None,
    dialect: Dialect,
    seed: int,
) -> int:
    """Write the recoded rows of a table; the format follows the end of `path`'s name.

    A schema gives columns that were not generalized their types.
    """
    ending = output_format(path)
    query = applied(connection, table, change, seed)
    connection.execute(f"CREATE OR REPLACE TEMP VIEW release AS {query}")
    columns = [name(column) for column in change.published]
    # The original order leaves no trace, not even for who knows the seed: equal tables in any
    # order give the same file.
    shuffled = f"{hash_of(columns, seed)}, {', '.join(columns)}"
    if schema is not None:
        columns = [_typed(connection, schema, change, column) for column in change.published]
    query = f"SELECT {', '.join(columns)} FROM release ORDER BY {shuffled}"
    if ending == ".xlsx":
        found = connection.execute(query)
        return write_sheet(path, change.published, iter(found.fetchone, None))
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


def _typed(connection: DuckDBPyConnection, schema: Schema, change: Change, column: str) -> str:
    """Keep the type of a column that was not generalized, unless it cannot hold every value."""
    if column in change.labels or (change.keep_suppressed and column in change.quasi_identifiers):
        return name(column)
    typed = as_typed(schema.column(column))
    lost = f"{name(column)} IS NOT NULL AND coalesce({typed}::VARCHAR IN ('inf', '-inf'), true)"
    if connection.execute(f"SELECT 1 FROM release WHERE {lost} LIMIT 1").fetchone():
        return name(column)
    return f"{typed} AS {name(column)}"
