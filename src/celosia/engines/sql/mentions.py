"""Whether a query names a table."""

from __future__ import annotations

import re

from celosia.engines.sql.source import TableName

FROM = r"\b(from|\w*join)\b((?!\b(select|where|group|having|order|limit)\b).)*?"
DOT = r"\s*\.\s*"


def mentions(query: str, table: TableName, home: str) -> bool:
    """Tell whether a query reads from what it calls by a table's name, in backticks or without.

    A name without a schema is one of `home`.

    >>> patients = TableName("patients", "clinic")
    >>> mentions("SELECT * FROM visits v, `Clinic`.patients", patients, "open")
    True
    >>> mentions("SELECT patients FROM open.patients AS patients", patients, "open")
    False
    """
    schema, name = _part(table.schema or home), _part(table.name)
    called = [rf"{schema}{DOT}{name}"]
    if (table.schema or home).lower() == home.lower():
        called.append(rf"(?<![.`])(?<!\.\s)(?<!\bas\s){name}(?!{DOT})")
    found = rf"{FROM}({'|'.join(called)})"
    return re.search(found, query, re.IGNORECASE | re.DOTALL) is not None


def _part(name: str) -> str:
    quoted = "`" + name.replace("`", "``") + "`"
    return rf"(?:{re.escape(quoted)}|(?<![\w$`]){re.escape(name)}(?![\w$`]))"
