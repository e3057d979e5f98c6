"""Equivalence classes in columnar form: all that a privacy model needs to see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from celosia.core.persons import PersonPairs, sum_by
from celosia.core.values import BoolArray, FloatArray, IntArray
from celosia.errors import ParameterError
from celosia.text.messages import Message
from celosia.text.normal_form import one_each


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """Counts of a sensitive attribute's values per class, sparsely.

    Entry `e` says: class `class_of[e]` holds `counts[e]` records with value `value_of[e]`.
    Each (class, value) pair appears at most once, in order, and every count is positive. A null is
    no value: it is counted in the class's size, not here.
    """

    class_of: IntArray
    value_of: IntArray
    counts: IntArray
    labels: tuple[str, ...]
    """What each value is; needed where values have an order or a hierarchy."""
    whole: FloatArray | None = None
    """Records of each value in the whole table, where classes overlap and cannot be added up."""
    holders: IntArray | None = None
    """Persons of each class who have a known value, where counts are of persons; who has several
    values counts for each."""
    everybody: float | None = None
    """Persons of the whole table who have a known value, where classes cannot be added up."""

    @classmethod
    def of(
        cls,
        class_of: IntArray,
        value_of: IntArray,
        counts: IntArray,
        labels: Sequence[str],
        whole: FloatArray | None = None,
    ) -> Histogram:
        """Add up entries of the same class and value, and put them in order.

        Labels that are variants of one value count as that value.

        >>> none = np.array([0, 0])
        >>> Histogram.of(none, np.array([0, 1]), np.array([2, 1]), ("HIV", "hiv")).counts
        array([3])
        """
        labels, value_of, whole = _one_each(labels, value_of, whole)
        width = max(len(labels), 1)
        pairs, inverse = np.unique(class_of * width + value_of, return_inverse=True)
        summed = np.zeros(pairs.size, np.int64)
        np.add.at(summed, inverse, counts)
        return cls(pairs // width, pairs % width, summed, labels, whole)

    @classmethod
    def of_persons(
        cls,
        class_of: IntArray,
        value_of: IntArray,
        persons: PersonPairs,
        labels: Sequence[str],
        classes: int,
    ) -> Histogram:
        """Count who has which value in each class; rows tell class and value, -1 for none.

        >>> who = PersonPairs.of(np.array([1, 1, 2]), np.array([0, 1, 1]), rows=2)
        >>> made = Histogram.of_persons(np.array([0, 0]), np.array([0, 1]), who, ("a", "b"), 1)
        >>> made.counts, made.shares(1)
        (array([1, 2]), array([0.5, 1. ]))
        """
        labels, value_of, _ = _one_each(labels, value_of)
        inside = (class_of >= 0) & (value_of >= 0)
        width = max(len(labels), 1)
        pairs, found = np.unique((class_of * width + value_of)[inside], return_inverse=True)
        entry_of, known, value = (np.full(class_of.size, -1, np.int64) for _ in range(3))
        entry_of[inside], known[inside] = found, class_of[inside]
        value[inside] = value_of[inside]
        counts = persons.in_classes(entry_of, pairs.size)
        holders = persons.in_classes(known, classes)
        everybody = int(persons.in_classes(np.where(inside, 0, -1), 1)[0])
        made = cls(pairs // width, pairs % width, counts, labels, holders=holders)
        if int(holders.sum()) == everybody:  # nobody is in two classes: they add up
            return made
        whole = persons.in_classes(value, width)[: len(labels)].astype(np.float64)
        return replace(made, whole=whole, everybody=float(everybody))

    @classmethod
    def from_dense(cls, dense: IntArray, labels: Sequence[str] | None = None) -> Histogram:
        """Build from a table with a row per class and a column per value."""
        class_of, value_of = np.nonzero(dense)
        names = [str(value) for value in range(dense.shape[1])] if labels is None else labels
        return cls(class_of, value_of, dense[class_of, value_of], tuple(names))

    @property
    def values(self) -> int:
        """Number of values in the attribute's domain."""
        return len(self.labels)

    def known(self, classes: int) -> IntArray:
        """Records of each class whose value is not null; persons who have one."""
        return self.holders if self.holders is not None else self.held(classes)

    def held(self, classes: int) -> IntArray:
        """Values that each class holds: as many as are known, unless persons have several."""
        return sum_by(self.class_of, self.counts, classes)

    def shares(self, classes: int) -> FloatArray:
        """Share of each entry among the known of its class; of persons, they need not add to 1."""
        return self.counts / self.known(classes)[self.class_of]

    def distribution(self, classes: int) -> FloatArray:
        """Share of each entry among the values that its class holds: the distribution P."""
        return self.counts / self.held(classes)[self.class_of]

    def overall(self) -> FloatArray:
        """Share of each value among those of the whole table: the distribution Q."""
        totals = self._totals()
        return totals / max(float(totals.sum()), 1.0)

    def overall_shares(self) -> FloatArray:
        """Share of the known records, or persons, of the whole table who have each value."""
        if self.holders is None:
            return self.overall()
        everybody = self.holders.sum() if self.everybody is None else self.everybody
        return self._totals() / max(float(everybody), 1.0)

    def _totals(self) -> FloatArray:
        if self.whole is not None:
            return self.whole
        return sum_by(self.value_of, self.counts, self.values).astype(np.float64)

    def regrouped(self, group_of: IntArray) -> Histogram:
        """Join classes that share a group number; of persons, none may be in two of them."""
        groups = group_of[self.class_of]
        made = Histogram.of(groups, self.value_of, self.counts, self.labels, self.whole)
        if self.holders is None:
            return made
        held = sum_by(group_of, self.holders, int(group_of.max(initial=-1)) + 1)
        return replace(made, holders=held, everybody=self.everybody)

    def taken(self, chosen: IntArray, classes: int) -> Histogram:
        """Take some of the classes, any of them any number of times; the whole stays the same."""
        starts = np.searchsorted(self.class_of, np.arange(classes + 1))
        place, entry = spread(starts, chosen)
        holders, everybody = self.holders, self.everybody
        if holders is not None:
            everybody = float(holders.sum()) if everybody is None else everybody
            holders = holders[chosen]
        return Histogram(
            place,
            self.value_of[entry],
            self.counts[entry],
            self.labels,
            self._totals(),
            holders,
            everybody,
        )

    def kept(self, keep: BoolArray) -> Histogram:
        """Leave out classes, and the values that only they held."""
        number = np.cumsum(keep) - 1
        entries = keep[self.class_of]
        left, value_of = np.unique(self.value_of[entries], return_inverse=True)
        return Histogram(
            number[self.class_of[entries]],
            value_of.astype(np.int64),
            self.counts[entries],
            type(self.labels)(self.labels[value] for value in left),
            None if self.whole is None else self.whole[left],
            None if self.holders is None else self.holders[keep],
            self.everybody,
        )


