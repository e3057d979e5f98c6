"""What the columns hold: proposed from the data, and checked against a declaration."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from celosia.domain.labels.dates import FORMATS, ISO
from celosia.domain.schema import Column, ColumnType
from celosia.engines.embedded.sql import name, text

DATE_FORMATS = (ISO, *FORMATS)
TIME_PARTS = ("%H", "%I", "%M", "%S", "%X", "%c")
TRUE = ("true", "yes", "sí", "si", "verdadero")
BOOLEANS = (*TRUE, "false", "no", "falso")
INTEGER = r"[+-]?(0|[1-9][0-9]{0,17})"
DECIMAL = r"[+-]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)([eE][+-]?[0-9]+)?"
LEADING_ZERO = r"[+-]?0[0-9][0-9]*"


def is_valid(column: Column) -> str:
    """Give the SQL condition that a non-null cell of the column must fulfil."""
    cell = name(column.name)
    booleans = ", ".join(map(text, (*BOOLEANS, "0", "1")))
    date_format = column.format or DATE_FORMATS[0]
    conditions = {
        ColumnType.INTEGER: f"regexp_full_match(trim({cell}), '[+-]?[0-9]+')",
        ColumnType.DECIMAL: f"regexp_full_match(trim({cell}), '{DECIMAL}')",
        ColumnType.BOOLEAN: f"lower(trim({cell})) IN ({booleans})",
        ColumnType.DATE: f"{as_time(cell, date_format)} IS NOT NULL",
        ColumnType.TEXT: "true",
    }
    condition = conditions[column.type]
    if column.max_length is not None:
        condition = f"({condition} AND length({cell}) <= {column.max_length})"
    return condition


def propose_column(connection: DuckDBPyConnection, table: str, column: str) -> Column:
    """Find the narrowest type that fits every value of a column."""
    cell = name(column)
    dates = ", ".join(f"count(*) FILTER ({as_time(cell, f)} IS NOT NULL)" for f in DATE_FORMATS)
    row = connection.execute(
        f"""SELECT count(*), max(length({cell})),
            count(*) FILTER (regexp_full_match({cell}, '{INTEGER}')),
            count(*) FILTER (regexp_full_match({cell}, '{DECIMAL}')
                             AND NOT regexp_full_match({cell}, '{LEADING_ZERO}')),
            count(*) FILTER (lower({cell}) IN ({", ".join(map(text, BOOLEANS))})),
            {dates}
            FROM (SELECT DISTINCT {cell} FROM {table} WHERE {cell} IS NOT NULL)"""
    ).fetchone()
    assert row is not None
    values, longest, integers, decimals, booleans, *by_format = row
    if values == 0:
        return Column(column)
    if integers == values:
        return Column(column, ColumnType.INTEGER)
    if decimals == values:
        return Column(column, ColumnType.DECIMAL)
    if booleans == values:
        return Column(column, ColumnType.BOOLEAN)
    for date_format, matches in zip(DATE_FORMATS, by_format, strict=True):
        if matches == values:
            return Column(column, ColumnType.DATE, format=date_format)
    return Column(column, ColumnType.TEXT, max_length=longest)


def as_time(cell: str, date_format: str) -> str:
    """Give the SQL that reads a date; null where it is none.

    DuckDB would also read `infinity` and `epoch`, as 1900, a year of two digits, as of the first
    century, and a year 0, which no calendar has.
    """
    digits = 4 if "%Y" in date_format else 1
    time = f"try_strptime({cell}, {text(date_format)})"
    written = f"regexp_matches({cell}, '[0-9]{{{digits}}}')"
    return f"CASE WHEN {written} AND year({time}) > 0 THEN {time} END"


def as_typed(column: Column) -> str:
    """Give the SQL that turns a column's text into its type, for typed file formats."""
    cell = name(column.name)
    date_format = column.format or DATE_FORMATS[0]
    as_date = "" if any(part in date_format for part in TIME_PARTS) else "::DATE"
    typed = {
        ColumnType.INTEGER: f"try_cast({cell} AS BIGINT)",
        ColumnType.DECIMAL: f"try_cast(replace({cell}, ',', '.') AS DOUBLE)",
        ColumnType.BOOLEAN: f"trim(lower({cell})) IN ({', '.join(map(text, (*TRUE, '1')))})",
        ColumnType.DATE: f"({as_time(cell, date_format)}){as_date}",
        ColumnType.TEXT: cell,
    }
    return typed[column.type]
