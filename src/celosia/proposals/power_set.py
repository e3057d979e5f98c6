"""Walk through the sets of columns, skipping those that cannot have enough distinct tuples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod

from celosia.domain.arrays import CodeArray, IntArray
from celosia.proposals.distinct import Grouper

MOST_SETS = 20_000
"""Sets of one size that are considered before going on greedily."""
MOST_WORK = 150_000_000
"""Rows times sets that are grouped before going on greedily: about three seconds."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Distinct tuples of a set of columns, and the share of pairs of records it tells apart."""

    count: int
    apart: float


class Explorer:
    """Examines sets of columns and remembers what it saw.

    Two facts save work. Adding a column never lowers the distinct tuples, so the maximum is that
    of all the columns. And the tuples of S ∪ {c} are at most those of S times those of c, so a set
    bounded below the threshold is skipped unseen.
    """

    def __init__(self, codes: CodeArray, counts: IntArray, order: Sequence[int]) -> None:
        self.seen: dict[frozenset[int], Seen] = {}
        self._counts = counts
        self._order = tuple(order)
        self._grouper = Grouper(codes)
        self._bounds: dict[frozenset[int], int] = {}
        self._work_left = MOST_WORK
        self.maximum = self.examine(self._order)

    def examine(self, columns: Sequence[int]) -> int:
        """Count the distinct tuples of a set of columns, once."""
        key = frozenset(columns)
        if key not in self.seen:
            groups = self._grouper.groups(tuple(columns))
            self.seen[key] = Seen(groups.count, groups.separation(self._counts))
            self._work_left -= len(self._counts)
        return self.seen[key].count

    def explore(self, enough: int, show_all: int) -> bool:
        """Examine until the smallest sufficient set is known; false if it may not be."""
        width = len(self._order)
        if width <= show_all and self._affordable(2**width):
            for size in range(1, width + 1):
                self._examine_all(combinations(self._order, size))
            return True
        if self._explore_by_size(enough):
            return True
        self._explore_greedily(enough)
        return False

    def _explore_by_size(self, enough: int) -> bool:
        self._examine_all((j,) for j in self._order)
        for size in range(1, len(self._order) + 1):
            if self._hopeless(size, enough):
                continue
            if comb(len(self._order), size) > MOST_SETS:
                return False
            able = [c for c in combinations(self._order, size) if self._bound(c) >= enough]
            if not self._affordable(len(able)):
                return False
            if max(self._examine_all(able), default=0) >= enough:
                return True
        return True

    def _explore_greedily(self, enough: int) -> None:
        """Add the column with most gain until there are enough tuples; then drop idle ones."""
        chosen: tuple[int, ...] = ()
        while (self.examine(chosen) if chosen else 0) < enough:
            chosen = (*chosen, self._best_addition(chosen))
        for j in chosen[:-1]:
            rest = tuple(c for c in chosen if c != j)
            if self.examine(rest) >= enough:
                chosen = rest

    def _best_addition(self, chosen: tuple[int, ...]) -> int:
        best, most = -1, 0
        present = self.examine(chosen) if chosen else 1
        for j in sorted(set(self._order) - set(chosen), key=self._by_distinct):
            if present * self._single(j) <= most:
                break
            if (count := self.examine((*chosen, j))) > most:
                best, most = j, count
        return best

    def _examine_all(self, sets: Iterable[Sequence[int]]) -> list[int]:
        return [self.examine(columns) for columns in sets]

    def _affordable(self, sets: int) -> bool:
        return sets * len(self._counts) <= self._work_left

    def _hopeless(self, size: int, enough: int) -> bool:
        """Tell whether even the `size` columns with most values give too few tuples."""
        largest = sorted((self._single(j) for j in self._order), reverse=True)[:size]
        return prod(largest) < enough

    def _bound(self, columns: tuple[int, ...]) -> int:
        """Bound the tuples of a set by its subsets of one column less, seen or bounded before."""
        key = frozenset(columns)
        bound = prod(self._single(j) for j in columns)
        for j in columns:
            if (less := self._known(key - {j})) is not None:
                bound = min(bound, less * self._single(j))
        self._bounds[key] = bound
        return bound

    def _known(self, key: frozenset[int]) -> int | None:
        seen = self.seen.get(key)
        return seen.count if seen else self._bounds.get(key)

    def _single(self, j: int) -> int:
        return self._grouper.columns[j].count

    def _by_distinct(self, j: int) -> tuple[int, int]:
        return -self._single(j), self._order.index(j)
