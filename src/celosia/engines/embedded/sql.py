"""Small pieces of SQL."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from duckdb import DuckDBPyConnection

from celosia.domain.cells import Cells
from celosia.domain.coding import Codebook


def name(identifier: str) -> str:
    """Quote an identifier.

    >>> print(name('a "b" c'))
    "a ""b"" c"
    """
    return '"' + identifier.replace('"', '""') + '"'


def text(literal: str) -> str:
    """Quote a text literal.

    >>> text("it's")
    "'it''s'"
    """
    return "'" + literal.replace("'", "''") + "'"


def one_file(path: Path) -> str:
    """Quote the path of one file, which DuckDB would otherwise take as a pattern of several.

    >>> one_file(Path("data[1].csv"))
    "'data[[]1].csv'"
    """
    return text(re.sub(r"[*?\[]", r"[\g<0>]", str(path)))


def names(identifiers: Iterable[str]) -> str:
    """Quote and join identifiers."""
    return ", ".join(map(name, identifiers))


def hash_of(cells: Iterable[str], seed: int) -> str:
    """Give the expression of an order that only the cells' texts and the seed decide.

    >>> print(hash_of(["a"], 7))
    md5(concat_ws(chr(31), '7', coalesce(a, chr(30))))
    """
    known = ", ".join(f"coalesce({cell}, chr(30))" for cell in cells)
    return f"md5(concat_ws(chr(31), {text(str(seed))}, {known}))"


def fill_codes(connection: DuckDBPyConnection, table: str, book: Codebook) -> None:
    """Make a working table of a column's values and their codes."""
    connection.execute(
        f"""CREATE OR REPLACE TEMP TABLE {table} AS
            SELECT unnest($1::VARCHAR[]) AS value, unnest($2::INTEGER[]) AS code""",
        [list(book.values), book.codes],
    )


def fill_cells(connection: DuckDBPyConnection, table: str, cells: Cells) -> None:
    """Make a table of cells, all of them texts."""
    given = {f"c{i}": column for i, column in enumerate(cells.columns.values())}
    texts = ", ".join(f"c{i}::VARCHAR AS {name(n)}" for i, n in enumerate(cells.names))
    connection.execute("SET pandas_analyze_sample = 0")  # a guess from some cells could be wrong
    connection.register("cells_given", given)
    connection.execute(f"CREATE TABLE {table} AS SELECT {texts} FROM cells_given")
    connection.unregister("cells_given")


def where_complete(table: str, columns: Iterable[str]) -> str:
    """Keep only the records of a table that have no null in the columns.

    >>> print(where_complete("data", ["age"]))
    WHERE data."age" IS NOT NULL
    """
    conditions = " AND ".join(f"{table}.{name(column)} IS NOT NULL" for column in columns)
    return f"WHERE {conditions}" if conditions else ""
