"""Apply a recoding inside the engine and write the result as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from duckdb import DuckDBPyConnection

from celosia.domain.reading import Dialect
from celosia.domain.recoding import Change
from celosia.domain.schema import ColumnType, Schema
from celosia.engines.embedded.applying import applied
from celosia.engines.embedded.sql import hash_of, name, text
from celosia.engines.embedded.types import as_typed
from celosia.files.file_format import FILE_FORMATS, Dictionary


def is_typed(path: Path) -> bool:
    """Tell whether a file of this name keeps types."""
    return bool(FILE_FORMATS.written_as(path).holds)


@dataclass(frozen=True, slots=True)
class FromQuery:
    """The rows of a release, which a query gives in the order to be published."""

    connection: DuckDBPyConnection
    query: str
    columns: tuple[str, ...]
    dialect: Dialect
    dictionary: Dictionary

    def delimited(self, path: Path, packed: bool) -> int:
        """Write delimited text as a stream; give the number of records."""
        quote = text(self.dialect.quote or '"')
        return self._copy(
            path,
            f"FORMAT csv, HEADER, DELIMITER {text(self.dialect.separator)}, QUOTE {quote}, "
            f"ESCAPE {quote}, COMPRESSION {'gzip' if packed else 'none'}",
        )

    def parquet(self, path: Path) -> int:
        """Write Parquet as a stream; give the number of records."""
        return self._copy(path, "FORMAT parquet")

    def rows(self) -> Iterator[Sequence[Any]]:
        """Give row after row."""
        return iter(self.connection.execute(self.query).fetchone, None)

    def _copy(self, path: Path, how: str) -> int:
        found = self.connection.execute(f"COPY ({self.query}) TO {text(str(path))} ({how})")
        written = found.fetchone()
        assert written is not None
        return int(written[0])


def write(
    connection: DuckDBPyConnection,
    table: str,
    change: Change,
    path: Path,
    schema: Schema | None,
    dialect: Dialect,
    seed: int,
    dictionary: Dictionary,
) -> int:
    """Write the recoded rows of a table; the format follows the end of `path`'s name.

    A schema gives columns that were not generalized their types.
    """
    target = FILE_FORMATS.written_as(path)
    assert target.write is not None
    query = applied(connection, table, change, seed)
    connection.execute(f"CREATE OR REPLACE TEMP VIEW release AS {query}")
    columns = [name(column) for column in change.published]
    # The original order leaves no trace, not even for who knows the seed: equal tables in any
    # order give the same file.
    shuffled = f"{hash_of(columns, seed)}, {', '.join(columns)}"
    if schema is not None:
        columns = [
            _typed(connection, schema, change, column, target.holds) for column in change.published
        ]
    query = f"SELECT {', '.join(columns)} FROM release ORDER BY {shuffled}"
    return target.write(
        FromQuery(connection, query, tuple(change.published), dialect, dictionary), path
    )


def _typed(
    connection: DuckDBPyConnection,
    schema: Schema,
    change: Change,
    column: str,
    holds: frozenset[ColumnType],
) -> str:
    """Keep the type of a column that was not generalized, unless it cannot hold every value."""
    if column in change.labels or (change.keep_suppressed and column in change.quasi_identifiers):
        return name(column)
    if schema.column(column).type not in holds:
        return name(column)
    typed = as_typed(schema.column(column))
    lost = f"{name(column)} IS NOT NULL AND coalesce({typed}::VARCHAR IN ('inf', '-inf'), true)"
    if connection.execute(f"SELECT 1 FROM release WHERE {lost} LIMIT 1").fetchone():
        return name(column)
    return f"{typed} AS {name(column)}"
