"""A tree format cannot hold every hierarchy; one that would come back different is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from celosia.domain.hierarchy import Hierarchy
from celosia.domain.values import Value
from celosia.errors import HierarchyError
from celosia.hierarchies.taxonomy import TaxonomyTree


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
