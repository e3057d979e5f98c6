"""Nominal values replaced by others of near meaning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray
from celosia.domain.cells import CellArray, Cells, cell_array
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.parameters import Between, Column, check_parameters
from celosia.domain.randomness import Randomness
from celosia.domain.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.methods.techniques.perturbation.semantic_distance import SemanticDistance
from celosia.text.messages import Message


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

    column: Column
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
        random = context.random.part(f"semantic-noise {self.column}")
        codes = np.array([-1 if cell is None else place[cell] for cell in column], np.int64)
        made = codes.copy()
        for code, records in _records_of(codes):
            if code >= 0:
                made[records] = self._drawn(distance.of_one(code), records.size, random)
        return Applied(cells.with_columns({self.column: _texts(made, distance.values)}))

    def _drawn(self, distance: FloatArray, times: int, random: Randomness) -> IntArray:
        rings, ring_of = np.unique(distance.round(9), return_inverse=True)
        weight = np.exp(-rings / self.scale)
        sizes = np.bincount(ring_of)
        share = (weight / weight.sum() / sizes)[ring_of]
        return random.weighted(share, times)


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
