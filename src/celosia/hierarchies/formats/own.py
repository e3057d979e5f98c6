"""Celosía's own CSV: a header `level_0,level_1,...`, one row per value.

Comma separated, UTF-8, double quotes where needed, an empty field for a null. A spreadsheet with
a comma for decimals saves it with semicolons, so a semicolon or a tab is read too.
"""

from __future__ import annotations

import re

from celosia.domain.hierarchy import Hierarchy
from celosia.errors import HierarchyError
from celosia.hierarchies.formats import delimited

_HEADER = re.compile(r'"?level_0"?([,;\t\r\n]|\Z)')


def read(text: str, attribute: str) -> Hierarchy:
    r"""Read a hierarchy.

    >>> read("level_0,level_1\nF,*\nM,*\n", "sex").rows
    (('F', '*'), ('M', '*'))
    """
    start = _HEADER.match(text)
    if start is None:
        raise HierarchyError(
            "hierarchies.hierarchy-file-does-not-start-header-level-0", attribute=attribute
        )
    separator = start[1] if start[1] in (";", "\t") else ","
    header, *rows = delimited.parse(text, separator)
    if header != _header(len(header)):
        raise HierarchyError("hierarchies.header-hierarchy-file-must-level", attribute=attribute)
    return Hierarchy.from_rows(attribute, delimited.table(rows) if len(header) > 1 else rows)


def write(hierarchy: Hierarchy) -> str:
    r"""Write a hierarchy.

    >>> write(Hierarchy.from_rows("sex", [("F", "*"), ("M", "*")]))
    'level_0,level_1\nF,*\nM,*\n'
    """
    return delimited.unparse([_header(hierarchy.height + 1), *hierarchy.rows], ",")


def has_header(text: str) -> bool:
    """Tell whether the text starts as this format does."""
    return _HEADER.match(text) is not None


def _header(width: int) -> tuple[str, ...]:
    return tuple(f"level_{level}" for level in range(width))
