"""What columns do to each other, counted where the table is: no record is looked at."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from celosia.core.counts import Codebook
from celosia.core.relation import Pairing
from celosia.core.values import ValueCounts
from celosia.proposals.behaviour import (
    MET,
    SETTLED,
    Behaviour,
    Observed,
    judge,
    may_be_key,
    subjects_of,
)
from celosia.proposals.column_signs import ColumnSigns
from celosia.text.numerals import is_number, to_float

MOST_PLACED = 5_000
"""Values up to which a column of numbers is compared by their places: ages and years have a few
hundred. The places of more would have to be sent to the table, and those tell no birth."""
MILLION = 1_000_000


@dataclass(frozen=True, eq=False)
class CountedColumns:
    """The columns of a table that counts what they do."""

    relation: Pairing
    values: Mapping[str, ValueCounts]
    """The values of each column; those that stand for a null are nulls."""
    without: Mapping[str, Collection[str]]
    """The texts of each column that stand for a null."""

    @cached_property
    def chances(self) -> dict[str, float]:
        """How often two records agree by chance, by column; 1 where there is nothing to compare."""
        return {name: _chance(values) for name, values in self.values.items()}

    @cached_property
    def places(self) -> dict[str, Codebook]:
        """Where each number stands among all, in millionths, by column; only where all are."""
        found = {name: _places(name, values) for name, values in self.values.items()}
        return {name: book for name, book in found.items() if book is not None}

    def spread(self, name: str) -> float:
        """Give the variance of the places of all records."""
        place = dict(zip(self.places[name].values, self.places[name].codes, strict=True))
        pairs = zip(self.values[name].values, self.values[name].counts, strict=True)
        known = [(place[value] / MILLION, number) for value, number in pairs if value is not None]
        at, number = (np.array(each, np.float64) for each in zip(*known, strict=True))
        mean = np.average(at, weights=number)
        return float(np.average((at - mean) ** 2, weights=number))


def _chance(values: ValueCounts) -> float:
    counts = np.array(_numbers(values), np.float64)
    total = counts.sum()
    return float((counts * (counts - 1)).sum() / (total * (total - 1))) if total > 1 else 1.0


def _numbers(values: ValueCounts) -> list[int]:
    pairs = zip(values.values, values.counts, strict=True)
    return [number for value, number in pairs if value is not None]


def _places(name: str, values: ValueCounts) -> Codebook | None:
    """Number the values of a column of numbers by where the middle of their records stands."""
    texts = [value for value in values.values if value is not None]
    if not 1 < len(texts) <= MOST_PLACED or not all(map(is_number, texts)):
        return None
    counts = np.array(_numbers(values), np.int64)
    order = np.argsort([to_float(text) for text in texts], kind="stable")
    middle = np.empty(len(texts))
    middle[order] = np.cumsum(counts[order]) - counts[order] / 2
    codes = np.round(middle / counts.sum() * MILLION).astype(np.int64)
    return Codebook(name, tuple(texts), codes)


class CountedColumn(Observed):
    """A column beside the others, by counts; each is asked for once, and only where it decides."""

    def __init__(self, columns: CountedColumns, subjects: Mapping[str, str], place: int) -> None:
        self.columns, self.subjects, self.place = columns, subjects, place
        self.names = tuple(columns.values)
        self.chance = np.array([columns.chances[name] for name in self.names])
        self._held: dict[int, tuple[float, float]] = {}

    @property
    def groups(self) -> int:
        """Values that several records share."""
        return sum(number > 1 for number in _numbers(self.columns.values[self.names[self.place]]))

    def held(self, other: int) -> tuple[float, float]:
        """Tell how far a column stays the same: beyond chance, and how near the ranks are."""
        if other not in self._held:
            self._held[other] = self._count(self.names[other], float(self.chance[other]))
        return self._held[other]

    def _count(self, name: str, chance: float) -> tuple[float, float]:
        columns, places = self.columns, self.columns.places.get(name)
        key = self.names[self.place]
        found = columns.relation.agreement(key, name, columns.without, places)
        beyond = (found.agreed - chance) / max(1 - chance, 1e-12) if found.groups else 0.0
        spread = columns.spread(name) if places is not None else 0.0
        near = 1 - found.apart / spread if spread > 0 and found.groups else 0.0
        return beyond, near

    def decides(self, one: int, other: int) -> bool:
        """Tell whether one column decides another among records that differ in the key."""
        key, first, second = (self.names[i] for i in (self.place, one, other))
        squares, complete = self.columns.relation.squares, (first, second)

        def pairs(*names: str) -> int:
            """Count the pairs that agree in some columns and differ in the key, both ways."""
            same = squares((*names, key), complete, self.columns.without)
            return squares(names, complete, self.columns.without) - same

        met = pairs(first)
        if met < 2 * MET:
            return False
        chance = float(self.chance[other])
        return pairs(first, second) / met - chance >= SETTLED * (1 - chance)


def observe_counted(
    columns: CountedColumns, signs: Mapping[str, ColumnSigns]
) -> dict[str, Behaviour]:
    """Tell what each column that repeats does to the others, as `observe` does in records."""
    subjects = subjects_of(signs)
    found = {
        name: CountedColumn(columns, subjects, place)
        for place, name in enumerate(columns.values)
        if may_be_key(signs[name])
    }
    return judge(found, signs)
