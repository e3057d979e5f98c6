"""Levels as CSV, one row per value: our own with a header `level_0,level_1,...`, and ARX's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from celosia.core.hierarchy import Hierarchy
from celosia.core.values import Value
from celosia.errors import HierarchyError

MOST_LEVELS = 1_000
"""Fields of a row; the finest hierarchy of dates has a dozen, and each level is a column."""


def parse(text: str, separator: str) -> list[tuple[Value, ...]]:
    r"""Split into rows of fields: bare nothing is null, `""` is the empty text.

    Python's `csv` reads both as the empty text, so a null would not survive a round trip.

    >>> parse('a,"b,c",\n"",x,y', ",")
    [('a', 'b,c', None), ('', 'x', 'y')]
    """
    field = _field(separator)
    rows: list[tuple[Value, ...]] = []
    row: list[Value] = []
    at = 0
    while at < len(text) or row:
        match = field.match(text, at)
        if match is None:
            line = text.count("\n", 0, at) + 1
            raise HierarchyError("hierarchies.line-hierarchy-file-stray-quote", line=line)
        row.append(_value(match))
        if len(row) > MOST_LEVELS:
            raise HierarchyError("hierarchies.too-many-levels", most=MOST_LEVELS)
        at = match.end()
        if match[3] != separator:
            rows.append(tuple(row))
            row = []
    return rows


def table(rows: list[tuple[Value, ...]]) -> list[tuple[Value, ...]]:
    """Leave blank lines out, unless every row is one field, where blank is null.

    >>> table([("a", "b"), (None,)])
    [('a', 'b')]
    """
    if max(map(len, rows), default=0) == 1:
        return rows
    return [row for row in rows if row != (None,)]


def unparse(rows: Iterable[Sequence[Value]], separator: str) -> str:
    r"""Write what `parse` reads.

    >>> unparse([("a", None, "")], ";")
    'a;;""\n'
    """
    lines = (separator.join(_quoted(value, separator) for value in row) for row in rows)
    return "".join(f"{line}\n" for line in lines)


def _field(separator: str) -> re.Pattern[str]:
    sep = re.escape(separator)
    return re.compile(rf'(?:"([^"]*(?:""[^"]*)*)"|((?!")[^{sep}\r\n]*))({sep}|\r\n|\r|\n|\Z)')


def _value(match: re.Match[str]) -> Value:
    quoted, bare = match[1], match[2]
    return (bare or None) if quoted is None else quoted.replace('""', '"')


def _quoted(value: Value, separator: str) -> str:
    if value is None:
        return ""
    if value and not any(mark in value for mark in (separator, '"', "\r", "\n")):
        return value
    return '"' + value.replace('"', '""') + '"'


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
    header, *rows = parse(text, separator)
    if header != _header(len(header)):
        raise HierarchyError("hierarchies.header-hierarchy-file-must-level", attribute=attribute)
    return Hierarchy.from_rows(attribute, table(rows) if len(header) > 1 else rows)


def write(hierarchy: Hierarchy) -> str:
    r"""Write a hierarchy.

    >>> write(Hierarchy.from_rows("sex", [("F", "*"), ("M", "*")]))
    'level_0,level_1\nF,*\nM,*\n'
    """
    return unparse([_header(hierarchy.height + 1), *hierarchy.rows], ",")


def has_header(text: str) -> bool:
    """Tell whether the text starts as this format does."""
    return _HEADER.match(text) is not None


def _header(width: int) -> tuple[str, ...]:
    return tuple(f"level_{level}" for level in range(width))


def read_arx(text: str, attribute: str) -> Hierarchy:
    r"""Read a hierarchy of ARX: `;` separated, no header, the coarsest label last.

    ARX writes a missing value as the text NULL, which is read as that text; an empty field is a
    null. References: Prasser et al., Software: Practice and Experience 50(7), 2020 (ARX).

    >>> read_arx("Male;*\nFemale;*\n", "sex").rows
    (('Male', '*'), ('Female', '*'))
    """
    return Hierarchy.from_rows(attribute, table(parse(text, ";")))


def write_arx(hierarchy: Hierarchy) -> str:
    r"""Write a hierarchy as ARX reads it.

    >>> write_arx(Hierarchy.from_rows("sex", [("Male", "*"), ("Female", "*")]))
    'Male;*\nFemale;*\n'
    """
    return unparse(hierarchy.rows, ";")
