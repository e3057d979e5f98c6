"""The values that a column of the original table holds: the scale on which labels are measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isinf, nan

import numpy as np

from celosia.core.hierarchy import Hierarchy
from celosia.core.label_meanings import Interval, Period
from celosia.core.labels import LabelReader
from celosia.core.values import SUPPRESSED, AnyCells, FloatArray, IntArray, Value, counted, numbered

_NONE = np.arange(0)


@dataclass(frozen=True, slots=True, eq=False)
class AttributeDomain:
    """The occurring values of an original column, and what any released label covers of them.

    Of two readings the first that applies is taken: `*`; a label of the hierarchy, when there is
    one; a value of the column; what the label's writing says (see `labels`). A label that stands
    for different values at different levels, such as `other`, covers all of them. A null is a
    value of its own where the original has nulls; where it has none it is a suppressed cell.

    >>> ages = AttributeDomain.of("age", ["17", "23", "28", "90"])
    >>> ages.numeric, ages.covered("20-29"), ages.covered(">=90"), ages.covered("*")
    (True, array([1, 2]), array([3]), array([0, 1, 2, 3]))
    """

    name: str
    reader: LabelReader
    counts: IntArray
    hierarchical: bool = False
    leaves: Mapping[Value, IntArray] = field(default_factory=dict, repr=False)
    """What each label of the hierarchy covers, as positions in `values`."""
    strangers: IntArray = field(default_factory=lambda: _NONE, repr=False)
    """Positions of the values that the hierarchy does not know."""

    @classmethod
    def of(
        cls,
        name: str,
        cells: AnyCells,
        hierarchy: Hierarchy | None = None,
        numeric: bool | None = None,
        decimal: str | None = ".",
        dates: str | None = None,
        complete: bool = True,
    ) -> AttributeDomain:
        """Take the values of the original column.

        Parameters
        ----------
        numeric, decimal, dates
            Whether the values are quantities, their decimal sign, and the format of dates: see
            `LabelReader.of`.
        complete
            Whether the hierarchy must know all values. Those that it does not know are covered by
            what a label's writing says.

        Raises
        ------
        HierarchyError
            When the hierarchy lacks values of the column, and is to know them all.
        """
        found = counted(cells)
        count_of = dict(zip(found.values, found.counts, strict=True))
        reader = LabelReader.of(found.values, numeric, decimal, dates)
        counts = np.array([count_of[value] for value in reader.values], np.int64)
        if hierarchy is None:
            return cls(name, reader, counts)
        known = hierarchy.fitted(reader.values) if complete and reader.values else hierarchy
        return cls(name, reader, counts, True, *_leaves(reader.values, hierarchy, known))

    @property
    def values(self) -> tuple[Value, ...]:
        """In order: as numbers where all are, else as texts; the null, if any, last."""
        return self.reader.values

    @property
    def numbers(self) -> FloatArray:
        """The values as numbers; nan for those that are none."""
        return self.reader.numbers

    @property
    def numeric(self) -> bool:
        """Whether the values are quantities."""
        return self.reader.numeric

    @property
    def size(self) -> int:
        """How many distinct values there are, the null included."""
        return len(self.values)

    @property
    def least(self) -> float:
        """The smallest number; nan without numbers."""
        return float(np.nanmin(self.numbers)) if self._any_number else nan

    @property
    def greatest(self) -> float:
        """The largest number; nan without numbers."""
        return float(np.nanmax(self.numbers)) if self._any_number else nan

    @property
    def _any_number(self) -> bool:
        return not bool(np.isnan(self.numbers).all())

    def positions(self, cells: Sequence[Value]) -> IntArray:
        """Where each original cell stands in `values`; -1 for cells that are not among them."""
        labels, codes = numbered(cells)
        return np.array([self.reader.place(label) for label in labels], np.int64)[codes]

    def suppresses(self, label: Value) -> bool:
        """Tell whether a label says nothing at all."""
        if label is None:
            return self.reader.place(None) < 0
        return label.strip() == SUPPRESSED

    def covered(self, label: Value) -> IntArray:
        """Positions of the values that a label may stand for; none for a label not understood."""
        if self.suppresses(label):
            return np.arange(self.size)
        if label is None:
            return np.array([self.size - 1])
        if label not in self.leaves:
            return self.reader.covered(label)
        known = self.leaves[label]
        if not self.strangers.size:
            return known
        return np.union1d(known, np.intersect1d(self.reader.covered(label), self.strangers))

    def interval(self, label: Value) -> Interval | None:
        """Give the numbers that a label's writing stands for, whatever its hierarchy says."""
        return None if label is None else self.reader.interval(label)

    def bounds(self, label: Value) -> tuple[float, float] | None:
        """The least and greatest number that a label allows, or None when it tells no numbers.

        Open ends stop at the ends of the domain.

        >>> AttributeDomain.of("age", ["17", "95"]).bounds(">=90")
        (90.0, 95.0)
        """
        if label is None or self.suppresses(label):
            return (self.least, self.greatest) if self.suppresses(label) else None
        interval = self.interval(label)
        if interval is None or (interval.low < interval.high and self._leaves_of(label).size):
            inside = self.numbers[self.covered(label)]
            inside = inside[~np.isnan(inside)]
            return (float(inside.min()), float(inside.max())) if inside.size else None
        low, high = interval.low, interval.high
        if isinf(low):
            low = min(self.least, high)
        if isinf(high):
            high = max(self.greatest, low)
        return low, high

    def midpoint(self, label: Value) -> float:
        """The number in the middle of a label; nan for nulls, `*` and labels without numbers.

        >>> AttributeDomain.of("age", ["17", "95"]).midpoint("20-29")
        24.5
        """
        if label is None or self.suppresses(label):
            return nan
        ends = self.bounds(label)
        return nan if ends is None else ends[0] / 2 + ends[1] / 2

    def understands(self, label: Value) -> bool:
        """Tell whether a label means something here.

        It covers values, it is the hierarchy's, or it is a quantity or a date where the values
        are, as the mean of some may be.
        """
        if self.suppresses(label) or label is None or label in self.leaves:
            return True
        if self.covered(label).size or isinstance(self.reader.read(label), Period):
            return True
        return self.numeric and self.bounds(label) is not None

    def _leaves_of(self, label: str) -> IntArray:
        return self.leaves.get(label, _NONE)


def _leaves(
    values: tuple[Value, ...], hierarchy: Hierarchy, known: Hierarchy
) -> tuple[dict[Value, IntArray], IntArray]:
    """Give what each label of a hierarchy covers, and the values that it does not know.

    A label of values that do not occur covers none of those that do, whatever it looks like.
    """
    row_of = {row[0]: row for row in known.rows}
    found: dict[Value, set[int]] = {label: set() for level in hierarchy.levels for label in level}
    for position, value in enumerate(values):
        for label in row_of.get(value, ()):
            found.setdefault(label, set()).add(position)
    strangers = [place for place, value in enumerate(values) if value not in row_of]
    leaves = {label: np.array(sorted(places), np.int64) for label, places in found.items()}
    return leaves, np.array(strangers, np.int64)
