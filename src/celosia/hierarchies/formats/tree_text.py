"""Hierarchies as trees in text: Amnesia's, with its ranges, and taxonomy text.

Amnesia is by OpenAIRE and Athena R.C. (amnesia.openaire.eu). Taxonomy text has one `;` separated
path per line, from a value to the root, of any length.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from celosia.core.hierarchy import Hierarchy
from celosia.core.values import Value, ValueCounts
from celosia.errors import HierarchyError
from celosia.hierarchies.formats.level_csv import parse, unparse
from celosia.hierarchies.numbers import all_numbers, number, plain
from celosia.hierarchies.rule import from_labels
from celosia.hierarchies.taxonomy_rule import TaxonomyTree


def tree_of(hierarchy: Hierarchy, format: str) -> TaxonomyTree:
    """Give the hierarchy as a tree, if it is one."""
    if any(label is None for level in hierarchy.levels for label in level):
        raise HierarchyError(
            "hierarchies.hierarchy-holds-nulls-format-cannot",
            attribute=hierarchy.attribute,
            format=format,
        )
    paths = tuple(tuple(map(_text, row)) for row in hierarchy.rows)
    try:
        return TaxonomyTree(paths)
    except HierarchyError as error:
        raise _refusal(hierarchy, format) from error


def checked(
    text: str, hierarchy: Hierarchy, read: Callable[[str, str], Hierarchy], format: str
) -> str:
    """Give back the text if reading it gives the same rows, in any order."""
    if Counter(read(text, hierarchy.attribute).rows) != Counter(hierarchy.rows):
        raise _refusal(hierarchy, format)
    return text


def _refusal(hierarchy: Hierarchy, format: str) -> HierarchyError:
    return HierarchyError(
        "hierarchies.hierarchy-not-tree-root-parent", attribute=hierarchy.attribute, format=format
    )


def _text(label: Value) -> str:
    return label or ""


_FIRST_LINE = re.compile(r"\s*(distinct|range)[ \t]*(?:\r?\n|\Z)", re.IGNORECASE)
_HEADER_WORDS = {"distinct", "range", "name", "type", "height"}


def read_amnesia(text: str, attribute: str) -> Hierarchy:
    r"""Read a hierarchy; the nodes without children are the values.

    >>> read_amnesia("distinct\nname sex\ntype string\nheight 2\n\n* has F M \n\n", "sex").rows
    (('F', '*'), ('M', '*'))
    """
    if not is_amnesia(text):
        raise HierarchyError("hierarchies.hierarchy-file-does-not-start", attribute=attribute)
    return TaxonomyTree.from_edges(_edges(text, attribute)).hierarchy(attribute)


def write_amnesia(hierarchy: Hierarchy) -> str:
    r"""Write a hierarchy as `distinct` text, if it is a tree and no label holds a space.

    >>> write_amnesia(Hierarchy.from_rows("sex", [("F", "*"), ("M", "*")]))
    'distinct\nname sex\ntype string\nheight 2\n\n* has F M\n\n'
    """
    tree = tree_of(hierarchy, "Amnesia")
    _check_labels(hierarchy.attribute, tree)
    name = "_".join(hierarchy.attribute.split()) or "hierarchy"
    header = f"distinct\nname {name}\ntype string\nheight {hierarchy.height + 1}\n\n"
    text = header + "".join(_blocks(tree))
    return checked(text, hierarchy, read_amnesia, "Amnesia")


def is_amnesia(text: str) -> bool:
    """Tell whether the text starts as this format does."""
    return _FIRST_LINE.match(text) is not None


def has_ranges(text: str) -> bool:
    r"""Tell whether it is an Amnesia file whose nodes are ranges.

    >>> has_ranges("range\nname age\n")
    True
    """
    first = _FIRST_LINE.match(text)
    return first is not None and first[1].lower() == "range"


def _edges(text: str, attribute: str) -> Iterator[tuple[str, str]]:
    in_header = True
    for line_number, line in enumerate(text.split("\n"), start=1):
        words = [word for word in line.rstrip("\r").split(" ") if word]
        if len(words) > 2 and words[1] == "has":
            in_header = False
            yield from ((child, words[0]) for child in words[2:])
        elif words and not (in_header and words[0].strip().lower() in _HEADER_WORDS):
            raise HierarchyError(
                "hierarchies.line-hierarchy-file-not-parent",
                number=line_number,
                attribute=attribute,
            )


def _check_labels(attribute: str, tree: TaxonomyTree) -> None:
    bad = sum(label in ("", "has") or _splits(label) for label in tree.heights)
    if bad:
        raise HierarchyError(
            "hierarchies.labels-hierarchy-hold-space-empty", bad=bad, attribute=attribute
        )


def _splits(label: str) -> bool:
    return any(mark in label for mark in (" ", "\n", "\r"))


def _blocks(tree: TaxonomyTree) -> Iterable[str]:
    """Give one block of lines per depth, the deepest parents first."""
    children: dict[str, list[str]] = {}
    for child, parent in tree.parents.items():
        children.setdefault(parent, []).append(child)
    by_depth: dict[int, list[str]] = {}
    for parent, below in children.items():
        line = f"{parent} has {' '.join(below)}\n"
        by_depth.setdefault(len(tree.ancestors(parent)), []).append(line)
    return ("".join(by_depth[depth]) + "\n" for depth in sorted(by_depth, reverse=True))


def place(text: str, attribute: str, values: ValueCounts) -> Hierarchy:
    r"""Put each number into the lowest range that holds it, and that into the ranges above.

    As in Amnesia a range holds its lower end, and the last one its upper end too. The
    labels `0,50` become `[0, 50)`, for a comma is a decimal mark to many. The range of missing
    values, `NaN,NaN`, is left out.

    >>> text = "range\nname age\ntype int\nheight 2\n\n0,100 has 0,50 50,100\n\n"
    >>> place(text, "age", ValueCounts.of(["50", "7"])).rows
    (('50', '[50, 100]', '[0, 100]'), ('7', '[0, 50)', '[0, 100]'))
    """
    rows = sorted(_ranges(read_amnesia(text, attribute), attribute), key=lambda row: row[0].low)
    lows = [row[0].low for row in rows]
    end = max(row[0].high for row in rows)
    placed = []
    for value in all_numbers(attribute, values.texts):
        row = rows[max(bisect_right(lows, value) - 1, 0)]
        if row[0].holds(value, end):
            placed.append([step.label(end) for step in row])
    _check_outside(attribute, len(values.texts) - len(placed))
    levels = zip(*placed, strict=True) if placed else [()] * len(rows[0])
    return from_labels(attribute, values.texts, levels)


@dataclass(frozen=True, slots=True)
class _Range:
    low: Decimal
    high: Decimal

    def holds(self, value: Decimal, end: Decimal) -> bool:
        return self.low <= value and (value < self.high or value == self.high == end)

    def label(self, end: Decimal) -> str:
        return f"[{plain(self.low)}, {plain(self.high)}{']' if self.high == end else ')'}"


def _ranges(hierarchy: Hierarchy, attribute: str) -> list[list[_Range]]:
    rows = [row for row in hierarchy.rows if row[0] != "NaN,NaN"]
    ranges = [[found for found in map(_range, row) if found] for row in rows]
    if not ranges or any(len(found) < hierarchy.height + 1 for found in ranges):
        raise HierarchyError("hierarchies.ranges-hierarchy-file-not-all", attribute=attribute)
    return ranges


def _range(label: Value) -> _Range | None:
    ends = [number(end) for end in (label or "").split(",")]
    if len(ends) != 2 or ends[0] is None or ends[1] is None:
        return None
    return _Range(ends[0], ends[1])


def _check_outside(attribute: str, outside: int) -> None:
    if outside:
        raise HierarchyError(
            "hierarchies.distinct-values-lie-outside-every", outside=outside, attribute=attribute
        )


def read_taxonomy(text: str, attribute: str) -> Hierarchy:
    r"""Read a hierarchy; a short path repeats its value at the lower levels.

    >>> read_taxonomy("India;Asia;*\nChile;*\n", "country").rows
    (('India', 'Asia', '*'), ('Chile', 'Chile', '*'))
    """
    return read_tree(text).hierarchy(attribute)


def read_tree(text: str) -> TaxonomyTree:
    r"""Read the tree itself, with its distances.

    >>> read_tree("India;Asia;*\nChile;*\n").distance("India", "Asia")
    0.5
    """
    paths = []
    for line, row in enumerate(parse(text, ";"), start=1):
        nodes = tuple(node for node in row if node is not None)
        if nodes and len(nodes) < len(row):
            raise HierarchyError("hierarchies.path-taxonomy-empty-node", number=line)
        paths.extend([nodes] if nodes else [])
    return TaxonomyTree(tuple(paths))


def write_taxonomy(hierarchy: Hierarchy) -> str:
    r"""Write a hierarchy, if it is a tree.

    >>> rows = [("India", "Asia", "*"), ("Chile", "Chile", "*")]
    >>> write_taxonomy(Hierarchy.from_rows("country", rows))
    'India;Asia;*\nChile;*\n'
    """
    tree = tree_of(hierarchy, "taxonomy")
    paths = [(value, *tree.ancestors(value)) for value in tree.values]
    return checked(unparse(paths, ";"), hierarchy, read_taxonomy, "taxonomy")
