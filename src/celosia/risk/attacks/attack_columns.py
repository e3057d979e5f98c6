"""Columns as an attacker sees them: coded values, and which of them a released label may mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.hierarchy import Hierarchy
from celosia.core.label_meanings import Exact
from celosia.core.values import BoolArray, FloatArray, IntArray, Value
from celosia.errors import ParameterError
from celosia.text.messages import Message
from celosia.text.normal_form import normal_form

TableLike: TypeAlias = Mapping[str, Sequence[Value]]
"""A table as columns of text, nulls as None."""


@dataclass(frozen=True, slots=True, eq=False)
class AttackColumn:
    """The distinct values of a column, and which one each record holds.

    >>> AttackColumn.of(["F", "M", None, "F"])
    AttackColumn(values=('F', 'M', None), codes=array([0, 1, 2, 0]))
    """

    values: tuple[Value, ...]
    codes: IntArray

    @classmethod
    def of(cls, cells: Sequence[Value]) -> AttackColumn:
        """Number the values in text order, null last."""
        values = sorted(set(cells), key=lambda value: (value is None, value or ""))
        number = {value: code for code, value in enumerate(values)}
        return cls(tuple(values), np.asarray([number[cell] for cell in cells], np.int64))


def coded(table: TableLike, columns: Sequence[str]) -> dict[str, AttackColumn]:
    """Code some columns of a table."""
    return {name: AttackColumn.of(table[name]) for name in columns}


def height(what: Message, table: TableLike, columns: Sequence[str]) -> int:
    """Count the records, and make sure that the table has some and holds the columns.

    >>> height(Message("risk.release"), {"age": ["30", "40"]}, ["age"])
    2
    """
    if not columns or len(set(columns)) < len(columns):
        raise ParameterError("risk.attack-name-least-column-each")
    missing = [name for name in columns if name not in table]
    if missing:
        raise ParameterError(
            "risk.attack-no-column",
            what=what,
            missing=(repr(name) for name in missing),
            columns=list(table) or Message("core.none"),
        )
    heights = {len(table[name]) for name in columns}
    if len(heights) > 1:
        raise ParameterError("risk.attack-columns-differ-length", what=what)
    records = heights.pop()
    if records == 0:
        raise ParameterError("risk.attack-holds-no-records", what=what)
    return records


def attacked_domain(values: tuple[Value, ...], hierarchy: Hierarchy | None) -> AttributeDomain:
    """Take what is known of some people; the hierarchy need not know them all.

    >>> hierarchy = Hierarchy.from_rows("country", [("Spain", "Europe"), ("Peru", "America")])
    >>> attacked_domain(("Chile", "Peru", "Spain"), hierarchy).covered("Europe")
    array([2])
    """
    return AttributeDomain.of("", values, hierarchy, decimal=None, complete=False)


def taken_for(domain: AttributeDomain, label: Value) -> IntArray:
    """Positions of the values that a label may stand for, to somebody who knows those.

    It is what the label covers, with two differences, both on the side of caution. A null stands
    for a null only, also where the known people have none: more candidates would mean less risk.
    And the same value written otherwise is the same: a release that writes 5 for 5.0 links.

    >>> ages = attacked_domain(("5", "5.0", "7", None), None)
    >>> taken_for(ages, "5"), taken_for(ages, "6-9"), taken_for(ages, None)
    (array([0, 1]), array([2]), array([3]))
    """
    if label is None:
        return np.flatnonzero([value is None for value in domain.values])
    found = domain.covered(label)
    if not domain.hierarchical and domain.numeric and domain.reader.place(label) >= 0:
        found = np.union1d(found, domain.reader.matching(Exact(label)))
    return _however_spelled(domain.values, label, found)


def _however_spelled(values: tuple[Value, ...], label: str, found: IntArray) -> IntArray:
    """Add the other spellings of values: who knows that somebody is `m ` looks for `M`."""
    forms, places = _spelled(values)
    meant = {normal_form(label)}
    if len(places) < len(forms):  # some value has several spellings
        meant |= {form for place in found.tolist() if (form := forms[place]) is not None}
    others = [place for form in meant for place in places.get(form, ())]
    return np.union1d(found, np.array(others, np.int64)) if others else found


@lru_cache(maxsize=64)
def _spelled(values: tuple[Value, ...]) -> tuple[tuple[Value, ...], dict[str, list[int]]]:
    """Give the normal form of each value, and where the values of each form stand."""
    forms = tuple(None if value is None else normal_form(value) for value in values)
    places: dict[str, list[int]] = {}
    for place, form in enumerate(forms):
        if form is not None:
            places.setdefault(form, []).append(place)
    return forms, places


@dataclass(frozen=True, slots=True, eq=False)
class Covering:
    """Which labels cover which values; both are numbered from 0.

    >>> covering = Covering.of([np.array([0, 2]), np.array([2])], values=3)
    >>> covering.values_of(0), covering.labels_of(2), covering.sizes
    (array([0, 2], dtype=int32), array([0, 1], dtype=int32), array([2, 1]))
    """

    values: NDArray[np.int32]
    """Label by label, the values that it covers."""
    value_starts: IntArray
    labels: NDArray[np.int32]
    """Value by value, the labels that cover it."""
    label_starts: IntArray

    @classmethod
    def of(cls, covers: Sequence[IntArray], values: int) -> Covering:
        """Take the values that each label covers."""
        of_labels = np.concatenate(covers).astype(np.int32)
        starts = _starts(np.array([cover.size for cover in covers], np.int64))
        label_starts = _starts(np.bincount(of_labels, minlength=values))
        of_values = np.empty(of_labels.size, np.int32)
        free = label_starts[:-1].copy()
        for label, cover in enumerate(covers):
            of_values[free[cover]] = label
            free[cover] += 1
        return cls(of_labels, starts, of_values, label_starts)

    @property
    def sizes(self) -> IntArray:
        """How many values each label covers."""
        return np.diff(self.value_starts)

    def values_of(self, label: int) -> NDArray[np.int32]:
        """Values that a label covers."""
        return self.values[self.value_starts[label] : self.value_starts[label + 1]]

    def labels_of(self, value: int) -> NDArray[np.int32]:
        """Labels that cover a value."""
        return self.labels[self.label_starts[value] : self.label_starts[value + 1]]

    def extremes(self, numbers: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Least and greatest of the numbers that each label covers; nan where it covers none.

        >>> covering = Covering.of([np.array([0, 2]), np.array([], np.int64)], values=3)
        >>> covering.extremes(np.array([7.0, 1.0, 5.0]))
        (array([ 5., nan]), array([ 7., nan]))
        """
        least, most = np.full(self.sizes.size, np.nan), np.full(self.sizes.size, np.nan)
        some = self.sizes > 0
        if some.any():
            covered, begins = numbers[self.values], self.value_starts[:-1][some]
            least[some] = np.fmin.reduceat(covered, begins)
            most[some] = np.fmax.reduceat(covered, begins)
        return least, most


