"""A file written aside until it is known to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from duckdb import DuckDBPyConnection

from celosia.core.relation import Change, Relation
from celosia.core.schema import ColumnType, Dialect, Schema
from celosia.engines.duckdb.file_query import applied, hash_of, name, text, without_formula
from celosia.engines.duckdb.file_types import as_typed, propose_column
from celosia.errors import DataError
from celosia.files.atomic import Aside, file_hash, make_last
from celosia.files.file_format import FILE_FORMATS, Dictionary
from celosia.files.formulas import are_escaped
from celosia.files.journal import NAME


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
        # the file is there already, for its owner alone; DuckDB would write to another beside it
        how = f"{how}, USE_TMP_FILE false"
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

    A schema gives columns that were not generalized their types. Those that it does not know have
    the type that fits what is written: one that fits the original would tell of what is left out.
    """
    target = FILE_FORMATS.written_as(path)
    assert target.write is not None
    query = applied(connection, table, change, seed)
    if are_escaped() and not target.holds:
        query = f"SELECT {', '.join(map(without_formula, change.published))} FROM ({query})"
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
    known = {each.name: each for each in schema}
    described = known.get(column) or propose_column(connection, "release", column)
    if described.type not in holds:
        return name(column)
    typed = as_typed(described)
    lost = f"{name(column)} IS NOT NULL AND coalesce({typed}::VARCHAR IN ('inf', '-inf'), true)"
    if connection.execute(f"SELECT 1 FROM release WHERE {lost} LIMIT 1").fetchone():
        return name(column)
    return f"{typed} AS {name(column)}"


def cannot_write(path: Path) -> DataError:
    """Say in which folder nothing can be written; that of a draft is nobody's concern."""
    parent = path.parent.parent if NAME.fullmatch(path.parent.name) else path.parent
    return DataError("engines.folder-cannot-written-disk-full", parent=parent)


class FileDraft:
    """A recoded table as a file aside, in the folder of its target."""

    def __init__(
        self, target: Path, write: Callable[[Path], int], reopen: Callable[[Path], Relation]
    ) -> None:
        try:
            self.aside = Aside(target)
        except OSError:
            raise cannot_write(target) from None
        self.path = self.aside.path
        self._reopen = reopen
        try:
            self._records = write(self.path)
            make_last(self.path)
        except BaseException:
            self.discard()
            raise

    @property
    def records(self) -> int:
        """How many records were written."""
        return self._records

    def reopen(self) -> Relation:
        """Read the file anew."""
        return self._reopen(self.path)

    def evidence(self) -> dict[str, str | int]:
        """Size and hash of the file."""
        return {"bytes": self.path.stat().st_size, "sha256": self.aside.digest}

    def publish(self) -> None:
        """Give it the name of its target."""
        self.aside.publish()

    def discard(self) -> None:
        """Remove it."""
        self.aside.discard()


def file_evidence(path: Path) -> dict[str, str | int]:
    """Give what identifies the bytes of a file."""
    return {"bytes": path.stat().st_size, "sha256": file_hash(path)}
