"""Trees of categories, their distances, and the hierarchies they give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import ClassVar

from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import check_parameters
from celosia.core.values import ValueCounts
from celosia.errors import HierarchyError
from celosia.hierarchies.rule import RULES, RuleDescription
from celosia.text.messages import Message


@dataclass(frozen=True, slots=True)
class TaxonomyTree:
    """A tree of categories, from paths that go from a value up to the root.

    Paths may differ in length, and a node repeated in a row counts once. Every node has one
    parent, and there is one root.

    References: Byun et al., DASFAA 2007, definition 3 (distance between categorical values).

    >>> tree = TaxonomyTree((("India", "Asia", "*"), ("Iran", "Asia", "*"), ("Chile", "*")))
    >>> tree.distance("India", "Iran"), tree.distance("India", "Chile")
    (0.5, 1.0)
    """

    paths: tuple[tuple[str, ...], ...]
    parents: Mapping[str, str] = field(init=False, repr=False, compare=False)
    root: str = field(init=False, repr=False, compare=False)
    heights: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        paths = tuple(tuple(node for node, _ in groupby(path)) for path in self.paths)
        parents = _parents(paths)
        object.__setattr__(self, "parents", parents)
        object.__setattr__(self, "heights", _heights(paths, parents))
        object.__setattr__(self, "root", _root(paths, parents))

    @classmethod
    def from_edges(cls, edges: Iterable[tuple[str, str]]) -> TaxonomyTree:
        """Build from (child, parent) pairs; the values are the nodes without children.

        >>> TaxonomyTree.from_edges([("Iran", "Asia"), ("Asia", "*")]).paths
        (('Iran', 'Asia', '*'),)
        """
        pairs = tuple((child, parent) for child, parent in edges if child != parent)
        parents = _parents(pairs)
        inner = set(parents.values())
        leaves = [node for node in parents if node not in inner]
        if parents and not leaves:
            raise HierarchyError("hierarchies.taxonomy-cycle-no-node-without")
        return cls(tuple((leaf, *_climb(leaf, parents)) for leaf in leaves))

    @property
    def height(self) -> int:
        """Steps from the deepest node to the root."""
        return self.heights[self.root]

    @property
    def values(self) -> tuple[str, ...]:
        """What the paths start from, in their order: every leaf, and inner nodes so listed."""
        return tuple(dict.fromkeys(path[0] for path in self.paths))

    def ancestors(self, node: str) -> tuple[str, ...]:
        """Give the nodes above, from the parent to the root."""
        self._check((node,))
        return tuple(_climb(node, self.parents))

    def common_ancestor(self, *nodes: str) -> str:
        """Give the root of the smallest subtree that holds all the nodes.

        >>> TaxonomyTree((("India", "Asia", "*"), ("Iran", "Asia", "*"))).common_ancestor("Iran")
        'Iran'
        """
        self._check(nodes)
        lineages = [(node, *_climb(node, self.parents)) for node in nodes]
        shared = set(lineages[0]).intersection(*lineages)
        return next(node for node in lineages[0] if node in shared)

    def distance(self, a: str, b: str) -> float:
        """Height of the smallest subtree that holds both, over the height of the tree."""
        ancestor = self.common_ancestor(a, b)
        return 0.0 if a == b else self.heights[ancestor] / self.height

    def hierarchy(self, attribute: str) -> Hierarchy:
        """Give one row per value; a short path repeats its value at the lower levels.

        >>> TaxonomyTree((("India", "Asia", "*"), ("Chile", "*"))).hierarchy("country").rows
        (('India', 'Asia', '*'), ('Chile', 'Chile', '*'))
        """
        rows = []
        for value in self.values:
            above = _climb(value, self.parents)
            rows.append((value,) * (self.height + 1 - len(above)) + above)
        return Hierarchy.from_rows(attribute, rows)

    def _check(self, nodes: tuple[str, ...]) -> None:
        unknown = sum(node not in self.heights for node in nodes)
        if unknown or not nodes:
            raise HierarchyError(
                "hierarchies.nodes-asked-not-taxonomy",
                unknown=unknown,
                number=len(nodes),
                known=len(self.heights),
            )


@RULES.register("taxonomy", order=8)
@dataclass(frozen=True, slots=True)
class Taxonomy:
    """The rule that writes a taxonomy tree into the recipe itself, one path per value.

    >>> paths = (("India", "Asia", "*"), ("Chile", "*"))
    >>> Taxonomy(paths).build("country", ValueCounts.of(["India"])).levels[1]
    ('Asia', 'Chile')
    """

    paths: tuple[tuple[str, ...], ...]
    kind: ClassVar[str] = "taxonomy"
    described: ClassVar[RuleDescription] = RuleDescription(
        title=Message("hierarchies.taxonomy"),
        labels={
            "paths": Message("hierarchies.label-paths"),
        },
        not_offered={"app": Message("hierarchies.taxonomy-not-offered-app")},
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        TaxonomyTree(self.paths)

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Give the tree's hierarchy, whatever values occur."""
        return TaxonomyTree(self.paths).hierarchy(attribute)


def _parents(paths: Iterable[tuple[str, ...]]) -> dict[str, str]:
    parents: dict[str, str] = {}
    for number, path in enumerate(paths, start=1):
        for child, parent in pairwise(path):
            if parents.setdefault(child, parent) != parent:
                raise HierarchyError("hierarchies.path-taxonomy-gives-node-second", number=number)
    return parents


def _climb(node: str, parents: Mapping[str, str]) -> tuple[str, ...]:
    above: dict[str, None] = {}
    while node in parents:
        node = parents[node]
        if node in above:
            raise HierarchyError("hierarchies.taxonomy-cycle-node-own-ancestor")
        above[node] = None
    return tuple(above)


def _heights(paths: Iterable[tuple[str, ...]], parents: Mapping[str, str]) -> dict[str, int]:
    heights: dict[str, int] = {}
    for path in paths:
        for steps, node in enumerate((*path[:1], *_climb(path[0], parents)) if path else ()):
            heights[node] = max(steps, heights.get(node, 0))
    return heights


def _root(paths: tuple[tuple[str, ...], ...], parents: Mapping[str, str]) -> str:
    if not paths or not all(paths):
        raise HierarchyError("hierarchies.taxonomy-empty-empty-path")
    roots = {path[-1] for path in paths if path[-1] not in parents}
    if len(roots) > 1:
        raise HierarchyError("hierarchies.taxonomy-roots-give-every-path", roots=len(roots))
    return roots.pop()
