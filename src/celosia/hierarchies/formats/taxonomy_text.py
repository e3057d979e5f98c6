"""Taxonomy text: one `;` separated path per line, from a value to the root, of any length."""

from __future__ import annotations

from celosia.core.hierarchy import Hierarchy
from celosia.errors import HierarchyError
from celosia.hierarchies.formats import amnesia, level_csv
from celosia.hierarchies.taxonomy_rule import TaxonomyTree


def read(text: str, attribute: str) -> Hierarchy:
    r"""Read a hierarchy; a short path repeats its value at the lower levels.

    >>> read("India;Asia;*\nChile;*\n", "country").rows
    (('India', 'Asia', '*'), ('Chile', 'Chile', '*'))
    """
    return read_tree(text).hierarchy(attribute)


def read_tree(text: str) -> TaxonomyTree:
    r"""Read the tree itself, with its distances.

    >>> read_tree("India;Asia;*\nChile;*\n").distance("India", "Asia")
    0.5
    """
    paths = []
    for number, row in enumerate(level_csv.parse(text, ";"), start=1):
        nodes = tuple(node for node in row if node is not None)
        if nodes and len(nodes) < len(row):
            raise HierarchyError("hierarchies.path-taxonomy-empty-node", number=number)
        paths.extend([nodes] if nodes else [])
    return TaxonomyTree(tuple(paths))


def write(hierarchy: Hierarchy) -> str:
    r"""Write a hierarchy, if it is a tree.

    >>> write(Hierarchy.from_rows("country", [("India", "Asia", "*"), ("Chile", "Chile", "*")]))
    'India;Asia;*\nChile;*\n'
    """
    tree = amnesia.tree_of(hierarchy, "taxonomy")
    paths = [(value, *tree.ancestors(value)) for value in tree.values]
    return amnesia.checked(level_csv.unparse(paths, ";"), hierarchy, read, "taxonomy")
