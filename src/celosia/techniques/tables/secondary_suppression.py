"""Complementary suppression: no hidden cell of a table can be computed from its totals."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import TypeAlias

import numpy as np

from celosia.core.values import BoolArray, FloatArray, IntArray
from celosia.errors import ParameterError

Cycle: TypeAlias = frozenset[int]
"""Cells that can all change at once, up and down in turn, while every total stays."""


@dataclass(frozen=True, slots=True, eq=False)
class Quantity:
    """One published figure of every cell, totals in the last place of each dimension."""

    values: FloatArray
    lowest: float
    """What everybody knows to be its lowest value; minus infinity where nobody does."""
    needs: FloatArray
    """By how much each cell has to stay uncertain if it is hidden."""


def hidden_with_complements(
    primary: BoolArray,
    listed: BoolArray,
    counts: IntArray,
    quantities: Sequence[Quantity],
    lone_respondents: bool = False,
) -> BoolArray:
    """Hide further cells until no hidden one can be told from the totals.

    A cell of a two-way table is a term of two equations, that of its row and that of its column,
    so the hidden cells are the edges of a bipartite graph, and totals are edges of two further
    nodes. Without bounds, a cell is determined if and only if its edge is a bridge. With a lowest
    value, it is determined if and only if no cycle through it leaves room on every edge that goes
    down: such a cycle is what is looked for, the cheapest in hidden records first. One always
    exists, at worst by way of the totals. In a table of one column every cell is an edge between
    its total and a node without equation.

    The result is exact for each hidden cell by itself; to hide the fewest records altogether is
    NP-hard, and is not claimed.

    References: Gusfield, SIAM J. Comput. 17(3), 1988; Kelly, Golden and Assad, Networks 22(4),
    1992.

    Parameters
    ----------
    primary
        The cells that must not be published; one or two dimensions, totals last.
    listed
        The cells that are in the table: readers know that the others are empty.
    counts
        Number of records of each cell: what hiding it costs.
    lone_respondents
        Whether a person who is alone in a cell, and so knows its figures, must not learn another
        cell of `primary` either.

    >>> counts = np.array([[1, 9, 10], [8, 7, 15], [9, 16, 25]])
    >>> number = Quantity(counts.astype(float), 1, np.ones((3, 3)))
    >>> hidden_with_complements(counts < 3, counts > 0, counts, [number])[:2, :2].all()
    np.True_
    """
    if primary.ndim not in (1, 2):
        raise ParameterError("techniques.totals-can-protected-tables-two")
    network = _Network(primary, listed, counts)
    for quantity in quantities:
        network.protect(quantity)
    if lone_respondents:
        for quantity in quantities:
            network.protect_from_respondents(quantity)
    return network.hidden.reshape(primary.shape)


@dataclass(slots=True, eq=False)
class _Network:
    """The equations of a table as nodes, and its cells as edges between them."""

    primary: BoolArray
    listed: BoolArray
    counts: IntArray
    hidden: BoolArray = field(init=False)
    turned: BoolArray = field(init=False)
    """Whether a cell stands with a minus in its equations, as totals do."""
    costs: FloatArray = field(init=False)
    ends: list[tuple[int, int]] = field(init=False)
    edges: dict[int, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        shape = self.primary.shape
        places = np.indices(shape).reshape(len(shape), -1)
        totals = sum(
            (at == size - 1).astype(np.int64) for at, size in zip(places, shape, strict=True)
        )
        self.hidden = self.primary.ravel().copy()
        self.turned = totals % 2 == 1
        records = int(self.counts.ravel()[-1])
        self.costs = (self.counts.ravel() + totals * (records + 1)).astype(np.float64)
        if len(shape) == 1:
            self.ends = [(0, 1)] * prod(shape)
        else:
            self.ends = [(int(row), shape[0] + int(column)) for row, column in places.T]
        self.edges = {node: [] for node in range(sum(shape) + 2)}
        for cell in np.flatnonzero(self.listed.ravel()).tolist():
            for node in self.ends[cell]:
                self.edges[node].append(cell)

    def protect(self, quantity: Quantity) -> None:
        """Find a cycle for every hidden cell, and hide what it needs."""
        needs, safe = quantity.needs.ravel(), set[int]()
        waiting = deque(np.flatnonzero(self.hidden).tolist())
        while waiting:
            cell = waiting.popleft()
            if cell in safe:
                continue
            cycle = self._hide_cycle(cell, quantity, frozenset())
            safe.update(other for other in cycle if needs[other] <= needs[cell])
            waiting.extend(cycle - safe)

    def protect_from_respondents(self, quantity: Quantity) -> None:
        """Do the same as often as a person is alone in a cell, without the cells they know."""
        cycles: dict[int, Cycle] = {}
        for known in self._known_to_respondents():
            for cell in np.flatnonzero(self.primary.ravel()).tolist():
                if cell not in known and (cell not in cycles or cycles[cell] & known):
                    cycles[cell] = self._hide_cycle(cell, quantity, known)
        self.protect(quantity)

    def _known_to_respondents(self) -> list[Cycle]:
        """Give the cell of each person who is alone in one, with the totals of no other record."""
        inner = np.argwhere((self.counts == 1)[(slice(-1),) * self.counts.ndim])
        lone = []
        for place in inner.tolist():
            lines = product(
                *((at, size - 1) for at, size in zip(place, self.counts.shape, strict=True))
            )
            alone = [line for line in lines if self.counts[line] == 1]
            lone.append(
                frozenset(int(np.ravel_multi_index(line, self.counts.shape)) for line in alone)
            )
        return lone

    def _hide_cycle(self, cell: int, quantity: Quantity, known: Cycle) -> Cycle:
        """Hide the cheapest cycle through a cell that leaves it uncertain."""
        need = float(quantity.needs.ravel()[cell])
        down = quantity.values.ravel() - quantity.lowest >= need
        may_rise, may_fall = ~self.turned | down, self.turned | down
        row, column = self.ends[cell]
        ways = [(column, row)] * bool(may_rise[cell]) + [(row, column)] * bool(may_fall[cell])
        paths = [self._path(*way, known | {cell}, may_rise, may_fall) for way in ways]
        found = [path for path in paths if path is not None]
        _, cells = min(found, key=lambda path: (path[0], len(path[1]), sorted(path[1])))
        cycle = frozenset({cell, *cells})
        self.hidden[list(cycle)] = True
        return cycle

    def _path(
        self, start: int, goal: int, avoiding: Cycle, up: BoolArray, down: BoolArray
    ) -> tuple[float, list[int]] | None:
        """Find the cheapest way between two nodes; cells rise from rows, and fall from columns."""
        rows = 1 if self.primary.ndim == 1 else self.primary.shape[0]
        reached: dict[int, tuple[int, int]] = {}
        open_ = [(0.0, 0, start, -1, -1)]
        while open_:
            cost, steps, node, by, before = heapq.heappop(open_)
            if node in reached:
                continue
            reached[node] = (by, before)
            if node == goal:
                return cost, _traced(reached, goal)
            usable = up if node < rows else down
            for cell in self.edges[node]:
                first, second = self.ends[cell]
                other = second if node == first else first
                if usable[cell] and other not in reached and cell not in avoiding:
                    added = 0.0 if self.hidden[cell] else float(self.costs[cell])
                    heapq.heappush(open_, (cost + added, steps + 1, other, cell, node))
        return None


def _traced(reached: dict[int, tuple[int, int]], goal: int) -> list[int]:
    cells, node = [], goal
    while reached[node][0] >= 0:
        cell, node = reached[node]
        cells.append(cell)
    return cells
