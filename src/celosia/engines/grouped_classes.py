"""Equivalence classes from what an engine grouped: only combinations and counts are needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from celosia.core.arrays import FloatArray, IntArray
from celosia.core.classes import Classes
from celosia.core.values import Combinations, NullPolicy, Value
from celosia.engines.counted_values import CountedValues
from celosia.engines.matching import alike, coded, joined, summed, text_ranks

Grouped = Callable[[tuple[str, ...]], Combinations]
"""Count the combinations of some columns, over the records that the null policy leaves."""


class GroupedClasses:
    """The classes of a table, numbered in text order; those that look alike are paired."""

    def __init__(
        self,
        grouped: Grouped,
        quasi_identifiers: Sequence[str],
        nulls: NullPolicy,
        sensitive: Sequence[tuple[str, ...]] = (),
    ) -> None:
        self._grouped = cache(grouped)
        self._sensitive = sensitive
        self._keys = tuple(quasi_identifiers)
        self._wild = nulls is NullPolicy.WILDCARD
        # what is counted by a sensitive attribute too is added up here: one pass of the table fewer
        found = self._grouped((*self._keys, *(sensitive[0] if sensitive else ())))
        columns = found.values[: len(self._keys)]
        ranks = text_ranks(columns, len(found.counts))
        _, first = np.unique(ranks, return_index=True)
        self._values = tuple([column[i] for i in first] for column in columns)
        self.records: IntArray = summed(ranks, np.array(found.counts, np.int64), first.size)
        self._a, self._b = self._matching()

    def classes(self, population: FloatArray | None = None) -> Classes:
        """Gather sizes, histograms and finer classes."""
        histograms, refinements = {}, {}
        for *beside, attribute in self._sensitive:
            found = self._counted(beside, attribute)
            if beside:
                refinements[*beside, attribute] = found.refinement(attribute)
            else:
                histograms[attribute] = found.histogram()
        sizes = self.spread(self.records.astype(np.float64)).astype(np.int64)
        return Classes(sizes, histograms, self.records, population, refinements)

    def spread(self, amounts: FloatArray) -> FloatArray:
        """Add up, for each class, what the classes that look like it hold."""
        number = self.records.size
        return np.asarray(np.bincount(self._a, amounts[self._b], minlength=number), np.float64)

    def in_order(self, values: Sequence[list[Value]], amounts: FloatArray) -> FloatArray:
        """Put amounts of the same combinations in the order of the classes."""
        return amounts[np.argsort(text_ranks(values, amounts.size))]

    def people(self, people: Combinations) -> FloatArray:
        """Count the people of the population who look like each class."""
        pairs = [
            coded(ours, theirs) for ours, theirs in zip(self._values, people.values, strict=True)
        ]
        ours = np.stack([a for a, _ in pairs], axis=1)
        theirs = np.stack([b for _, b in pairs], axis=1)
        mine, other = alike(ours, theirs, self._wild)
        counts = np.array(people.counts, np.float64)
        found = np.bincount(mine, counts[other], minlength=self.records.size)
        return np.asarray(found, np.float64)

    def _matching(self) -> tuple[IntArray, IntArray]:
        number = np.arange(self.records.size)
        if not self._wild or not self._keys:
            return number, number
        codes = np.stack([coded(column)[0] for column in self._values], axis=1)
        return alike(codes, codes, wild=True)

    def _counted(self, beside: Sequence[str], attribute: str) -> CountedValues:
        """Count the values of a sensitive attribute per class."""
        found = self._grouped((*self._keys, *beside, attribute))
        records = len(found.counts)
        width = len(self._keys)
        ids = text_ranks(found.values[:width], records)
        further = text_ranks(found.values[width:-1], records)
        labels = tuple(sorted({v for v in found.values[-1] if v is not None}))
        codes, _ = coded(found.values[-1])
        n = np.array(found.counts, np.int64)
        whole = None
        if self._wild:
            known = codes >= 0
            whole = np.bincount(codes[known], n[known], len(labels)).astype(np.float64)
        pair, entry = joined(self._b, ids)
        return CountedValues(self._a[pair], further[entry], codes[entry], n[entry], labels, whole)
