"""What the columns hold: proposed from the data, and checked against a declaration."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from celosia.core.schema import Column, ColumnType
from celosia.engines.duckdb.file_query import name, text
from celosia.text.days import CLOCK, FORMATS, ISO, shape
from celosia.text.numerals import BLANKS, CODE_CELL, INTEGER_CELL, NUMBER_CELL, SHORT_INTEGER_CELL

DATE_FORMATS = (ISO, *FORMATS)
TRUE = ("true", "yes", "sí", "si", "verdadero")
BOOLEANS = (*TRUE, "false", "no", "falso")


def is_valid(column: Column) -> str:
    """Give the SQL condition that a non-null cell of the column must fulfil."""
    cell = name(column.name)
    booleans = ", ".join(map(text, (*BOOLEANS, "0", "1")))
    date_format = column.format or DATE_FORMATS[0]
    conditions = {
        ColumnType.INTEGER: matches(cell, INTEGER_CELL),
        ColumnType.DECIMAL: matches(cell, NUMBER_CELL),
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
    no_code = f"NOT {matches(cell, CODE_CELL)}"
    dates = ", ".join(f"count(*) FILTER ({as_time(cell, f)} IS NOT NULL)" for f in DATE_FORMATS)
    # One pass over the distinct values for all types: most columns have few of them.
    row = connection.execute(
        f"""SELECT count(*), max(length({cell})),
            count(*) FILTER ({matches(cell, SHORT_INTEGER_CELL)} AND {no_code}),
            count(*) FILTER ({matches(cell, NUMBER_CELL)} AND {no_code}),
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
    for date_format, fitting in zip(DATE_FORMATS, by_format, strict=True):
        if fitting == values:
            return Column(column, ColumnType.DATE, format=date_format)
    return Column(column, ColumnType.TEXT, max_length=longest)


def as_time(cell: str, date_format: str) -> str:
    """Give the SQL that reads a date; null where it is none.

    DuckDB would also read `infinity` and `epoch`, as 1900, a year of two digits, as of the first
    century, and a year 0, which no calendar has.
    """
    bare = f"trim({cell}, {text(BLANKS)})"
    time = f"try_strptime({bare}, {text(date_format)})"
    written = shape(date_format)
    looks_so = f"regexp_matches({bare}, '[0-9]')" if written is None else matches(bare, written)
    return f"CASE WHEN {looks_so} AND year({time}) > 0 THEN {time} END"


def matches(cell: str, pattern: str) -> str:
    """Give the SQL condition that the whole of a text fits a pattern."""
    return f"regexp_full_match({cell}, {text(pattern)})"


def as_number(cell: str) -> str:
    """Give the SQL that reads a number; null where it is none: DuckDB would read 1_000 and inf."""
    written = f"replace(trim({cell}, {text(BLANKS)}), ',', '.')"
    return f"CASE WHEN {matches(cell, NUMBER_CELL)} THEN try_cast({written} AS DOUBLE) END"


def as_typed(column: Column) -> str:
    """Give the SQL that turns a column's text into its type, for typed file formats."""
    cell = name(column.name)
    date_format = column.format or DATE_FORMATS[0]
    as_date = "" if any(part in date_format for part in CLOCK) else "::DATE"
    typed = {
        ColumnType.INTEGER: f"try_cast(trim({cell}, {text(BLANKS)}) AS BIGINT)",
        ColumnType.DECIMAL: as_number(cell),
        ColumnType.BOOLEAN: f"trim(lower({cell})) IN ({', '.join(map(text, (*TRUE, '1')))})",
        ColumnType.DATE: f"({as_time(cell, date_format)}){as_date}",
        ColumnType.TEXT: cell,
    }
    return typed[column.type]
