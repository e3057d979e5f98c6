"""The values that a column of the original table holds: the scale on which loss is measured."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isinf, nan

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.values import SUPPRESSED, Value
from celosia.utility.coded_cells import Cells, counted, numbered
from celosia.utility.labels import (
    Anything,
    Exact,
    Interval,
    Label,
    Masked,
    OneOf,
    Run,
    as_interval,
    as_number,
    read_label,
)

_LEADING_ZERO = re.compile(r"\s*[+-]?0[0-9]")


@dataclass(frozen=True, slots=True, eq=False)
class AttributeDomain:
    """The occurring values of an original column, and what any released label covers of them.

    Of two readings the first that applies is taken: a label of the hierarchy, when there is one;
    a value of the column; `*`; what the label's writing says (see `labels`). A label that stands
    for different values at different levels, such as `other`, covers all of them. A null is a
    value of its own where the original has nulls; where it has none it is a suppressed cell.

    >>> ages = AttributeDomain.of("age", ["17", "23", "28", "90"])
    >>> ages.numeric, ages.covered("20-29"), ages.covered(">=90"), ages.covered("*")
    (True, array([1, 2]), array([3]), array([0, 1, 2, 3]))
    """

    name: str
    values: tuple[Value, ...]
    """In order: as numbers where all are, else as texts; the null, if any, last."""
    counts: IntArray
    numbers: FloatArray
    """The values as numbers; nan for those that are none."""
    numeric: bool
    hierarchical: bool = False
    decimal: str = "."
    leaves: Mapping[Value, IntArray] = field(default_factory=dict, repr=False)
    """What each label of the hierarchy covers, as positions in `values`."""
    _places: dict[Value, int] = field(init=False, repr=False)
    _masks: dict[tuple[int, ...], dict[str, list[int]]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        places = {value: position for position, value in enumerate(self.values)}
        object.__setattr__(self, "_places", places)

    @classmethod
    def of(
        cls,
        name: str,
        cells: Cells,
        hierarchy: Hierarchy | None = None,
        numeric: bool | None = None,
        decimal: str = ".",
    ) -> AttributeDomain:
        """Take the values of the original column.

        `numeric` says whether they are quantities. Left out, they are when all of them are
        numbers and none starts with an idle zero, as the codes of places do; better say it.

        Raises
        ------
        HierarchyError
            When the hierarchy lacks values of the column.
        """
        found = counted(cells)
        as_numbers = {text: as_number(text, decimal) for text in found.texts}
        all_numbers = bool(as_numbers) and not any(map(np.isnan, as_numbers.values()))
        if numeric is None:
            numeric = all_numbers and not any(map(_LEADING_ZERO.match, found.texts))
        texts = sorted(found.texts, key=as_numbers.__getitem__ if all_numbers else None)
        values: tuple[Value, ...] = (*texts, None) if found.nulls else tuple(texts)
        count_of = dict(zip(found.values, found.counts, strict=True))
        return cls(
            name,
            values,
            np.array([count_of[value] for value in values], np.int64),
            np.array([nan if v is None else as_numbers[v] for v in values], np.float64),
            numeric,
            hierarchy is not None,
            decimal,
            _leaves(values, hierarchy),
        )

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
        return np.array([self._places.get(label, -1) for label in labels], np.int64)[codes]

    def suppresses(self, label: Value) -> bool:
        """Tell whether a label says nothing at all."""
        if label is None:
            return None not in self._places
        return label.strip() == SUPPRESSED

    def covered(self, label: Value) -> IntArray:
        """Positions of the values that a label may stand for; none for a label not understood."""
        if self.suppresses(label):
            return np.arange(self.size)
        if label is None:
            return np.array([self.size - 1])
        if label in self.leaves:
            return self.leaves[label]
        if label in self._places:
            return np.array([self._places[label]])
        return self._matching(read_label(label))

    def bounds(self, label: Value) -> tuple[float, float] | None:
        """The least and greatest number that a label allows, or None when it tells no numbers.

        Open ends stop at the ends of the domain.

        >>> AttributeDomain.of("age", ["17", "95"]).bounds(">=90")
        (90.0, 95.0)
        """
        if label is None or self.suppresses(label):
            return (self.least, self.greatest) if self.suppresses(label) else None
        interval = self._interval(label)
        if interval is None:
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
        """Tell whether a label means something here: it covers values, or it is a quantity."""
        if self.suppresses(label) or label is None or self.covered(label).size:
            return True
        return self.numeric and self.bounds(label) is not None

    def _interval(self, label: str) -> Interval | None:
        value = as_number(label, self.decimal)
        if not np.isnan(value):
            return Interval(value, value)
        return None if label in self.leaves else as_interval(read_label(label))

    def _matching(self, label: Label) -> IntArray:
        match label:
            case Anything():
                return np.arange(self.size)
            case OneOf(members):
                places = self.positions(members)
                return np.unique(places) if (places >= 0).all() else places[:0]
            case Run(first, last):
                low, high = self.positions((first, last))
                return np.arange(low, high + 1) if low >= 0 and high >= 0 else np.arange(0)
            case Masked() if not self.numeric or as_interval(label) is None:
                return np.array(self._masked(label), np.int64)
        if isinstance(label, Exact) and not self.numeric:
            return np.arange(0)
        interval = self._interval(label.text) if isinstance(label, Exact) else as_interval(label)
        return np.arange(0) if interval is None else np.flatnonzero(interval.holds(self.numbers))

    def _masked(self, label: Masked) -> list[int]:
        """Values that look like the label once masked; shorter ones only if it pads them all."""
        template = (len(label.text), *label.starred)
        if template not in self._masks:
            longest = max((len(value) for value in self.values if value is not None), default=0)
            found = self._masks.setdefault(template, {})
            for position, value in enumerate(self.values):
                if value is None or len(value) > len(label.text):
                    continue
                if len(value) == len(label.text) or len(label.text) == longest:
                    found.setdefault(label.masks(value), []).append(position)
        return self._masks[template].get(label.text, [])


def _leaves(values: tuple[Value, ...], hierarchy: Hierarchy | None) -> dict[Value, IntArray]:
    if hierarchy is None or not values:
        return {}
    found: dict[Value, set[int]] = {}
    for level in hierarchy.fitted(values).levels:
        for position, label in enumerate(level):
            found.setdefault(label, set()).add(position)
    return {label: np.array(sorted(places), np.int64) for label, places in found.items()}