def _one_each(
    labels: Sequence[str], value_of: IntArray, whole: FloatArray | None = None
) -> tuple[tuple[str, ...], IntArray, FloatArray | None]:
    """Take variants of a value for one; a value of -1 stays unknown."""
    found = one_each(labels)
    if found is None:
        return labels if isinstance(labels, tuple) else tuple(labels), value_of, whole
    kept, places = found
    joined = np.where(value_of >= 0, np.array(places, np.int64)[value_of], -1)
    return kept, joined, None if whole is None else counted_by_value(labels, whole)


def counted_by_value(labels: Sequence[str], amounts: FloatArray) -> FloatArray:
    """Add up what labels hold that are variants of one value.

    >>> counted_by_value(("HIV", "flu", "hiv"), np.array([2.0, 3.0, 1.0]))
    array([3., 3.])
    """
    found = one_each(labels)
    if found is None:
        return amounts
    kept, places = found
    return np.asarray(np.bincount(places, amounts, len(kept)), np.float64)


def spread(starts: IntArray, chosen: IntArray) -> tuple[IntArray, IntArray]:
    """List the entries of each chosen block, and which choice brought them.

    >>> spread(np.array([0, 2, 3]), np.array([1, 0]))
    (array([0, 1, 1]), array([2, 0, 1]))
    """
    times = np.diff(starts)[chosen]
    entry = np.repeat(starts[chosen] - np.cumsum(times) + times, times)
    return np.repeat(np.arange(chosen.size), times), entry + np.arange(entry.size)


