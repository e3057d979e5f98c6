"""Amnesia hierarchy text (OpenAIRE and Athena R.C., amnesia.openaire.eu).

A first line `distinct` or `range`; then `name N`, `type T` (string, int, decimal or date) and
`height H`, the number of levels with the values and the root counted; a blank line; then blocks
of lines `parent has child child ...`, one block per level from the values' parents up to the root,
with a blank line after each.

Everything is split at single spaces and nothing can be quoted, so a label with a space cannot be
written. Amnesia marks a missing value as the text NaN, which is read as that text. In a `range`
file a node is `low,high`, and the values themselves are not listed: `amnesia_ranges` places them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from celosia.domain.hierarchy import Hierarchy
from celosia.errors import HierarchyError
from celosia.hierarchies.formats import faithful
from celosia.hierarchies.taxonomy import TaxonomyTree

_FIRST_LINE = re.compile(r"\s*(distinct|range)[ \t]*(?:\r?\n|\Z)", re.IGNORECASE)
_HEADER_WORDS = {"distinct", "range", "name", "type", "height"}


def read(text: str, attribute: str) -> Hierarchy:
    r"""Read a hierarchy; the nodes without children are the values.

    >>> read("distinct\nname sex\ntype string\nheight 2\n\n* has F M \n\n", "sex").rows
    (('F', '*'), ('M', '*'))
    """
    if not is_amnesia(text):
        raise HierarchyError("hierarchies.hierarchy-file-does-not-start", attribute=attribute)
    return TaxonomyTree.from_edges(_edges(text, attribute)).hierarchy(attribute)


def write(hierarchy: Hierarchy) -> str:
    r"""Write a hierarchy as `distinct` text, if it is a tree and no label holds a space.

    >>> write(Hierarchy.from_rows("sex", [("F", "*"), ("M", "*")]))
    'distinct\nname sex\ntype string\nheight 2\n\n* has F M\n\n'
    """
    tree = faithful.tree_of(hierarchy, "Amnesia")
    _check_labels(hierarchy.attribute, tree)
    name = "_".join(hierarchy.attribute.split()) or "hierarchy"
    header = f"distinct\nname {name}\ntype string\nheight {hierarchy.height + 1}\n\n"
    text = header + "".join(_blocks(tree))
    return faithful.checked(text, hierarchy, read, "Amnesia")


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
    for number, line in enumerate(text.split("\n"), start=1):
        words = [word for word in line.rstrip("\r").split(" ") if word]
        if len(words) > 2 and words[1] == "has":
            in_header = False
            yield from ((child, words[0]) for child in words[2:])
        elif words and not (in_header and words[0].strip().lower() in _HEADER_WORDS):
            raise HierarchyError(
                "hierarchies.line-hierarchy-file-not-parent", number=number, attribute=attribute
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
