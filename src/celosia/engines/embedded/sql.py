"""Small pieces of SQL."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path


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


def where_complete(table: str, columns: Iterable[str]) -> str:
    """Keep only the records of a table that have no null in the columns.

    >>> print(where_complete("data", ["age"]))
    WHERE data."age" IS NOT NULL
    """
    conditions = " AND ".join(f"{table}.{name(column)} IS NOT NULL" for column in columns)
    return f"WHERE {conditions}" if conditions else ""
