"""Small pieces of SQL."""

from __future__ import annotations

from collections.abc import Iterable


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


def names(identifiers: Iterable[str]) -> str:
    """Quote and join identifiers."""
    return ", ".join(map(name, identifiers))


def where_complete(columns: Iterable[str]) -> str:
    """Keep only the records that have no null in the columns.

    >>> print(where_complete(["age"]))
    WHERE "age" IS NOT NULL
    """
    conditions = " AND ".join(f"{name(column)} IS NOT NULL" for column in columns)
    return f"WHERE {conditions}" if conditions else ""
