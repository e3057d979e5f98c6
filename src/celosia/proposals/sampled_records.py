"""What columns do to each other, seen in records: all of a table, or some that were drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from celosia.core.values import BoolArray, FloatArray, IntArray, Value
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

MOST_PAIRS = 4_000
"""Pairs compared for a column: the error of a share is below 0.01 then."""


@dataclass(frozen=True, slots=True, eq=False)
class Sampled:
    """Records looked at, column by column, as codes; -1 where there is nothing."""

    names: tuple[str, ...]
    codes: IntArray
    """(records, columns)."""
    ranks: FloatArray
    """(records, columns): where a number stands among all, 0 to 1; NaN for texts."""
    chance: FloatArray
    """(columns,): how often two records agree by chance."""
    spread: FloatArray
    """(columns,): variance of the ranks."""

    @classmethod
    def of(cls, cells: Mapping[str, Sequence[Value]]) -> Sampled:
        """Code the cells of some columns."""
        codes: list[IntArray] = []
        ranks: list[FloatArray] = []
        for column in cells.values():
            known: dict[Value, int] = {None: -1}
            coded = np.fromiter(
                (known.setdefault(cell, len(known) - 1) for cell in column), np.int64, len(column)
            )
            codes.append(coded)
            ranks.append(_ranks(coded, [text for text in known if text is not None]))
        return cls(
            tuple(cells),
            np.stack(codes, axis=1),
            np.stack(ranks, axis=1),
            np.array([_chance(column) for column in codes]),
            np.array([_variance(column) for column in ranks]),
        )

    @property
    def records(self) -> int:
        """Number of records looked at."""
        return len(self.codes)


def _ranks(codes: IntArray, texts: Sequence[str]) -> FloatArray:
    """Give each number's place among all records; NaN in a column that is not all numbers."""
    if not texts or not all(map(is_number, texts)):
        return np.full(len(codes), np.nan)
    numbers = np.array([to_float(text) for text in texts])
    seen = codes >= 0
    counts = np.bincount(codes[seen], minlength=len(texts))
    order = np.argsort(numbers, kind="stable")
    middle = np.empty(len(texts))
    middle[order] = np.cumsum(counts[order]) - counts[order] / 2
    return np.where(seen, middle[codes] / max(seen.sum(), 1), np.nan)


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Pairs of records that share a value of one column, each value with the same weight."""

    first: IntArray
    second: IntArray
    weight: FloatArray
    groups: int

    @classmethod
    def within(cls, codes: IntArray) -> Pairs:
        """Pair each record with the next one that has the same value."""
        order = np.argsort(codes, kind="stable")
        order = order[codes[order] >= 0]
        same = codes[order][1:] == codes[order][:-1]
        first, second = order[:-1][same], order[1:][same]
        sizes = np.bincount(codes[first]) if len(first) else np.zeros(0, np.int64)
        weight = 1.0 / sizes[codes[first]] if len(first) else np.zeros(0)
        kept = slice(None, None, max(1, len(first) // MOST_PAIRS))
        return cls(first[kept], second[kept], weight[kept], int((sizes > 0).sum()))

    def agreement(self, sampled: Sampled) -> tuple[FloatArray, FloatArray]:
        """Tell how far each column stays the same: beyond chance, and how near the ranks are."""
        left, right = sampled.codes[self.first], sampled.codes[self.second]
        known: BoolArray = (left >= 0) & (right >= 0)
        weights = self.weight[:, None] * known
        total = np.maximum(weights.sum(axis=0), 1e-12)
        agreed = (weights * (left == right)).sum(axis=0) / total
        chance = sampled.chance
        beyond = (agreed - chance) / np.maximum(1 - chance, 1e-12)
        gap = sampled.ranks[self.first] - sampled.ranks[self.second]
        apart = np.nansum(weights * np.nan_to_num(gap) ** 2, axis=0) / total
        spread = sampled.spread
        near = np.where(spread > 0, 1 - apart / np.maximum(2 * spread, 1e-12), 0.0)
        return beyond, near


def _chance(codes: IntArray) -> float:
    """Tell how often two records agree by chance; 1 where there is nothing to compare."""
    counts = np.bincount(codes[codes >= 0])
    total = int(counts.sum())
    if total < 2:
        return 1.0
    return float((counts * (counts - 1)).sum() / (total * (total - 1)))


def _variance(ranks: FloatArray) -> float:
    known = ranks[~np.isnan(ranks)]
    return float(known.var()) if known.size else 0.0


class SampledColumn(Observed):
    """A column beside the others, in records that were drawn."""

    def __init__(self, sampled: Sampled, subjects: Mapping[str, str], place: int) -> None:
        self.sampled, self.subjects, self.place = sampled, subjects, place
        self.names, self.chance = sampled.names, sampled.chance
        self._pairs = Pairs.within(sampled.codes[:, place])
        self._beyond, self._near = self._pairs.agreement(sampled)

    @property
    def groups(self) -> int:
        """Values that several records share."""
        return self._pairs.groups

    def held(self, other: int) -> tuple[float, float]:
        """Tell how far a column stays the same: beyond chance, and how near the ranks are."""
        return float(self._beyond[other]), float(self._near[other])

    def decides(self, one: int, other: int) -> bool:
        """Tell whether one column decides another among records that differ in the key."""
        codes = self.sampled.codes
        order = np.lexsort((codes[:, self.place], codes[:, one]))
        order = order[(codes[order, one] >= 0) & (codes[order, other] >= 0)]
        left, right = codes[order[:-1]], codes[order[1:]]
        met = (left[:, one] == right[:, one]) & (left[:, self.place] != right[:, self.place])
        if met.sum() < MET:
            return False
        agreed = float((left[met, other] == right[met, other]).mean())
        chance = float(self.chance[other])
        return agreed - chance >= SETTLED * (1 - chance)


def observe(
    cells: Mapping[str, Sequence[Value]], signs: Mapping[str, ColumnSigns]
) -> dict[str, Behaviour]:
    """Tell what each column that repeats does to the others.

    Parameters
    ----------
    cells
        The same records of every column; the whole table, or records drawn from it.
    signs
        What each column was seen to be on its own, over the whole table.

    Examples
    --------
    >>> from celosia.core.values import ValueCounts
    >>> cells = {
    ...     "c1": [f"P{i // 3:05d}" for i in range(90)],
    ...     "edad": [str(20 + i // 3 % 29) for i in range(90)],
    ...     "sexo": ["HM"[i // 3 % 2] for i in range(90)],
    ...     "coste": [str(i * i % 97) for i in range(90)],
    ... }
    >>> signs = {n: ColumnSigns.of(n, ValueCounts.of(c), None) for n, c in cells.items()}
    >>> seen = observe(cells, signs)
    >>> seen["c1"].person_key, seen["c1"].constant, seen["coste"].person_key
    (True, ('edad', 'sexo'), False)
    """
    if not cells or not next(iter(cells.values())):
        return {}
    sampled, subjects = Sampled.of(cells), subjects_of(signs)
    found = {
        name: SampledColumn(sampled, subjects, place)
        for place, name in enumerate(sampled.names)
        if may_be_key(signs[name])
    }
    return judge(found, signs)
