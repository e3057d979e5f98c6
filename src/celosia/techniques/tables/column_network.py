"""A network of columns that depend on others: counted, or learnt with differential privacy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from celosia.core.randomness import Randomness
from celosia.core.values import FloatArray, IntArray
from celosia.techniques.tables.private_aggregation import noisy_best, noisy_counts
from celosia.techniques.tables.synthetic_columns import CodedColumn

PER_CELL = 5
"""Records that a cell of the columns counted together should hold on average."""


@dataclass(frozen=True, slots=True)
class Dependence:
    """A column, and those on which it depends."""

    column: int
    parents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """Columns in an order in which each comes after those it depends on."""

    dependences: tuple[Dependence, ...]
    chances: tuple[FloatArray, ...]
    """For each, the chances of the column's codes: a row per combination of the parents' codes."""
    sizes: tuple[int, ...]

    def drawn(self, records: int, randomness: Randomness) -> list[IntArray]:
        """Draw the codes of every column."""
        codes = [np.zeros(records, np.int64) for _ in self.sizes]
        for dependence, chances in zip(self.dependences, self.chances, strict=True):
            given = np.zeros(records, np.int64)
            for parent in dependence.parents:
                given = given * self.sizes[parent] + codes[parent]
            for row in np.unique(given).tolist():
                places = np.flatnonzero(given == row)
                drawn = randomness.weighted(chances[row], places.size)
                codes[dependence.column][places] = drawn
        return codes


def counted_network(columns: Sequence[CodedColumn]) -> Network:
    """Learn which one or two columns tell most about each, from exact counts.

    The network grows by the column of which those inside tell most: its best parent first, and a
    second one where it adds information and the counts of all three are not too thin.

    References: Chow and Liu, IEEE Trans. Inf. Theory 14(3), 1968 (one parent); Zhang et al.,
    PrivBayes, ACM TODS 42(4), 2017, algorithm 2 (greedy, with more).
    """
    learner = _Learner(columns)
    dependences = list(_grown(len(columns), learner.best))
    tables = [learner.together(d) for d in dependences]
    return network_of(dependences, tables, [column.size for column in columns])


def network_of(
    dependences: Sequence[Dependence], tables: Sequence[FloatArray], sizes: Sequence[int]
) -> Network:
    """Make chances of counts: a row per combination of parents' codes."""
    chances = [np.array([_shares(row, table.sum(axis=0)) for row in table]) for table in tables]
    return Network(tuple(dependences), tuple(chances), tuple(sizes))


def counts_together(columns: Sequence[CodedColumn], dependence: Dependence) -> FloatArray:
    """Count a column with its parents: a row per combination of the parents' codes."""
    rows, both = 1, np.zeros(columns[dependence.column].codes.size, np.int64)
    for parent in dependence.parents:
        rows *= columns[parent].size
        both = both * columns[parent].size + columns[parent].codes
    size = columns[dependence.column].size
    both = both * size + columns[dependence.column].codes
    return np.bincount(both, minlength=rows * size).reshape(rows, size).astype(np.float64)


def _grown(
    columns: int, best: Callable[[list[int], list[int]], Dependence]
) -> Iterator[Dependence]:
    inside, outside = [0], list(range(1, columns))
    yield Dependence(0)
    while outside:
        chosen = best(inside, outside)
        inside.append(chosen.column)
        outside.remove(chosen.column)
        yield chosen