def _starts(sizes: IntArray) -> IntArray:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


NARROWER = 1e-6
"""Weight of a label's vagueness in a distance: it only decides between equally near labels."""


@dataclass(frozen=True, slots=True, eq=False)
class Matching:
    """Which labels of a released column cover which values, and how far they lie apart.

    A column is numeric when all its values are numbers. There a distance is the gap from the value
    to the label's interval over the range of the column; elsewhere it is 0 for a label that covers
    the value and 1 for another.

    References: Gower, Biometrics 27(4), 1971.

    >>> ages = Matching.of(AttackColumn.of(["20-29", "30-39"]), AttackColumn.of(["20", "35", "60"]))
    >>> ages.labels_of(0), ages.distances(0).round(2)
    (array([0], dtype=int32), array([0.  , 0.25]))
    """

    labels: tuple[Value, ...]
    values: tuple[Value, ...]
    numbers: FloatArray
    """Each value as a number; not a number in a column of text."""
    lows: FloatArray
    highs: FloatArray
    """Ends of each label's interval, cut to the range of the column."""
    vagueness: FloatArray
    """Between 0, a label of one value, and 1, a label of all."""
    covering: Covering
    """Which labels cover which values."""

    @classmethod
    def of(
        cls, released: AttackColumn, people: AttackColumn, hierarchy: Hierarchy | None = None
    ) -> Matching:
        """Compare every label with every value."""
        domain = attacked_domain(people.values, hierarchy)
        place_of = domain.positions(people.values)
        numbers = domain.numbers[place_of] if domain.numeric else np.full(place_of.size, np.nan)
        code_at = np.argsort(place_of)
        covers = [code_at[taken_for(domain, label)] for label in released.values]
        covering = Covering.of(covers, len(people.values))
        lows, highs = _ends(domain, released.values, numbers, covering)
        return cls(
            labels=released.values,
            values=people.values,
            numbers=numbers,
            lows=lows,
            highs=highs,
            vagueness=_vagueness(lows, highs, covering.sizes),
            covering=covering,
        )

    @property
    def numeric(self) -> bool:
        """Whether the column holds numbers."""
        return not bool(np.isnan(self.numbers).all())

    @property
    def useful(self) -> int:
        """How many labels cover a value at all."""
        return int(np.count_nonzero(self.covering.sizes))

    @property
    def midpoints(self) -> FloatArray:
        """The number that each label stands for; not a number in a column of text."""
        middle: FloatArray = (self.lows + self.highs) / 2
        return middle

    @property
    def range(self) -> float:
        """Largest distance between two numbers of the column, at least a tiny one."""
        ends = np.concatenate([self.numbers, self.lows, self.highs])
        return max(float(np.nanmax(ends) - np.nanmin(ends)), 1e-12)

    def labels_of(self, value: int) -> NDArray[np.int32]:
        """Labels that cover a value."""
        return self.covering.labels_of(value)

    def covered(self, label: int) -> BoolArray:
        """Values that a label covers, as a mask."""
        mask = np.zeros(len(self.values), np.bool_)
        mask[self.covering.values_of(label)] = True
        return mask

    def distances(self, value: int) -> FloatArray:
        """How far each label lies from a value, from 0 to about 1."""
        away = np.ones(len(self.labels))
        if self.numeric:
            point = self.numbers[value]
            gap = np.maximum(np.maximum(self.lows - point, point - self.highs), 0) / self.range
            away = np.where(np.isnan(gap), 1.0, gap)
        away[self.labels_of(value)] = 0.0
        nearness: FloatArray = away + NARROWER * self.vagueness
        return nearness


