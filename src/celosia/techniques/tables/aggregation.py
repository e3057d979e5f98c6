"""Aggregation: a table of groups instead of records, with nothing to be learnt of few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import inf, isfinite
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.parameters import (
    PUBLIC,
    Between,
    Whole,
    check_between,
    check_name,
    check_parameters,
    check_whole,
)
from celosia.core.technique import MadeTables, TableMaker, TechniqueContext, declared_maker
from celosia.core.values import (
    SUPPRESSED,
    BoolArray,
    CellArray,
    Cells,
    FloatArray,
    IntArray,
    Value,
    cell_array,
)
from celosia.errors import DataError, ParameterError
from celosia.techniques.quantities import NumberCells
from celosia.techniques.tables.secondary_suppression import Quantity, hidden_with_complements
from celosia.text.messages import Message
from celosia.text.numerals import as_number, decimal_sign


@dataclass(frozen=True, slots=True, eq=False)
class CountedGroups:
    """What the groups are called, in order, and the group of each record; nulls come last."""

    labels: tuple[Value, ...]
    codes: IntArray

    @classmethod
    def by_value(cls, cells: CellArray) -> CountedGroups:
        """Make a group of each value: in the order of numbers where all are, else of texts.

        >>> from celosia.core.values import cell_array
        >>> CountedGroups.by_value(cell_array(["10", "9", None])).labels
        ('9', '10', None)
        """
        texts = sorted({cell for cell in cells if cell is not None})
        sign = decimal_sign(texts)
        numbers = {text: as_number(text, sign) for text in texts}
        if not any(np.isnan(number) for number in numbers.values()):
            texts.sort(key=numbers.__getitem__)
        labels: tuple[Value, ...] = (*texts, None) if None in cells else tuple(texts)
        code = {label: position for position, label in enumerate(labels)}
        return cls(labels, np.array([code[cell] for cell in cells], np.int64))

    @classmethod
    def by_interval(cls, column: str, cells: CellArray, edges: Sequence[float]) -> CountedGroups:
        """Cut a column of numbers at the edges; each belongs above it, the last one below.

        Numbers outside get groups of their own. Whole numbers are labelled as the guide does.

        >>> from celosia.core.values import cell_array
        >>> CountedGroups.by_interval("pay", cell_array(["2000", "900"]), [1000, 2000, 3000]).labels
        ('<1000', '1000-1999', '2000-3000', '>3000', None)
        """
        numbers = NumberCells.of(column, cells)
        codes = np.searchsorted(np.asarray(edges, float), numbers.values, side="right")
        codes[numbers.values == edges[-1]] = len(edges) - 1
        codes[np.isnan(numbers.values)] = len(edges) + 1
        return cls((*_labels(edges, numbers), None), codes.astype(np.int64))


def _labels(edges: Sequence[float], numbers: NumberCells) -> list[str]:
    texts = [_text(edge, numbers.sign) for edge in edges]
    whole = numbers.decimals == 0 and all(edge == int(edge) and edge >= 0 for edge in edges)
    between = "; " if numbers.sign == "," else ", "
    inner = [
        f"{low}-{int(end) - 1}" if whole else f"[{low}{between}{high})"
        for (low, high), end in zip(pairwise(texts), edges[1:], strict=True)
    ]
    low, high = texts[-2:]
    inner[-1] = f"{low}-{high}" if whole else f"[{low}{between}{high}]"
    return [f"<{texts[0]}", *inner, f">{texts[-1]}"]


def _text(edge: float, sign: str) -> str:
    return np.format_float_positional(edge, trim="-").replace(".", sign)


@dataclass(frozen=True, slots=True, eq=False)
class RecordPlaces:
    """Where each record counts in a table: in its cell, and in each total of it.

    The last place of each dimension is the total over it, where there are totals.

    >>> tally = RecordPlaces.of([np.array([0, 1, 1])], [2], totals=True)
    >>> tally.counts(), tally.sums(np.array([5.0, 1.0, np.nan]))
    (array([1, 2, 3]), array([5., 1., 6.]))
    """

    shape: tuple[int, ...]
    places: tuple[IntArray, ...]
    """The place of each record, once for the cell and once for each kind of total."""

    @classmethod
    def of(cls, codes: Sequence[IntArray], sizes: Sequence[int], totals: bool) -> RecordPlaces:
        """Take the group of each record in every dimension, and how many groups there are."""
        shape = tuple(size + totals for size in sizes)
        ways = product(
            *([code, np.full_like(code, size)] for code, size in zip(codes, sizes, strict=True))
        )
        chosen = list(ways) if totals else [tuple(codes)]
        return cls(
            shape, tuple(np.ravel_multi_index(way, shape).astype(np.int64) for way in chosen)
        )

    def counts(self, counted: BoolArray | None = None) -> IntArray:
        """Count the records, or those of them that are marked."""
        weights = None if counted is None else counted.astype(float)
        return np.rint(self._added(weights)).astype(np.int64)

    def sums(self, values: FloatArray) -> FloatArray:
        """Add the values up; nan adds nothing."""
        return self._added(np.nan_to_num(values))

    def of_largest(self, values: FloatArray, n: int) -> FloatArray:
        """Add up the n values of each cell that are farthest from zero, without their signs."""
        sizes = np.abs(np.nan_to_num(values))
        found = np.zeros(int(np.prod(self.shape)))
        for place in self.places:
            order = np.lexsort((-sizes, place))
            ordered = place[order]
            first = np.searchsorted(ordered, ordered)
            among = np.arange(ordered.size) - first < n
            found += np.bincount(ordered[among], sizes[order][among], found.size)
        return found.reshape(self.shape)

    def _added(self, weights: FloatArray | None) -> FloatArray:
        cells = int(np.prod(self.shape))
        added = sum(np.bincount(place, weights, cells) for place in self.places)
        return np.asarray(added, float).reshape(self.shape)


def dominated(tally: RecordPlaces, values: FloatArray, n: int, k: float) -> BoolArray:
    """Mark the cells of which the n largest contributions make more than k per cent.

    References: Hundepool et al., *Statistical Disclosure Control*, Wiley 2012, section 4.2.2.

    >>> tally = RecordPlaces.of([np.array([0, 0, 0, 1, 1, 1])], [2], totals=False)
    >>> dominated(tally, np.array([90.0, 5, 5, 4, 3, 3]), n=1, k=75)
    array([ True, False])
    """
    return tally.of_largest(values, n) > tally.sums(np.abs(values)) * (k / 100)


def estimable(tally: RecordPlaces, values: FloatArray, p: float) -> BoolArray:
    """Mark the cells whose second contributor knows the first within p per cent.

    References: Hundepool et al., *Statistical Disclosure Control*, Wiley 2012, section 4.2.2
    (the p % rule).

    >>> tally = RecordPlaces.of([np.array([0, 0, 0, 1, 1, 1])], [2], totals=False)
    >>> estimable(tally, np.array([90.0, 5, 5, 4, 3, 3]), p=10)
    array([ True, False])
    """
    rest = tally.sums(np.abs(values)) - tally.of_largest(values, 2)
    return rest < tally.of_largest(values, 1) * (p / 100)


COUNT = "count"
"""The column of the number of records."""
MOST_CELLS = 1 << 22
"""Cells of a table, its margins included: 34 MB for each array of figures."""


@dataclass(frozen=True, slots=True, eq=False)
class Aggregated:
    """A table of groups, and how many of its lines had to be hidden."""

    cells: Cells
    primary: int
    """Lines hidden because of what they hold."""
    secondary: int
    """Lines hidden because totals would have told another."""


@declared_maker(order=1)
@dataclass(frozen=True, slots=True)
class Aggregation(TableMaker):
    """Group records and publish how many there are, with sums and means of number columns.

    A line of fewer than `least` records is hidden, and so is one that the dominance or the p %
    rule finds sensitive. With totals, further lines are hidden until none of the hidden ones can
    be computed: counts stay uncertain by at least one record, and sums of sensitive lines by
    `uncertainty` of their size. Combinations that no record has are not listed.

    Records whose group is null are a group of their own; null numbers add nothing to a sum and
    are left out of a mean.

    References: Hundepool et al., *Statistical Disclosure Control*, Wiley 2012, chapter 4; the
    donors of annex A of the guide (docs: sources).

    >>> from celosia.core.randomness import Randomness
    >>> donors = Cells.of(
    ...     {"town": list("AAABBCC"), "gift": ["10", "20", "30", "5", "9", "8", "2"]}
    ... )
    >>> context = TechniqueContext(Randomness(b""))
    >>> table = Aggregation(("town",), sums=("gift",)).made(donors, context).cells
    >>> [table.column(name).tolist() for name in table.names]
    [['A', 'B', 'C', 'TOTAL'], ['3', '*', '*', '7'], ['60', '*', '*', '84']]
    """

    by: Annotated[tuple[str, ...], PUBLIC]
    sums: Annotated[tuple[str, ...], PUBLIC] = ()
    means: Annotated[tuple[str, ...], PUBLIC] = ()
    edges: tuple[tuple[float, ...], ...] = ()
    """Where the numbers of each column of `by` are cut; empty for those that are not."""
    least: Annotated[int, Whole(1, public=True)] = 3
    dominance: Annotated[tuple[float, ...], PUBLIC] = ()
    """n and k: hide what the n largest contributions make more than k % of."""
    p_percent: Annotated[float, Between(0, 100, public=True)] = 0
    uncertainty: Annotated[float, Between(0, 1, public=True)] = 0.1
    totals: Annotated[bool, PUBLIC] = True
    total_label: str = "TOTAL"
    kind: ClassVar[str] = "aggregation"
    command: ClassVar[str] = "aggregate"
    of_groups: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)
        for name in (*self.by, *self.sums, *self.means):
            check_name(Message("techniques.aggregation-each-entry-sums-means"), name)
        repeated = [name for name, times in Counter(self.names).items() if times > 1]
        if not self.by or repeated:
            raise ParameterError("techniques.aggregation-name-least-column-none")
        self._check_edges()
        self._check_dominance()
        if self.totals and len(self.by) > 2:
            raise ParameterError("techniques.aggregation-totals-can-protected-two")

    def _check_edges(self) -> None:
        if self.edges and len(self.edges) != len(self.by):
            raise ParameterError("techniques.aggregation-edges-needs-list-each")
        for cuts in self.edges:
            for edge in cuts:
                check_between(Message("techniques.aggregation-each-edge"), edge, -inf)
            if len(cuts) == 1 or not all(map(isfinite, cuts)) or _decreasing(cuts):
                raise ParameterError("techniques.aggregation-edges-column-must-two")

    def _check_dominance(self) -> None:
        if not self.dominance:
            return
        if len(self.dominance) != 2:
            raise ParameterError("techniques.aggregation-dominance-must-two-numbers")
        check_whole(Message("techniques.aggregation-n-dominance"), self.dominance[0], least=1)
        check_between(
            Message("techniques.aggregation-k-dominance"), self.dominance[1], 0, 100, open_low=True
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The columns of the result."""
        sums, means = (f"sum_{name}" for name in self.sums), (f"mean_{name}" for name in self.means)
        return (*self.by, COUNT, *sums, *means)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        groups, least = ", ".join(self.by), self.least
        return Message(
            "techniques.publishes-groups-instead-records-groups", groups=groups, least=least
        )

    def make(self, cells: Cells, context: TechniqueContext) -> MadeTables:
        """Group, and tell how many lines are hidden.

        Which of those are small is not published: they would tell by their sum.
        """
        made = self.made(cells, context)
        figures = {"hidden": made.primary, "hidden_with_them": made.secondary}
        return MadeTables((made.cells,), figures, {"hidden": made.primary + made.secondary})

    def made(self, cells: Cells, context: TechniqueContext) -> Aggregated:
        """Make the table of groups; nothing is left to chance."""
        groups = [self._groups(cells, place) for place in range(len(self.by))]
        sizes = [len(group.labels) for group in groups]
        if np.prod([size + 1.0 for size in sizes]) > MOST_CELLS:
            raise DataError("techniques.columns-too-many-combinations-table", by=self.by)
        tally = RecordPlaces.of([group.codes for group in groups], sizes, self.totals)
        numbers = {
            name: NumberCells.of(name, cells.column(name))
            for name in dict.fromkeys((*self.sums, *self.means))
        }
        counts = tally.counts()
        primary = self._sensitive(tally, counts, numbers)
        hidden = primary
        if self.totals:
            quantities = list(self._quantities(tally, counts, primary, numbers))
            lone = bool(numbers)
            hidden = hidden_with_complements(primary, counts > 0, counts, quantities, lone)
        table = self._written(tally, counts, groups, numbers, hidden)
        return Aggregated(table, int(primary.sum()), int((hidden & ~primary).sum()))

    def _groups(self, cells: Cells, place: int) -> CountedGroups:
        name = self.by[place]
        column = cells.column(name)
        cuts = self.edges[place] if self.edges else ()
        groups = (
            CountedGroups.by_interval(name, column, cuts)
            if cuts
            else CountedGroups.by_value(column)
        )
        if self.totals and self.total_label in groups.labels:
            raise DataError("techniques.value-column-written-totals-choose", name=name)
        return groups

    def _sensitive(
        self, tally: RecordPlaces, counts: IntArray, numbers: dict[str, NumberCells]
    ) -> BoolArray:
        """Mark the lines that must be hidden because of what they hold."""
        hidden = (counts > 0) & (counts < self.least)
        for column in numbers.values():
            known = tally.counts(~np.isnan(column.values))
            hidden |= (known > 0) & (known < self.least)
            if self.dominance:
                n, k = self.dominance
                hidden |= dominated(tally, column.values, int(n), k)
            if self.p_percent:
                hidden |= estimable(tally, column.values, self.p_percent)
        return hidden

    def _quantities(
        self,
        tally: RecordPlaces,
        counts: IntArray,
        primary: BoolArray,
        numbers: dict[str, NumberCells],
    ) -> Iterator[Quantity]:
        """Give everything that the table tells: a mean and a count are a sum."""
        one = np.ones(counts.shape)
        yield Quantity(counts.astype(float), 1, one)
        for column in numbers.values():
            known = ~np.isnan(column.values)
            if not known.all():
                yield Quantity(tally.counts(known).astype(float), 0, one)
            sums = tally.sums(column.values)
            unit = 10.0**-column.decimals
            needs = np.where(primary, np.maximum(self.uncertainty * np.abs(sums), unit), unit)
            negative = bool((column.values[known] < 0).any())
            yield Quantity(sums, -inf if negative else 0, needs)

    def _written(
        self,
        tally: RecordPlaces,
        counts: IntArray,
        groups: list[CountedGroups],
        numbers: dict[str, NumberCells],
        hidden: BoolArray,
    ) -> Cells:
        listed = np.flatnonzero(counts.ravel())
        starred = hidden.ravel()[listed]
        columns: dict[str, CellArray] = {}
        for name, group, place in zip(
            self.by, groups, np.unravel_index(listed, counts.shape), strict=True
        ):
            labels: tuple[Value, ...] = (*group.labels, self.total_label)
            columns[name] = cell_array(labels[at] for at in place)
        shown = [str(n) for n in counts.ravel()[listed].tolist()]
        columns[COUNT] = _starred(cell_array(shown), starred)
        sums = {name: tally.sums(column.values) for name, column in numbers.items()}
        for name in self.sums:
            written = numbers[name].written(sums[name].ravel()[listed])
            columns[f"sum_{name}"] = _starred(written, starred)
        for name in self.means:
            column = numbers[name]
            mean = _ratio(sums[name], tally.counts(~np.isnan(column.values))).ravel()[listed]
            written = column.written(mean, column.decimals + 1)
            columns[f"mean_{name}"] = _starred(written, starred)
        return Cells(columns)


def _decreasing(edges: tuple[float, ...]) -> bool:
    return any(later <= earlier for earlier, later in pairwise(edges))


def _ratio(sums: FloatArray, counts: IntArray) -> FloatArray:
    ratio: FloatArray = np.full(sums.shape, np.nan)
    return np.divide(sums, counts, out=ratio, where=counts > 0)


def _starred(cells: CellArray, hidden: BoolArray) -> CellArray:
    return np.where(hidden, SUPPRESSED, cells)
