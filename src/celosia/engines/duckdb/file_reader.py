"""Bring a file into a DuckDB table of texts, or say line by line why not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from duckdb import DuckDBPyConnection, Error

from celosia.core.schema import SKIP, Column, ColumnType, Dialect, OwnOptions, ReadOptions, Schema
from celosia.core.values import Cells
from celosia.engines.duckdb.file_query import fill_cells, name, one_file, text
from celosia.errors import DataError
from celosia.files.apart.parquet_cells import write_clean
from celosia.files.dialect import (
    DAMAGED,
    blank_lines_before,
    has_header,
    is_packed,
    read_header,
    settled_names,
)
from celosia.files.file_format import (
    FILE_FORMATS,
    Loaded,
    Reject,
    Source,
    Unreadable,
    check_all_read,
)
from celosia.files.read_limits import ReadLimits
from celosia.files.sandbox import run_apart
from celosia.text.messages import Message, verbatim

LONGEST_LINE = 16 << 20
"""Bytes; DuckDB takes 2 MB of itself, less than free texts and images in a cell can have."""
MOST_REJECTS = 1000
"""Lines that are kept of those not read: many more than the 20 that an error lists."""
WHAT_IS_WRONG = {
    "TOO MANY COLUMNS": Message("engines.too-many-columns"),
    "MISSING COLUMNS": Message("engines.too-few-columns"),
    "UNQUOTED VALUE": Message("engines.quote-does-not-close-text"),
    "LINE SIZE OVER MAXIMUM": Message("engines.line-longer-16-mb"),
    "INVALID ENCODING": Message("engines.invalid-characters"),
    "INVALID STATE": Message("engines.text-after-closing-quote"),
}


def load(
    connection: DuckDBPyConnection, table: str, path: Path, options: ReadOptions, space: Path
) -> Loaded:
    """Create `table` from a file, whatever its format."""
    if path.is_dir():
        raise DataError("engines.folder-file-expected-spark-reads", path=path)
    if not path.is_file():
        raise DataError("engines.no-file", path=path)
    try:
        loaded = FILE_FORMATS.at(path).read(
            Source(path, options, space), IntoTable(connection, table)
        )
    except DAMAGED:
        raise DataError("engines.damaged-incomplete-gzip-file", name=path.name) from None
    forget_codes(connection, table, options)
    return loaded


def forget_codes(connection: DuckDBPyConnection, table: str, options: ReadOptions) -> None:
    """Make nulls of the texts that mean null, whatever format they came in."""
    columns = [row[0] for row in connection.execute(f"DESCRIBE {table}").fetchall()]
    for column, codes in options.null_codes(columns).items():
        listed = ", ".join(map(text, codes))
        connection.execute(
            f"UPDATE {table} SET {name(column)} = NULL WHERE {name(column)} IN ({listed})"
        )


class IntoTable:
    """A table of DuckDB that a file is read into."""

    def __init__(self, connection: DuckDBPyConnection, table: str) -> None:
        self._connection, self._table = connection, table

    def delimited(self, path: Path, dialect: Dialect, options: ReadOptions) -> Sequence[Reject]:
        """Read text in UTF-8; give the lines that were not read."""
        columns = read_header(path, dialect, options)
        declared = ", ".join(f"{text(column)}: 'VARCHAR'" for column in columns)
        quoted_nulls = "false" if isinstance(options, OwnOptions) else "true"
        nulls = ", ".join(map(text, ("", *options.null_values)))
        header = "true" if has_header(options) else "false"
        most = 0 if options.broken_lines == SKIP else MOST_REJECTS  # 0 is all of them
        try:
            self._connection.execute(
                f"""CREATE OR REPLACE TABLE {self._table} AS SELECT * FROM read_csv(
                    {one_file(path)}, auto_detect = false, header = {header},
                    columns = {{{declared}}},
                    skip = {blank_lines_before(path, dialect)}, hive_partitioning = false,
                    delim = {text(dialect.separator)}, quote = {text(dialect.quote)},
                    escape = {text(dialect.quote)}, nullstr = [{nulls}],
                    allow_quoted_nulls = {quoted_nulls}, max_line_size = {LONGEST_LINE},
                    store_rejects = true, rejects_limit = {most},
                    compression = {text("gzip" if is_packed(path) else "none")})"""
            )
        except Error as wrong:
            raise Unreadable(_brief(wrong)) from None
        return self._rejects(columns)

    def _rejects(self, columns: Sequence[str]) -> Sequence[Reject]:
        """List the lines that were not read; DuckDB counts bytes from 1."""
        rejects = self._connection.execute(
            """SELECT line_byte_position, first(error_type::VARCHAR ORDER BY column_idx),
                      first(column_name ORDER BY column_idx)
               FROM reject_errors GROUP BY ALL ORDER BY line_byte_position"""
        ).fetchall()
        places = {column: place for place, column in enumerate(columns, start=1)}
        return [
            Reject(
                position - 1, WHAT_IS_WRONG.get(kind) or verbatim(kind.lower()), places.get(column)
            )
            for position, kind, column in rejects
        ]

    def parquet(self, source: Source) -> Schema:
        """Read a Parquet file, all cells as texts; give the types that it declares.

        A child process reads it and writes it again, and only what it wrote is opened here.
        """
        path, clean = source.path, source.space / "clean.parquet"
        limits = ReadLimits.of_machine()
        told = run_apart(
            write_clean,
            path.name,
            limits,
            path=str(path),
            target=str(clean),
            memory=limits.memory,
            space=str(source.space),
        )
        columns = settled_names(told["columns"], source.options)
        texts = ", ".join(f"c{i} AS {name(column)}" for i, column in enumerate(columns))
        self._connection.execute(
            f"CREATE TABLE {self._table} AS SELECT {texts} FROM read_parquet({one_file(clean)})"
        )
        clean.unlink()
        check_all_read(path.name, told["records"], self.records)
        types = zip(columns, told["types"], strict=True)
        return Schema(tuple(Column(column, *_parquet_type(stored)) for column, stored in types))

    @property
    def records(self) -> int:
        """How many records were read."""
        found = self._connection.execute(f"SELECT count(*) FROM {self._table}").fetchone()
        assert found is not None
        return int(found[0])

    def cells(self, cells: Cells) -> None:
        """Take cells that are in memory."""
        fill_cells(self._connection, self._table, cells)


def _parquet_type(stored: str) -> tuple[ColumnType, None, str | None]:
    if stored.endswith("INT") or stored.endswith("INTEGER"):
        return ColumnType.INTEGER, None, None
    if stored.startswith(("DECIMAL", "DOUBLE", "FLOAT")):
        return ColumnType.DECIMAL, None, None
    if stored == "DATE":
        return ColumnType.DATE, None, "%Y-%m-%d"
    if stored == "BOOLEAN":
        return ColumnType.BOOLEAN, None, None
    return ColumnType.TEXT, None, None


def _brief(wrong: Error) -> str:
    """Name the kind of a driver's error; its text may quote the data."""
    return type(wrong).__name__
