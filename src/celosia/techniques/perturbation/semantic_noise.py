"""Nominal values replaced by others of near meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import Between, ColumnName, check_parameters
from celosia.core.randomness import Randomness
from celosia.core.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import CellArray, Cells, FloatArray, IntArray, Value, cell_array
from celosia.text.messages import Message


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


@declared(order=27)
@dataclass(frozen=True, slots=True)
class SemanticNoise(Technique):
    """Replace each value by one at a distance drawn from an exponential law.

    Of the distances d at which the hierarchy has values, seen from the value itself (d = 0), one
    is drawn with probability proportional to exp(-d / scale), then one of the values at that
    distance, all with the same chance; also values that no record holds. Distances are those of
    `SemanticDistance`, from 0 to 1: a scale of 0.1 leaves most values, one of 10 draws all
    distances about equally often. Nulls stay null.

    References: after Rodriguez-Garcia, Batet and Sánchez, A semantic framework for noise addition
    with nominal data, Knowledge-Based Systems 122, 2017; the law of distances is ours.
    """

    column: ColumnName
    scale: Annotated[float, Between(0, usual=0.5, open_low=True, public=True)]
    kind: ClassVar[str] = "semantic-noise"
    family: ClassVar[Family | None] = Family.PERTURBATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.semantic-noise"),
        labels={
            "scale": Message("techniques.semantic-noise-scale"),
        },
    )
    needs_hierarchy: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it keeps and destroys."""
        return Message(
            "techniques.replaces-values-others-near-meaning", column=self.column, scale=self.scale
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Draw what stands for each value, record by record."""
        column = cells.column(self.column)
        hierarchy = context.needed_hierarchy(self.column)
        occurring = sorted({cell for cell in column if cell is not None})
        distance = SemanticDistance.of(hierarchy, _values(hierarchy, occurring))
        place = {value: one for one, value in enumerate(distance.values)}
        randomness = context.randomness.part(f"semantic-noise {self.column}")
        codes = np.array([-1 if cell is None else place[cell] for cell in column], np.int64)
        made = codes.copy()
        for code, records in _records_of(codes):
            if code >= 0:
                made[records] = self._drawn(distance.of_one(code), records.size, randomness)
        return Applied(cells.with_columns({self.column: _texts(made, distance.values)}))

    def _drawn(self, distance: FloatArray, times: int, randomness: Randomness) -> IntArray:
        rings, ring_of = np.unique(distance.round(9), return_inverse=True)
        weight = np.exp(-rings / self.scale)
        sizes = np.bincount(ring_of)
        share = (weight / weight.sum() / sizes)[ring_of]
        return randomness.weighted(share, times)


def _values(hierarchy: Hierarchy, occurring: list[str]) -> list[str]:
    """Give all values of the hierarchy, and those of the data, whether it knows them or not."""
    return sorted({value for value in hierarchy.values if value is not None} | set(occurring))


def _records_of(codes: IntArray) -> Iterator[tuple[int, IntArray]]:
    """Give each code with the records that hold it."""
    order = np.argsort(codes, kind="stable")
    present, start = np.unique(codes[order], return_index=True)
    return zip(present.tolist(), np.split(order, start[1:]), strict=False)


def _texts(codes: IntArray, values: tuple[str, ...]) -> CellArray:
    return cell_array(None if code < 0 else values[code] for code in codes.tolist())