@dataclass(frozen=True, slots=True, eq=False)
class Classes:
    """Equivalence classes: how large, and what they hold of each sensitive attribute.

    >>> classes = Classes.from_histogram("dx", [[3, 1], [4, 0]])
    >>> classes.sizes, classes.distinct("dx")
    (array([4, 4]), array([2, 1]))
    """

    sizes: IntArray
    """How many records look like those of the class to an attacker; where persons are counted, how
    many persons."""
    histograms: Mapping[str, Histogram] = field(default_factory=dict)
    records: IntArray = field(default_factory=lambda: np.empty(0, np.int64))
    """How many records the class holds; differs from `sizes` only when nulls match anything, or
    persons are counted."""
    population: FloatArray | None = None
    """How many people of the population look like those of the class, counted or estimated."""
    refinements: Mapping[tuple[str, ...], Refinement] = field(default_factory=dict)
    """Finer classes for one sensitive attribute, named after those that count as
    quasi-identifiers for it."""
    absent: float = 0.0
    """People of the population who look like no class: nobody like them is in the table."""
    persons: int | None = None
    """How many persons the classes are of; None where records are counted."""

    def __post_init__(self) -> None:
        if self.records.size != self.sizes.size:
            object.__setattr__(self, "records", self.sizes)

    @classmethod
    def from_histogram(
        cls,
        attribute: str,
        counts: Sequence[Sequence[int]] | IntArray,
        labels: Sequence[str] | None = None,
    ) -> Classes:
        """Build from a dense table of one sensitive attribute: a row per class."""
        dense = np.asarray(counts, dtype=np.int64)
        return cls(dense.sum(axis=1), {attribute: Histogram.from_dense(dense, labels)})

    @property
    def number(self) -> int:
        """How many classes there are."""
        return int(self.sizes.size)

    def histogram(self, attribute: str) -> Histogram:
        """Give the histogram of a sensitive attribute."""
        if attribute not in self.histograms:
            raise ParameterError(
                "core.classes-hold-no-histogram-name",
                attribute=attribute,
                known=list(self.histograms) or Message("core.none"),
            )
        return self.histograms[attribute]

    def distinct(self, attribute: str) -> IntArray:
        """Count the distinct values of an attribute in each class."""
        return np.bincount(self.histogram(attribute).class_of, minlength=self.number)

    def refined(self, names: tuple[str, ...]) -> Refinement:
        """Give the finer classes of the attribute named last, beside the ones before it."""
        if names not in self.refinements:
            raise ParameterError("core.classes-not-refined-name-sensitive", names=names)
        return self.refinements[names]

    def merge(self, first: int, second: int) -> Classes:
        """Join two classes into one, as a coarser generalization would.

        >>> Classes.from_histogram("dx", [[3, 1], [4, 0], [0, 2]]).merge(0, 2).sizes
        array([6, 4])
        """
        target = np.arange(self.number)
        target[second] = first
        _, renumbered = np.unique(target, return_inverse=True)
        return self.regrouped(renumbered.astype(np.int64))

    def regrouped(self, group_of: IntArray) -> Classes:
        """Join the classes that share a group number (0, 1, ... without gaps)."""
        groups = int(group_of.max(initial=-1)) + 1
        population = None
        if self.population is not None:
            population = np.zeros(groups)
            np.add.at(population, group_of, self.population)
        return Classes(
            sum_by(group_of, self.sizes, groups),
            {name: h.regrouped(group_of) for name, h in self.histograms.items()},
            sum_by(group_of, self.records, groups),
            population,
            {names: r.regrouped(group_of) for names, r in self.refinements.items()},
            self.absent,
            self.persons,
        )

    def taken(self, chosen: IntArray) -> Classes:
        """Take some of the classes, any of them any number of times; the whole stays the same.

        >>> Classes.from_histogram("dx", [[3, 1], [4, 0]]).taken(np.array([1, 1, 0])).sizes
        array([4, 4, 4])
        """
        return Classes(
            self.sizes[chosen],
            {name: h.taken(chosen, self.number) for name, h in self.histograms.items()},
            self.records[chosen],
            None if self.population is None else self.population[chosen],
            {names: r.taken(chosen, self.number) for names, r in self.refinements.items()},
            self.absent,
        )

    def kept(self, keep: BoolArray) -> Classes:
        """Leave out classes, as suppression does; the people like them are absent then.

        >>> Classes.from_histogram("dx", [[3, 1], [4, 0]]).kept(np.array([False, True])).sizes
        array([4])
        """
        lost = 0.0 if self.population is None else float(self.population[~keep].sum())
        return Classes(
            self.sizes[keep],
            {name: h.kept(keep) for name, h in self.histograms.items()},
            self.records[keep],
            None if self.population is None else self.population[keep],
            {names: r.kept(keep) for names, r in self.refinements.items()},
            self.absent + lost,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Refinement:
    """Finer classes, and the class that each of them is part of."""

    classes: Classes
    parent: IntArray
    beside: IntArray
    """Which combination of the further attributes each finer class holds."""

    @classmethod
    def counted(
        cls,
        attribute: str,
        class_of: IntArray,
        beside: IntArray,
        values: IntArray,
        counts: IntArray,
        labels: tuple[str, ...],
        whole: FloatArray | None = None,
        persons: PersonPairs | None = None,
    ) -> Refinement:
        """Split classes by what is beside the attribute, and count its values in each part.

        Each row tells its class, its combination of the further attributes, a value (a code that
        no label has is a null's) and how many records it stands for, or whose they are.
        """
        width = int(beside.max(initial=0)) + 1
        pairs, found = np.unique(class_of * width + beside, return_inverse=True)
        part_of = np.asarray(found, np.int64)
        known = (values >= 0) & (values < len(labels))
        records = sum_by(part_of, counts, pairs.size)
        if persons is None:
            histogram = Histogram.of(part_of[known], values[known], counts[known], labels, whole)
            parts = Classes(records, {attribute: histogram})
        else:
            told = np.where(known, values, -1)
            histogram = Histogram.of_persons(part_of, told, persons, labels, pairs.size)
            sizes = persons.in_classes(part_of, pairs.size)
            parts = Classes(sizes, {attribute: histogram}, records)
        return cls(parts, pairs // width, pairs % width)

    def regrouped(self, group_of: IntArray) -> Refinement:
        """Join the parts of joined classes that hold the same combination."""
        parents = group_of[self.parent]
        width = int(self.beside.max(initial=0)) + 1
        pairs, part_of = np.unique(parents * width + self.beside, return_inverse=True)
        joined = self.classes.regrouped(np.asarray(part_of, np.int64))
        return Refinement(joined, pairs // width, pairs % width)

    def taken(self, chosen: IntArray, classes: int) -> Refinement:
        """Take the parts of the chosen classes, in their order."""
        starts = np.searchsorted(self.parent, np.arange(classes + 1))
        place, part = spread(starts, chosen)
        return Refinement(self.classes.taken(part), place, self.beside[part])

    def kept(self, keep: BoolArray) -> Refinement:
        """Leave out the parts of classes that are left out."""
        number = np.cumsum(keep) - 1
        parts = keep[self.parent]
        return Refinement(self.classes.kept(parts), number[self.parent[parts]], self.beside[parts])
