"""Anatomization: quasi-identifiers and sensitive values in two tables, joined by groups."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.parameters import ColumnName, ColumnNames, Whole, check_parameters
from celosia.core.randomness import Randomness
from celosia.core.technique import MadeTables, TableMaker, TechniqueContext, declared_maker
from celosia.core.values import CellArray, Cells, IntArray, Value, cell_array
from celosia.errors import NotAchievable, ParameterError
from celosia.text.messages import Message

COUNT = "count"
"""The column that tells how often a group holds a sensitive value."""


@dataclass(frozen=True, slots=True, eq=False)
class Anatomized:
    """Two tables to publish together; each has its rows in an order of its own."""

    quasi_identifiers: Cells
    """A row per record: its quasi-identifiers as they are, and the number of its group."""
    sensitive: Cells
    """A row per group and value: how many records of the group hold it."""


@declared_maker(order=5)
@dataclass(frozen=True, slots=True)
class Anatomization(TableMaker):
    """Part the sensitive column from the quasi-identifiers, in groups of l different values.

    In each group no value is more frequent than one in l, so whoever finds a person's row guesses
    the value with probability 1/l at most. A null is a value of its own. Columns that are not
    named are left out.

    References: Xiao and Tao, VLDB 2006, algorithm Anatomize (figure 3); section 2 of the
    examinations paper (docs: sources).

    >>> from celosia.core.randomness import Randomness
    >>> patients = Cells.of({"age": ["31", "47", "52", "60"], "dx": ["flu", "flu", "gout", "hiv"]})
    >>> context = TechniqueContext(Randomness(b"secret"))
    >>> tables = Anatomization(("age",), "dx", l=2).made(patients, context)
    >>> tables.quasi_identifiers.names, tables.sensitive.names
    (('age', 'group'), ('group', 'dx', 'count'))
    """

    quasi_identifiers: ColumnNames
    sensitive: ColumnName
    l: Annotated[int, Whole(2, usual=2, public=True)]
    group: ColumnName = "group"
    """The column that joins both tables."""
    kind: ClassVar[str] = "anatomization"
    command: ClassVar[str] = "anatomize"
    written: ClassVar[int] = 2

    def __post_init__(self) -> None:
        check_parameters(self)
        names = (*self.quasi_identifiers, self.sensitive, self.group)
        if len({*names, COUNT}) <= len(names):
            raise ParameterError("techniques.anatomization-name-no-column-twice", name=COUNT)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        return Message(
            "techniques.publishes-quasi-identifiers-table-another",
            sensitive=self.sensitive,
            l=self.l,
        )

    def make(self, cells: Cells, context: TechniqueContext) -> MadeTables:
        """Part the table in two, and count the groups."""
        made = self.made(cells, context)
        groups = len(set(made.quasi_identifiers.column(self.group)))
        tables = (made.quasi_identifiers, made.sensitive)
        figures = {"groups": groups, "l": self.l}
        return MadeTables(tables, figures, published=figures)

    def made(self, cells: Cells, context: TechniqueContext) -> Anatomized:
        """Make both tables; `NotAchievable` where one value is too frequent."""
        randomness = context.randomness.part(f"{self.kind} {self.sensitive}")
        values = cells.column(self.sensitive)
        for name in self.quasi_identifiers:
            cells.column(name)
        self._check_eligible(values)
        groups = _diverse_groups(values, self.l, randomness)
        numbers = randomness.permutation(groups.max(initial=-1) + 1)[groups] + 1
        kept = Cells({name: cells.column(name) for name in self.quasi_identifiers})
        joined = kept.with_columns({self.group: cell_array(str(n) for n in numbers.tolist())})
        return Anatomized(
            joined.taken(randomness.permutation(cells.records)),
            self._counted(values, numbers, randomness),
        )

    def _check_eligible(self, values: CellArray) -> None:
        """Make sure that no value is more frequent than one in l (property 1 of the paper)."""
        most = max(Counter(values).values(), default=0)
        if most * self.l > values.size:
            raise NotAchievable(
                "techniques.groups-different-values-out-reach",
                l=self.l,
                sensitive=self.sensitive,
                most=most,
                records=values.size,
                allowed=values.size // self.l,
            )

    def _counted(self, values: CellArray, numbers: IntArray, randomness: Randomness) -> Cells:
        counted = Counter(zip(numbers.tolist(), values, strict=True))
        lines = list(counted.items())
        table = Cells.of(
            {
                self.group: [str(group) for (group, _), _ in lines],
                self.sensitive: [value for (_, value), _ in lines],
                COUNT: [str(records) for _, records in lines],
            }
        )
        return table.taken(randomness.permutation(len(lines)))


def _diverse_groups(values: CellArray, l: int, randomness: Randomness) -> IntArray:
    """Give each record a group in which no other has its value.

    As long as l values are left, one record of each of the l most frequent makes a group. What is
    left then is at most one record of each value, and joins any group without that value: there
    is always one.
    """
    groups = np.full(values.size, -1, np.int64)
    buckets = _shuffled_buckets(values, randomness)
    queue = [(-len(rows), order) for order, rows in enumerate(buckets)]
    heapq.heapify(queue)
    made = 0
    while len(queue) >= l:
        taken = [heapq.heappop(queue) for _ in range(l)]
        for left, bucket in taken:
            groups[buckets[bucket].pop()] = made
            if left + 1:
                heapq.heappush(queue, (left + 1, bucket))
        made += 1
    for _, bucket in queue:
        for row in buckets[bucket]:
            free = np.setdiff1d(np.arange(made), groups[values == values[row]])
            groups[row] = free[randomness.below(len(free))]
    return groups


def _shuffled_buckets(values: CellArray, randomness: Randomness) -> list[list[int]]:
    """Gather the records of each value, in random order."""
    rows: defaultdict[Value, list[int]] = defaultdict(list)
    for row in randomness.permutation(values.size).tolist():
        rows[values[row]].append(row)
    return list(rows.values())
