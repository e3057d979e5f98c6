"""Equivalence classes by plain grouping on the texts as they stand.

Spark groups and counts; the driver sees the classes, never a record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from celosia.core.classes import Classes, spread
from celosia.core.values import CodeArray, Combinations, FloatArray, IntArray, NullPolicy
from celosia.engines.grouped_classes import (
    NULL,
    CountedValues,
    alike,
    compatible_rows,
    row_ranks,
    summed,
)
from celosia.engines.spark.driver import F, pa, pc
from celosia.engines.spark.frame_query import complete, found
from celosia.engines.spark.frame_types import as_number
from celosia.errors import DataError
from celosia.text.messages import Message
from celosia.text.normal_form import compared
from celosia.text.numerals import WEIGHT_CELL

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame


@dataclass(frozen=True, eq=False)
class FrameGrouping:
    """The classes of a DataFrame of texts by some of its cells."""

    frame: DataFrame
    quasi_identifiers: Sequence[str]
    nulls: NullPolicy
    sensitive: Sequence[tuple[Sequence[str], tuple[str, ...]]]
    """Cells of attributes to count in the classes, with the names that the user knows."""
    as_written: frozenset[str] = frozenset()
    """Of these names, the ones whose spellings are values of their own."""

    def classes(self, weight: tuple[str, str] | None, people: Combinations | None) -> Classes:
        """Gather sizes, histograms, finer classes and populations.

        The weight comes as a cell, with the name that the user knows.
        """
        records = summed(self._class_of(self._base), _integers(self._base["n"]), self._number)
        histograms, refinements = {}, {}
        for cells, names in self.sensitive:
            values = self._count_values(cells, names[-1] in self.as_written)
            if len(cells) > 1:
                refinements[names] = values.refinement(names[-1])
            else:
                histograms[names[0]] = values.histogram()
        population = None
        if people is not None:
            population = self._count_people(people)
        elif weight is not None:
            population = self._sum_weights(*weight)
        return Classes(
            sizes=self._over_matching(records),
            histograms=histograms,
            records=records,
            population=population,
            refinements=refinements,
        )

    @cached_property
    def _kept(self) -> DataFrame:
        excluded = self.quasi_identifiers if self.nulls is NullPolicy.EXCLUDED else ()
        return complete(self.frame, excluded)

    @cached_property
    def _counts(self) -> list[pa.Table]:
        """Count the records per class and sensitive cells, once for each of the widest sets.

        What is counted by more columns than some figure needs is added up on the driver.
        """
        known = set(self.quasi_identifiers)
        asked = {frozenset(cells) - known for cells, _ in self.sensitive} or {frozenset()}
        widest = [sorted(one) for one in asked if not any(one < other for other in asked)]
        one_each = F.count(F.lit(1))
        return [self._group([*self.quasi_identifiers, *w], one_each) for w in sorted(widest)]

    @property
    def _base(self) -> pa.Table:
        return self._counts[0]

    def _with(self, cells: Iterable[str]) -> pa.Table:
        """Find what was counted by some cells."""
        return next(table for table in self._counts if set(cells) <= set(table.column_names))

    def _group(self, keys: Sequence[str], amount: Column) -> pa.Table:
        return found(
            self._kept.groupBy(*keys).agg(amount.alias("n")), Message("engines.counting-classes")
        )

    def _class_of(self, table: pa.Table) -> IntArray:
        """Number the class of each row: classes lie in text order, nulls last.

        Every count sees the same records, so the same classes get the same numbers.
        """
        return row_ranks(_ranks([table[cell] for cell in self.quasi_identifiers]))

    @cached_property
    def _number(self) -> int:
        return int(self._class_of(self._base).max(initial=-1)) + 1

    @cached_property
    def _codes(self) -> CodeArray:
        """(classes, quasi-identifiers): a number for each text, NULL for none."""
        pairs = zip(self.quasi_identifiers, self._dictionaries, strict=True)
        columns = [_encoded(self._base[cell], texts) for cell, texts in pairs]
        _, first = np.unique(self._class_of(self._base), return_index=True)
        return np.stack(columns, axis=1)[first]

    @cached_property
    def _dictionaries(self) -> list[pa.Array]:
        return [_texts(self._base[cell]) for cell in self.quasi_identifiers]

    @cached_property
    def _pairs(self) -> tuple[IntArray, IntArray] | None:
        """Classes that look alike where nulls match anything; None if each only like itself."""
        if self.nulls is not NullPolicy.WILDCARD:
            return None
        return compatible_rows(self._codes, self._codes)

    def _over_matching(self, amounts: CodeArray) -> CodeArray:
        """Add up the amounts of the classes that look like each class."""
        if self._pairs is None:
            return amounts
        a, b = self._pairs
        return summed(a, amounts[b], self._number)

    def _spread(self, class_of: IntArray) -> tuple[IntArray, IntArray]:
        """List the classes that see each entry, and the entry they see."""
        if self._pairs is None:
            return class_of, np.arange(class_of.size)
        b, a = self._pairs  # looking alike is mutual, so the pairs can be read in either order
        starts = np.searchsorted(b, np.arange(self._number + 1))
        entry, pair = spread(starts, class_of)
        return a[pair], entry

    def _count_values(self, cells: Sequence[str], as_written: bool) -> CountedValues:
        """Count the values of the last of some attributes, per class and values of the others."""
        table = self._with(cells)
        *others, last = cells
        labels = _texts(table[last])
        values = _encoded(table[last], labels)
        counts = _integers(table["n"])
        beside = row_ranks(_ranks([table[cell] for cell in others])) if others else 0 * counts
        seen_by, entry = self._spread(self._class_of(table))
        known = values != NULL
        return CountedValues(
            seen_by,
            beside[entry],
            values[entry],
            counts[entry],
            compared(labels.to_pylist(), as_written),
            self._whole(values[known], counts[known], len(labels)),
        )

    def _whole(self, values: CodeArray, counts: IntArray, number: int) -> FloatArray | None:
        """Count the values of the whole table, where classes overlap and cannot be added up."""
        if self._pairs is None:
            return None
        return summed(values, counts, number).astype(np.float64)

    def _sum_weights(self, cell: str, name: str) -> FloatArray:
        """Add up the sampling weights of each class; every record needs one above 0."""
        number = as_number(F.col(cell), WEIGHT_CELL)
        good = F.coalesce((number > 0) & (number < float("inf")), F.lit(False))
        bad = found(
            self.frame.where(~good).agg(F.count(F.lit(1)).alias("n")),
            Message("engines.checking-weights"),
        )
        if bad["n"][0].as_py():
            raise DataError(
                "engines.records-no-weight-above-0", bad=bad["n"][0].as_py(), weight=name
            )
        table = self._group(self.quasi_identifiers, F.sum(number))
        weights = summed(self._class_of(table), table["n"].to_numpy(), self._number)
        return np.asarray(self._over_matching(weights), np.float64)

    def _count_people(self, people: Combinations) -> FloatArray:
        """Count the people of the population who look like each class."""
        codes = np.stack(
            [
                _encoded(pa.chunked_array([pa.array(cells, pa.string())]), texts)
                for cells, texts in zip(people.values, self._dictionaries, strict=True)
            ],
            axis=1,
        )
        a, b = alike(self._codes, codes, self.nulls is NullPolicy.WILDCARD)
        counts = np.asarray(people.counts, np.float64)
        return np.asarray(summed(a, counts[b], self._number), np.float64)


def _texts(column: pa.ChunkedArray) -> pa.Array:
    """List the distinct texts of a column, in binary order."""
    texts = pc.unique(column).drop_null()
    return texts.take(pc.array_sort_indices(texts))


def _encoded(column: pa.ChunkedArray, texts: pa.Array) -> CodeArray:
    """Give the place of each cell among some texts; one past the last if it is not there."""
    place = pc.if_else(
        pc.is_null(column), NULL, pc.fill_null(pc.index_in(column, value_set=texts), len(texts))
    )
    return np.asarray(place.to_numpy(), np.int64)


def _ranks(columns: Sequence[pa.ChunkedArray]) -> CodeArray:
    """Number the texts of some columns in their order, nulls last."""
    ranked = []
    for column in columns:
        texts = _texts(column)
        codes = _encoded(column, texts)
        ranked.append(np.where(codes == NULL, len(texts), codes))
    return np.stack(ranked, axis=1)


def _integers(column: pa.ChunkedArray) -> IntArray:
    return np.asarray(column.to_numpy(), np.int64)