def unreadable(name: str, matching: Matching) -> ParameterError:
    """Say that no label of a column covers a value, which would pass for safety."""
    return ParameterError(
        "risk.attack-none-labels-covers-value", labels=len(matching.labels), name=name
    )


def _ends(
    domain: AttributeDomain, labels: tuple[Value, ...], numbers: FloatArray, covering: Covering
) -> tuple[FloatArray, FloatArray]:
    """Ends of each label: as it reads, if that holds what it covers, else of what it covers."""
    lows, highs = np.full(len(labels), np.nan), np.full(len(labels), np.nan)
    if not domain.numeric:
        return lows, highs
    for code, label in enumerate(labels):
        interval = domain.interval(label)
        if interval is not None:
            lows[code], highs[code] = interval.low, interval.high
    least, most = covering.extremes(numbers)
    low_open = ~np.isnan(least) & (~np.isfinite(lows) | (least < lows))
    high_open = ~np.isnan(most) & (~np.isfinite(highs) | (most > highs))
    lows[low_open], highs[high_open] = least[low_open], most[high_open]
    lows[np.isinf(lows)] = highs[np.isinf(lows)]
    highs[np.isinf(highs)] = lows[np.isinf(highs)]
    return lows, highs


def _vagueness(lows: FloatArray, highs: FloatArray, covered: IntArray) -> FloatArray:
    if np.isnan(lows).all():
        vague: FloatArray = 1 - 1 / np.maximum(covered, 1)
        return vague
    width = highs - lows
    widest = float(np.nanmax(width)) or 1.0
    return np.where(np.isnan(width), 1.0, width / widest)
