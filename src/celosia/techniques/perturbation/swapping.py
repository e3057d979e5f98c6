"""Values exchanged between records: what is said of the whole table stays true."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.parameters import PUBLIC, Between, ColumnName, ColumnNames, check_parameters
from celosia.core.randomness import Randomness
from celosia.core.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import CellArray, Cells, FloatArray, IntArray
from celosia.techniques.perturbation.semantic_noise import SemanticDistance
from celosia.techniques.quantities import Days, NumberCells
from celosia.text.days import date_format
from celosia.text.messages import Message

TRIES = 16
"""Draws before all free ranks are listed; more than half are free until the last ones."""


def exchanged_ranks(ranks: int, percent: float, randomness: Randomness) -> IntArray:
    """Pair each rank with a free one above it, at most `percent` of the ranks away.

    Going up from the lowest, each rank that has no partner yet gets one of the free ranks within
    reach, all with the same chance. One that finds none keeps its place: a few of the highest.

    References: Moore, Controlled data-swapping techniques for masking public use microdata sets,
    U.S. Bureau of the Census, SRD RR 96-04, 1996.

    >>> partner = exchanged_ranks(100, 10, Randomness(b""))
    >>> int(abs(partner - np.arange(100)).max()) <= 10, (partner[partner] == np.arange(100)).all()
    (True, np.True_)
    """
    reach = max(1, int(ranks * percent / 100))
    partner = list(range(ranks))
    free = [True] * ranks
    first_draws = randomness.random(ranks).tolist()
    for rank, draw in enumerate(first_draws):
        last = min(rank + reach, ranks - 1)
        if not free[rank] or rank == last:
            continue
        other = _drawn(free, rank + 1, last, draw, randomness)
        if other is not None:
            partner[rank], partner[other] = other, rank
            free[other] = False
    return np.array(partner, np.int64)


def _drawn(
    free: list[bool], first: int, last: int, draw: float, randomness: Randomness
) -> int | None:
    """Draw one of the free ranks between two; None where there is none."""
    width = last - first + 1
    for _ in range(TRIES):
        rank = first + int(draw * width)
        if free[rank]:
            return rank
        draw = float(randomness.random(1)[0])
    left = [rank for rank in range(first, last + 1) if free[rank]]
    return left[int(draw * len(left))] if left else None


@declared(order=18)
@dataclass(frozen=True, slots=True)
class Swap(Technique):
    """Give each chosen record the value of another chosen one.

    Of `rate` of the records none keeps its own cell; it may receive an equal one. (If it could
    not, a column of two values would be readable backwards.) Each column keeps exactly the values
    it had, and an empty cell travels like any value. `grouped` moves the columns together: what
    relates them to each other stays exactly, what relates them to the other columns goes.

    References: Dalenius and Reiss, J. Statist. Plann. Inference 6(1), 1982; the guide, annex A,
    Intercambio.

    >>> from celosia.core.randomness import Randomness
    >>> cells = Cells.of({"age": ["24", "39", "18"]})
    >>> Swap(("age",)).apply(cells, TechniqueContext(Randomness(b""))).cells.column("age").tolist()
    ['18', '24', '39']
    """

    columns: ColumnNames
    rate: Annotated[float, Between(0, 1, open_low=True, public=True)] = 1.0
    grouped: Annotated[bool, PUBLIC] = False
    kind: ClassVar[str] = "swap"
    family: ClassVar[Family | None] = Family.SWAPPING
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.swap"),
        labels={
            "rate": Message("techniques.swap-rate"),
            "grouped": Message("techniques.swap-grouped"),
        },
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it keeps and destroys."""
        names, share = ", ".join(self.columns), 100 * self.rate
        how = Message("techniques.each-own")
        if self.grouped and len(self.columns) > 1:
            how = Message("techniques.together")
        return Message(
            "techniques.exchanges-between-records-every-column", names=names, how=how, share=share
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Permute the chosen records."""
        groups = [self.columns] if self.grouped else [(column,) for column in self.columns]
        moved: dict[str, CellArray] = {}
        for group in groups:
            randomness = context.randomness.part(f"swap {' '.join(group)}")
            source = self._sources(cells.records, randomness)
            moved |= {column: cells.column(column)[source] for column in group}
        few = cells.records > 0 and self._chosen(cells.records) < 2
        return Applied(cells.with_columns(moved), (_TOO_FEW,) if few else ())

    def _chosen(self, records: int) -> int:
        return int(np.floor(self.rate * records + 0.5))

    def _sources(self, records: int, randomness: Randomness) -> IntArray:
        """Tell from which record each one takes its cells: one cycle through all chosen ones."""
        source = np.arange(records)
        cycle = randomness.permutation(records)[: self._chosen(records)]
        source[cycle] = np.roll(cycle, 1)
        return source


@declared(order=19)
@dataclass(frozen=True, slots=True)
class RankSwap(Technique):
    """Exchange each number or date with one at most `percent` of the ranks away.

    Equal values are ranked by chance. The column keeps exactly its values, and each record gets
    one near its own, so relations with other columns are only weakened. Nulls stay where they are;
    of the highest ranks a few may find no partner and keep their value.

    References: Moore, SRD RR 96-04, U.S. Bureau of the Census, 1996.

    >>> from celosia.core.randomness import Randomness
    >>> cells = Cells.of({"age": ["90", "24", "88", None, "21"]})
    >>> made = RankSwap("age", percent=25).apply(cells, TechniqueContext(Randomness(b"")))
    >>> made.cells.column("age")
    array(['88', '21', '90', None, '24'], dtype=object)
    """

    column: ColumnName
    percent: Annotated[float, Between(0, 100, usual=5, open_low=True, public=True)]
    kind: ClassVar[str] = "rank-swap"
    family: ClassVar[Family | None] = Family.SWAPPING
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.rank-swap"),
        labels={
            "percent": Message("techniques.percent"),
        },
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it keeps and destroys."""
        return Message(
            "techniques.exchanges-each-value-most-ranks", column=self.column, percent=self.percent
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Exchange the cells of paired ranks."""
        column = cells.column(self.column)
        known = np.flatnonzero(np.array([cell is not None for cell in column], bool))
        randomness = context.randomness.part(f"rank-swap {self.column}")
        return _swapped(
            cells, self.column, known, self._sizes(column)[known], self.percent, randomness
        )

    def _sizes(self, column: CellArray) -> FloatArray:
        if date_format([cell for cell in column if cell is not None]) is not None:
            return Days.of(self.column, column).ordinals.astype(np.float64)
        return NumberCells.of(self.column, column).values


@declared(order=20)
@dataclass(frozen=True, slots=True)
class SemanticRankSwap(Technique):
    """Exchange each nominal value with one of near rank in the order of a taxonomy.

    The order starts at the most marginal value, the one furthest in meaning from all records, and
    goes by the distance from it; values at the same distance stand together by their branch of
    the tree. Then values are exchanged as in `RankSwap`. Distances are those of
    `SemanticDistance`. Nulls stay where they are.

    References: Rodriguez-Garcia, Batet and Sánchez, Utility-preserving privacy protection of
    nominal data sets via semantic rank swapping, Information Fusion 45, 2019. The order by
    branch of values at the same distance is ours.

    >>> from celosia.core.hierarchy import Hierarchy
    >>> from celosia.core.randomness import Randomness
    >>> rows = [("cat", "pet"), ("dog", "pet"), ("oak", "tree"), ("elm", "tree")]
    >>> trees = {"kind": Hierarchy.from_rows("kind", rows)}
    >>> context = TechniqueContext(Randomness(b""), hierarchies=trees)
    >>> cells = Cells.of({"kind": ["cat", "oak", "dog", "elm"]})
    >>> SemanticRankSwap("kind", percent=25).apply(cells, context).cells.column("kind")
    array(['dog', 'elm', 'cat', 'oak'], dtype=object)
    """

    column: ColumnName
    percent: Annotated[float, Between(0, 100, usual=5, open_low=True, public=True)]
    kind: ClassVar[str] = "semantic-rank-swap"
    family: ClassVar[Family | None] = Family.SWAPPING
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.semantic-rank-swap"),
        labels={
            "percent": Message("techniques.percent"),
        },
    )
    needs_hierarchy: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it keeps and destroys."""
        return Message(
            "techniques.exchanges-each-value-near-meaning", column=self.column, percent=self.percent
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Rank by the taxonomy, and exchange the cells of paired ranks."""
        column = cells.column(self.column)
        known = np.flatnonzero(np.array([cell is not None for cell in column], bool))
        counted = Counter(column[known].tolist())
        values = sorted(counted)
        distance = SemanticDistance.of(context.needed_hierarchy(self.column), values)
        order = distance.order(np.array([counted[value] for value in values], np.int64))
        rank = {values[place]: rank for rank, place in enumerate(order)}
        sizes = np.array([rank[cell] for cell in column[known]], np.float64)
        randomness = context.randomness.part(f"semantic-rank-swap {self.column}")
        return _swapped(cells, self.column, known, sizes, self.percent, randomness)


def _swapped(
    cells: Cells,
    name: str,
    known: IntArray,
    sizes: FloatArray,
    percent: float,
    randomness: Randomness,
) -> Applied:
    """Exchange the cells of some records, ranked by size and, where equal, by chance."""
    column = cells.column(name)
    by_rank = known[np.lexsort((randomness.random(known.size), sizes))]
    moved = column.copy()
    moved[by_rank] = column[by_rank[exchanged_ranks(known.size, percent, randomness)]]
    warnings = (_TOO_FEW,) if known.size == 1 else ()
    return Applied(cells.with_columns({name: moved}), warnings)


_TOO_FEW = Message("techniques.too-few")
