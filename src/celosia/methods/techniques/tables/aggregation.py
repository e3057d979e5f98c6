"""Aggregation: a table of groups instead of records, with nothing to be learnt of small groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import inf, isfinite
from typing import Annotated, ClassVar

import numpy as np

from celosia.domain.arrays import BoolArray, FloatArray, IntArray
from celosia.domain.cells import CellArray, Cells, cell_array
from celosia.domain.checks import check_between, check_name, check_whole
from celosia.domain.parameters import PUBLIC, Between, Whole, check_parameters
from celosia.domain.table_maker import MadeTables, TableMaker, declared_maker
from celosia.domain.technique import TechniqueContext
from celosia.domain.values import SUPPRESSED, Value
from celosia.errors import DataError, ParameterError
from celosia.methods.techniques.quantities import Numbers
from celosia.methods.techniques.tables.aggregation_groups import Groups
from celosia.methods.techniques.tables.aggregation_tally import Tally, dominated, estimable
from celosia.methods.techniques.tables.secondary_suppression import (
    Quantity,
    hidden_with_complements,
)
from celosia.text.messages import Message

COUNT = "count"
"""The column of the number of records."""
MOST_CELLS = 1 << 22


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

    >>> from celosia.domain.randomness import Randomness
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
    hides_records: ClassVar[bool] = True

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
        tally = Tally.of([group.codes for group in groups], sizes, self.totals)
        numbers = {
            name: Numbers.of(name, cells.column(name))
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

    def _groups(self, cells: Cells, place: int) -> Groups:
        name = self.by[place]
        column = cells.column(name)
        cuts = self.edges[place] if self.edges else ()
        groups = Groups.by_interval(name, column, cuts) if cuts else Groups.by_value(column)
        if self.totals and self.total_label in groups.labels:
            raise DataError("techniques.value-column-written-totals-choose", name=name)
        return groups

    def _sensitive(self, tally: Tally, counts: IntArray, numbers: dict[str, Numbers]) -> BoolArray:
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
        self, tally: Tally, counts: IntArray, primary: BoolArray, numbers: dict[str, Numbers]
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
        tally: Tally,
        counts: IntArray,
        groups: list[Groups],
        numbers: dict[str, Numbers],
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
