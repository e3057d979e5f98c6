"""Bring a file into a DuckDB table of texts, or say line by line why not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from duckdb import DuckDBPyConnection, Error

from celosia.domain.reading import Dialect, OwnOptions, ReadOptions
from celosia.domain.schema import Column, ColumnType, Schema
from celosia.engines.embedded.dialect import (
    blank_lines_before,
    check_names,
    detect_dialect,
    header,
)
from celosia.engines.embedded.encoding import DAMAGED, is_packed, open_bytes, transcode
from celosia.engines.embedded.locating import lines_at
from celosia.engines.embedded.sheets import sheet_to_csv
from celosia.engines.embedded.sql import name, one_file, text
from celosia.errors import DataError

UTF8 = ("utf-8", "utf-8-sig", "utf8", "ascii")
SHOWN = 20
LONGEST_LINE = 16 << 20
MOST_REJECTS = 1000
WHAT_IS_WRONG = {
    "TOO MANY COLUMNS": "too many columns",
    "MISSING COLUMNS": "too few columns",
    "UNQUOTED VALUE": "a quote that does not close, or text after a closing one",
    "LINE SIZE OVER MAXIMUM": "a line longer than 16 MB",
    "INVALID ENCODING": "invalid characters",
    "INVALID STATE": "text after a closing quote",
}


def load(
    connection: DuckDBPyConnection, table: str, path: Path, options: ReadOptions, space: Path
) -> tuple[Dialect | None, Schema | None]:
    """Create `table` from a file; give its dialect if delimited, its schema if typed."""
    if path.is_dir():
        raise DataError(
            f"{path} is a folder, and a file was expected. Spark reads a folder of Parquet files: "
            "write spark:?data= before its name."
        )
    if not path.is_file():
        raise DataError(f"There is no file {path}.")
    try:
        with open_bytes(path) as file:
            magic = file.read(4)
        if magic == b"PAR1":
            return None, _load_parquet(connection, table, path)
        if magic == b"PK\x03\x04":
            _load_sheet(connection, table, path, options, space / "sheet.csv")
            return None, None
        return _load_text(connection, table, path, options, space / "utf8.csv"), None
    except DAMAGED:
        raise DataError(f"{path.name} is a damaged or incomplete gzip file.") from None


def _load_sheet(
    connection: DuckDBPyConnection, table: str, path: Path, options: ReadOptions, copy: Path
) -> None:
    sheet_to_csv(path, options.sheet, copy)
    nulls = options.null_values
    try:
        _load_delimited(connection, table, copy, Dialect(), ReadOptions(null_values=nulls))
    except Error as wrong:
        raise DataError(f"{path.name} cannot be read: {_brief(wrong)}.") from None
    copy.unlink()


def _load_text(
    connection: DuckDBPyConnection, table: str, path: Path, options: ReadOptions, copy: Path
) -> Dialect:
    dialect = detect_dialect(path, options)
    as_utf8 = replace(dialect, encoding="utf-8")
    source = path
    if dialect.encoding.lower() not in UTF8:
        source = copy
        transcode(path, dialect.encoding, copy)
    try:
        _load_delimited(connection, table, source, as_utf8, options)
    except Error:  # DuckDB refuses lines that end now in one way, now in another
        transcode(path, dialect.encoding, copy, one_line_end=True)
        try:
            _load_delimited(connection, table, copy, as_utf8, options)
        except Error as wrong:
            raise DataError(
                f"{path.name} cannot be read as delimited text: {_brief(wrong)}."
            ) from None
        source = copy
    _raise_rejects(connection, source, path.name)
    copy.unlink(missing_ok=True)
    return dialect


def _load_delimited(
    connection: DuckDBPyConnection, table: str, path: Path, dialect: Dialect, options: ReadOptions
) -> None:
    declared = ", ".join(f"{text(column)}: 'VARCHAR'" for column in header(path, dialect))
    quoted_nulls = "false" if isinstance(options, OwnOptions) else "true"
    nulls = ", ".join(map(text, ("", *options.null_values)))
    connection.execute(
        f"""CREATE OR REPLACE TABLE {table} AS SELECT * FROM read_csv({one_file(path)},
            auto_detect = false, header = true, columns = {{{declared}}},
            skip = {blank_lines_before(path, dialect)}, hive_partitioning = false,
            delim = {text(dialect.separator)}, quote = {text(dialect.quote)},
            escape = {text(dialect.quote)}, nullstr = [{nulls}],
            allow_quoted_nulls = {quoted_nulls},
            max_line_size = {LONGEST_LINE}, store_rejects = true, rejects_limit = {MOST_REJECTS},
            compression = {text("gzip" if is_packed(path) else "none")})"""
    )


def _raise_rejects(connection: DuckDBPyConnection, source: Path, title: str) -> None:
    """Report the lines that were not read.

    DuckDB counts records, so lines are counted here; it counts bytes from 1.
    """
    rejects = connection.execute(
        """SELECT line_byte_position, first(error_type::VARCHAR ORDER BY column_idx),
                  first(column_name ORDER BY column_idx)
           FROM reject_errors GROUP BY ALL ORDER BY line_byte_position"""
    ).fetchall()
    if not rejects:
        return
    lines = lines_at(source, (position - 1 for position, _, _ in rejects[:SHOWN]))
    shown = [
        f"line {line}: {_what_is_wrong(kind, column)}"
        for line, (_, kind, column) in zip(lines, rejects, strict=False)
    ]
    if len(rejects) > SHOWN:
        shown.append(f"and {len(rejects) - SHOWN} more")
    raise DataError(
        f"{title} has {len(rejects)} malformed lines; nothing was read.\n  " + "\n  ".join(shown)
    )


def _what_is_wrong(kind: str, column: str | None) -> str:
    wrong = WHAT_IS_WRONG.get(kind, kind.lower())
    return f"{wrong} (at column '{column}')" if column else wrong


def _load_parquet(connection: DuckDBPyConnection, table: str, path: Path) -> Schema:
    source = f"read_parquet({one_file(path)}, hive_partitioning = false)"
    try:
        described = connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
    except Error as wrong:
        raise DataError(f"{path.name} cannot be read as Parquet: {_brief(wrong)}.") from None
    columns = [row[0] for row in described]
    check_names(columns)
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


def _brief(wrong: Error) -> str:
    """Name the kind of a driver's error; its text may quote the data."""
    return type(wrong).__name__
