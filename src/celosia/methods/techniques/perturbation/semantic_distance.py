"""How far apart the values of a taxonomy are in meaning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.values import Value


@dataclass(frozen=True, slots=True, eq=False)
class SemanticDistance:
    """Distances by the ancestors that two values share, from 0 to 1.

    With T(v) the value and all its ancestors, d(a, b) = log2(1 + |T(a) △ T(b)| / |T(a) ∪ T(b)|):
    0 for equal values, 1 for values without a common ancestor.

    References: Sánchez, Batet, Isern and Valls, Ontology-based semantic similarity: a new
    feature-based approach, Expert Systems with Applications 39(9), 2012.

    >>> rows = [("cat", "pet", "*"), ("dog", "pet", "*"), ("oak", "tree", "*")]
    >>> kinds = Hierarchy.from_rows("kind", rows)
    >>> SemanticDistance.of(kinds, ("cat", "dog", "oak")).of_one(0).round(2)
    array([0.  , 0.58, 0.85])
    """

    values: tuple[str, ...]
    nodes: IntArray
    """(values, levels) the number of each ancestor from the top down; -1 below the value."""

    @classmethod
    def of(cls, hierarchy: Hierarchy, values: Iterable[str]) -> SemanticDistance:
        """Take the values; `HierarchyError` where the hierarchy does not know one."""
        known = tuple(values)
        if not known:
            return cls((), np.zeros((0, 0), np.int64))
        paths = [_path(row) for row in hierarchy.fitted(known).rows]
        number: dict[tuple[Value, ...], int] = {}
        nodes = np.full((len(paths), max(map(len, paths))), -1, np.int64)
        for row, path in enumerate(paths):
            for depth in range(len(path)):
                nodes[row, depth] = number.setdefault(path[: depth + 1], len(number))
        return cls(known, nodes)

    def of_one(self, one: int) -> FloatArray:
        """Distance of one value, given by its place, from each value."""
        known = self.nodes >= 0
        shared = ((self.nodes == self.nodes[one]) & known).sum(axis=1)
        union = known.sum(axis=1) + known[one].sum() - shared
        return np.asarray(np.log2(1 + (union - shared) / union), np.float64)

    def order(self, counts: IntArray) -> list[int]:
        """Order the values by their distance from the most marginal one, branch by branch.

        The most marginal value is the one furthest from all records, of which `counts` says how
        many hold each value. Values at the same distance stand together by their branch, so that
        neighbours in the order are near in the tree.
        """
        if not self.values:
            return []
        places = range(len(self.values))
        far = max(places, key=lambda one: (round(float(self.of_one(one) @ counts), 9), -one))
        distance = self.of_one(far).round(9).tolist()
        branch = self.nodes.tolist()
        return sorted(places, key=lambda one: (distance[one], branch[one], self.values[one]))


def _path(row: Sequence[Value]) -> tuple[Value, ...]:
    """Give the labels from the top down; one that is repeated level after level counts once."""
    return tuple(label for label, _ in groupby(reversed(row)))
