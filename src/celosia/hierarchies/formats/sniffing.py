"""Which format a hierarchy file is in, from its content."""

from __future__ import annotations

from celosia.errors import HierarchyError
from celosia.hierarchies.formats import amnesia, level_csv


def sniff(text: str) -> str:
    r"""Name the format: own, amnesia, arx, or taxonomy when rows differ in length.

    >>> sniff("India;Asia;*\nChile;*\n"), sniff("India;Asia;*\n")
    ('taxonomy', 'arx')
    """
    if level_csv.has_header(text):
        return "own"
    if amnesia.is_amnesia(text):
        return "amnesia"
    lengths = {len(row) for row in level_csv.table(level_csv.parse(text, ";"))}
    if lengths == {1} and "," in text:
        raise HierarchyError("hierarchies.format-hierarchy-file-not-clear")
    return "arx" if len(lengths) <= 1 else "taxonomy"