class _Learner:
    """Counts columns together, each combination once."""

    def __init__(self, columns: Sequence[CodedColumn]) -> None:
        self.columns = columns
        self.records = columns[0].codes.size
        self._known: dict[Dependence, float] = {}

    def together(self, dependence: Dependence) -> FloatArray:
        return counts_together(self.columns, dependence)

    def best(self, inside: list[int], outside: list[int]) -> Dependence:
        """Find the column of which those inside tell most."""
        return max((self._parents(column, inside) for column in outside), key=self._told)

    def _parents(self, column: int, inside: list[int]) -> Dependence:
        one = max((Dependence(column, (parent,)) for parent in inside), key=self._told)
        two = [
            Dependence(column, (*one.parents, other))
            for other in inside
            if other not in one.parents and self._cells(column, *one.parents, other)
        ]
        return max((one, *two), key=self._told)

    def _cells(self, *columns: int) -> bool:
        """Tell whether there are enough records for the cells of some columns together."""
        cells = np.prod([float(self.columns[at].size) for at in columns])
        return bool(cells * PER_CELL <= self.records)

    def _told(self, dependence: Dependence) -> float:
        if dependence not in self._known:
            self._known[dependence] = information(self.together(dependence))
        return self._known[dependence]


def information(table: FloatArray) -> float:
    """Estimate the mutual information, less what chance alone would give (Miller, 1955).

    >>> information(np.array([[50.0, 0.0], [0.0, 50.0]])) > information(np.full((2, 2), 25.0))
    True
    """
    records = table.sum()
    if not records:
        return 0.0
    rows, columns = table.sum(axis=1, keepdims=True), table.sum(axis=0, keepdims=True)
    held = table > 0
    ratio = table[held] * records / (rows * columns)[held]
    by_chance = (np.count_nonzero(rows) - 1) * (np.count_nonzero(columns) - 1) / 2
    return float(((table[held] * np.log(ratio)).sum() - by_chance) / records)


def _shares(counts: FloatArray, otherwise: FloatArray) -> FloatArray:
    """Make chances of counts; where there are none, of the others, or all the same."""
    weights = next(w for w in (counts, otherwise, np.ones_like(counts)) if w.sum() > 0)
    return np.asarray(weights / weights.sum(), np.float64)


def private_network(columns: Sequence[CodedColumn], epsilon: float) -> Network:
    """Learn a tree from noisy counts and noisy choices only.

    A third of epsilon goes to the counts of each column, a third to the choice of the edges, and
    a third to the counts of the pairs that they join. An edge is chosen by how far the pair's
    counts are from those of independent columns, as the noisy counts make them: one record changes
    that by one at most.

    References: McKenna, Miklau and Sheldon, *Winning the NIST Contest* (MST), J. Privacy and
    Confidentiality 11(3), 2021; here with pure epsilon.
    """
    third = epsilon / 3
    singles = [
        np.maximum(noisy_counts(column.codes, column.size, third / len(columns)), 0)
        for column in columns
    ]
    each = third / max(len(columns) - 1, 1)
    tree = [Dependence(0)]
    while len(tree) < len(columns):
        inside = [dependence.column for dependence in tree]
        edges = [
            Dependence(column, (parent,))
            for column in range(len(columns))
            for parent in inside
            if column not in inside
        ]
        scores = [_unlikeness(columns, singles, edge) for edge in edges]
        tree.append(edges[noisy_best(scores, each)])
    pairs = [_noisy_pair(columns, edge, each) for edge in tree[1:]]
    tables = [singles[0][None, :], *pairs]
    return network_of(tree, [t.astype(np.float64) for t in tables], [c.size for c in columns])


def _unlikeness(columns: Sequence[CodedColumn], singles: list[IntArray], edge: Dependence) -> int:
    """Count how far a pair is from independence; in whole records, so that the bound is exact."""
    one, other = singles[edge.parents[0]], singles[edge.column]
    expected = np.rint(np.outer(one, other) / max(int(other.sum()), 1))
    return int(np.abs(counts_together(columns, edge) - expected).sum())


def _noisy_pair(columns: Sequence[CodedColumn], edge: Dependence, epsilon: float) -> IntArray:
    parent, child = columns[edge.parents[0]], columns[edge.column]
    both = parent.codes * child.size + child.codes
    counts = noisy_counts(both, parent.size * child.size, epsilon)
    return np.maximum(counts, 0).reshape(parent.size, child.size)
