"""A quasi-identifier as the grouping methods see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from celosia.core.counts import Codebook, CodedHierarchy
from celosia.core.hierarchy import Hierarchy
from celosia.core.values import FloatArray, IntArray, Value, ValueCounts
from celosia.errors import ParameterError
from celosia.methods.clustering.kernels.coded_records import INTERVAL, SET, TREE
from celosia.methods.method_options import NUMERIC, Output
from celosia.text.numerals import decimal_sign


@dataclass(frozen=True, eq=False)
class Attribute:
    """Values in the order of their codes, and how groups of them are published.

    Numbers are in their order; values of a hierarchy so that each ancestor has a run of codes.

    >>> Attribute.numeric("age", ValueCounts.of(["9", "10", None]), {"9": 9.0, "10": 10.0}).values
    ('9', '10', None)
    """

    name: str
    values: tuple[Value, ...]
    """A null, if there is one, comes last."""
    output: Output
    numbers: FloatArray | None = None
    """The number of each code; nan for the null. None for categories."""
    hierarchy: CodedHierarchy | None = None
    weight: float = 1.0
    date_format: str | None = None
    """How dates are written; their numbers are then days."""

    def __post_init__(self) -> None:
        if self.output in NUMERIC and self.numbers is None:
            raise ParameterError(
                "methods.no-numbers-no-outputs-categories", name=self.name, output=self.output.value
            )
        if self.output is Output.ANCESTOR and self.hierarchy is None:
            raise ParameterError("methods.no-hierarchy-take-ancestors", name=self.name)

    @classmethod
    def numeric(
        cls,
        name: str,
        values: ValueCounts,
        numbers: dict[str, float],
        output: Output = Output.INTERVAL,
        weight: float = 1.0,
    ) -> Attribute:
        """Take numbers or dates; `numbers` gives the size of each text."""
        texts = sorted(values.texts, key=lambda text: (numbers[text], text))
        null: tuple[Value, ...] = (None,) if values.nulls else ()
        sizes = np.array([numbers[text] for text in texts] + [np.nan] * len(null))
        return cls(name, (*texts, *null), output, sizes, weight=weight)

    @classmethod
    def nominal(
        cls, name: str, values: ValueCounts, output: Output = Output.SET, weight: float = 1.0
    ) -> Attribute:
        """Take categories without an order."""
        null: tuple[Value, ...] = (None,) if values.nulls else ()
        return cls(name, (*sorted(values.texts), *null), output, weight=weight)

    @classmethod
    def hierarchical(
        cls, hierarchy: CodedHierarchy, output: Output = Output.ANCESTOR, weight: float = 1.0
    ) -> Attribute:
        """Take the values of a hierarchy; a null that stands apart from them is put last."""
        if output is not Output.ANCESTOR:
            hierarchy = with_null_last(hierarchy)
        values = hierarchy.hierarchy.values
        return cls(hierarchy.attribute, values, output, hierarchy=hierarchy, weight=weight)

    @property
    def codebook(self) -> Codebook:
        """Which value each code stands for."""
        return Codebook(self.name, self.values)

    @property
    def kind(self) -> int:
        """How the kernels reckon what a group costs."""
        if self.output is Output.ANCESTOR:
            return TREE
        return SET if self.numbers is None or self.output is Output.SET else INTERVAL

    @property
    def null(self) -> int:
        """The code of the null where it stands apart from the values; -1 otherwise."""
        apart = self.kind != TREE and None in self.values
        return len(self.values) - 1 if apart else -1

    @cached_property
    def places(self) -> FloatArray:
        """Where each code lies between the least (0) and the greatest (1); the null at 0."""
        if self.numbers is None:
            return np.zeros(len(self.values))
        known = self.numbers[~np.isnan(self.numbers)]
        if not known.size or known.min() == known.max():
            return np.zeros(len(self.values))
        span = known.max() - known.min()
        return np.asarray(np.nan_to_num((self.numbers - known.min()) / span), np.float64)

    @cached_property
    def decimal(self) -> str:
        """The decimal sign of its numbers."""
        return decimal_sign([value for value in self.values if value is not None])

    @property
    def ancestors(self) -> IntArray:
        """(levels, codes) the ancestor of each code; no levels without a hierarchy."""
        if self.hierarchy is None:
            return np.zeros((0, len(self.values)), np.int64)
        return self.hierarchy.groups.astype(np.int64)

    @property
    def ancestor_costs(self) -> FloatArray:
        """(levels, codes) share of the other values that an ancestor may stand for."""
        if self.hierarchy is None:
            return np.zeros((0, len(self.values)))
        return (self.hierarchy.leaves - 1) / max(len(self.values) - 1, 1)


def with_null_last(coded: CodedHierarchy) -> CodedHierarchy:
    """Let what holds the null come last on every level, so that groups stay runs of codes.

    >>> rows = [("a", "x", "*"), (None, "?", "*"), ("b", "?", "*")]
    >>> coded = CodedHierarchy.of(Hierarchy.from_rows("c", rows), ValueCounts.of(["a", "b", None]))
    >>> coded.hierarchy.values, with_null_last(coded).hierarchy.values
    (('b', None, 'a'), ('a', 'b', None))
    """
    values = coded.hierarchy.values
    if None not in values or values[-1] is None:
        return coded
    null = values.index(None)
    keys = [np.arange(len(values)), np.arange(len(values)) == null]
    for level in coded.groups:
        keys += [level, level == level[null]]
    order = np.lexsort(keys)
    rows = [coded.hierarchy.rows[code] for code in order]
    moved = coded.groups[:, order]
    groups = np.zeros_like(moved)
    groups[:, 1:] = np.cumsum(moved[:, 1:] != moved[:, :-1], axis=1)
    hierarchy = Hierarchy.from_rows(coded.attribute, rows)
    return replace(coded, hierarchy=hierarchy, counts=coded.counts[order], groups=groups)


def shares(attributes: Sequence[Attribute]) -> FloatArray:
    """Give each attribute's part of a record, by weight; they add up to 1."""
    weights = np.array([attribute.weight for attribute in attributes], np.float64)
    if not weights.size or (weights < 0).any() or weights.sum() <= 0:
        raise ParameterError("methods.weights-must-not-negative-least")
    return np.asarray(weights / weights.sum(), np.float64)
