"""Bring a file into a DuckDB table of texts, or say line by line why not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from duckdb import DuckDBPyConnection, Error

from celosia.domain.reading import Dialect, ReadOptions
from celosia.domain.schema import Column, ColumnType, Schema
from celosia.engines.embedded.dialect import detect_dialect, header
from celosia.engines.embedded.encoding import open_bytes, transcode
from celosia.engines.embedded.sheets import sheet_to_csv
from celosia.engines.embedded.sql import name, text
from celosia.errors import DataError

UTF8 = ("utf-8", "utf-8-sig", "utf8", "ascii")
SHOWN = 20
LONGEST_LINE = 16 << 20
WHAT_IS_WRONG = {
    "TOO MANY COLUMNS": "too many columns",
    "MISSING COLUMNS": "too few columns",
    "UNQUOTED VALUE": "a quote that does not close",
    "LINE SIZE OVER MAXIMUM": "a line longer than 16 MB",
    "INVALID ENCODING": "invalid characters",
    "INVALID STATE": "text after a closing quote",
}


def load(
    connection: DuckDBPyConnection, table: str, path: Path, options: ReadOptions, space: Path
) -> tuple[Dialect | None, Schema | None]:
    """Create `table` from a file; give its dialect if delimited, its schema if typed."""
    if not path.is_file():
        raise DataError(f"There is no file {path}.")
    with open_bytes(path) as file:
        magic = file.read(4)
    if magic == b"PAR1":
        return None, _load_parquet(connection, table, path)
    if magic == b"PK\x03\x04":
        copy = space / "sheet.csv"
        dialect = Dialect()
        sheet_to_csv(path, options.sheet, copy)
        _load_delimited(connection, table, copy, dialect, header(copy, dialect), options)
        copy.unlink()
        return None, None
    dialect = detect_dialect(path, options)
    columns = header(path, dialect)
    source = path
    if dialect.encoding.lower() not in UTF8:
        source = space / "utf8.csv"
        transcode(path, dialect.encoding, source)
    _load_delimited(connection, table, source, dialect, columns, options)
    if source != path:
        source.unlink()
    return dialect, None


def _load_delimited(
    connection: DuckDBPyConnection,
    table: str,
    path: Path,
    dialect: Dialect,
    columns: Sequence[str],
    options: ReadOptions,
) -> None:
    declared = ", ".join(f"{text(column)}: 'VARCHAR'" for column in columns)
    nulls = ", ".join(map(text, ("", *options.null_values)))
    try:
        connection.execute(
            f"""CREATE TABLE {table} AS SELECT * FROM read_csv({text(str(path))},
                auto_detect = false, header = true, columns = {{{declared}}},
                delim = {text(dialect.separator)}, quote = {text(dialect.quote)},
                escape = {text(dialect.quote)}, nullstr = [{nulls}],
                max_line_size = {LONGEST_LINE}, store_rejects = true, rejects_limit = 1000,
                compression = {text(_compression(path))})"""
        )
    except Error as wrong:
        raise DataError(f"{path.name} cannot be read as delimited text: {_brief(wrong)}.") from None
    _raise_rejects(connection, path)


def _raise_rejects(connection: DuckDBPyConnection, path: Path) -> None:
    rejects = connection.execute(
        "SELECT line, error_type::VARCHAR, column_name FROM reject_errors ORDER BY line, column_idx"
    ).fetchall()
    if not rejects:
        return
    shown = [
        f"line {line}: {WHAT_IS_WRONG.get(kind, kind.lower())}"
        + (f" (at column '{column}')" if column else "")
        for line, kind, column in rejects[:SHOWN]
    ]
    more = f"\n  and {len(rejects) - SHOWN} more" if len(rejects) > SHOWN else ""
    raise DataError(
        f"{path.name} has {len(rejects)} malformed lines; nothing was read.\n  "
        + "\n  ".join(shown)
        + more
    )


def _load_parquet(connection: DuckDBPyConnection, table: str, path: Path) -> Schema:
    source = f"read_parquet({text(str(path))})"
    try:
        described = connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
    except Error as wrong:
        raise DataError(f"{path.name} cannot be read as Parquet: {_brief(wrong)}.") from None
    columns = [row[0] for row in described]
    texts = ", ".join(f"{name(column)}::VARCHAR AS {name(column)}" for column in columns)
    connection.execute(f"CREATE TABLE {table} AS SELECT {texts} FROM {source}")
    return Schema(tuple(Column(row[0], *_parquet_type(str(row[1]))) for row in described))


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


def _compression(path: Path) -> str:
    with path.open("rb") as file:
        return "gzip" if file.read(2) == b"\x1f\x8b" else "none"


def _brief(wrong: Error) -> str:
    """Name the kind of a driver's error; its text may quote the data."""
    return type(wrong).__name__
