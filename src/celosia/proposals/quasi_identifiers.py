"""Which columns, taken together, single out the most records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, floor, prod
from typing import Any, TypeVar

import numpy as np

from celosia.core.values import CodeArray, IntArray, ValueCounts
from celosia.errors import ParameterError


@dataclass(frozen=True, slots=True)
class RecordGroups:
    """The group of each row, numbered from 0 without gaps."""

    codes: CodeArray
    count: int

    @classmethod
    def of(cls, column: CodeArray) -> RecordGroups:
        """Give a number to each value of one column.

        >>> RecordGroups.of(np.array([7, 3, 7])).count
        2
        """
        found, codes = np.unique(column, return_inverse=True)
        return cls(_narrow(codes.reshape(-1), len(found)), len(found))

    def refine(self, other: RecordGroups) -> RecordGroups:
        """Split the groups by those of another column.

        >>> a, b = RecordGroups.of(np.array([0, 0, 1])), RecordGroups.of(np.array([0, 1, 1]))
        >>> a.refine(b).count
        3
        """
        rows = len(self.codes)
        if self.count == rows or other.count == 1:
            return self
        keys = self.codes.astype(np.int64) * other.count + other.codes
        size = self.count * other.count
        return _ranked(keys, size) if size <= 4 * rows + 1024 else RecordGroups.of(keys)

    def separation(self, counts: IntArray) -> float:
        """Give the share of pairs of records that fall in different groups.

        >>> round(RecordGroups.of(np.array([0, 1])).separation(np.array([2, 2])), 3)  # 4 of 6 pairs
        0.667
        """
        sizes = np.bincount(self.codes, weights=counts)
        records = float(sizes.sum())
        if records < 2:
            return 0.0
        return float(1 - (sizes * (sizes - 1)).sum() / (records * (records - 1)))


def _ranked(keys: IntArray, size: int) -> RecordGroups:
    """Give numbers to the keys that occur, without sorting: there are few possible ones."""
    occurs = np.zeros(size, dtype=np.bool_)
    occurs[keys] = True
    ranks = np.cumsum(occurs) - 1
    count = int(ranks[-1]) + 1
    return RecordGroups(_narrow(ranks, count)[keys], count)


def _narrow(codes: CodeArray, count: int) -> CodeArray:
    """Hold codes in as few bytes as their number allows: prefixes of wide tables are kept."""
    return codes.astype(np.min_scalar_type(count))


class Grouper:
    """Groups rows by sets of columns; keeps the prefixes of the last set asked for.

    Asked in lexicographic order, as `itertools.combinations` gives them, each set costs about one
    refinement.

    >>> Grouper(np.array([[0, 0], [0, 1], [1, 1]])).groups((0, 1)).count
    3
    """

    def __init__(self, codes: CodeArray) -> None:
        self.columns = tuple(RecordGroups.of(codes[:, j]) for j in range(codes.shape[1]))
        self._prefix: list[tuple[int, RecordGroups]] = []

    def groups(self, columns: Sequence[int]) -> RecordGroups:
        """Group the rows by the columns at these positions."""
        shared = 0
        while (
            shared < min(len(self._prefix), len(columns))
            and self._prefix[shared][0] == columns[shared]
        ):
            shared += 1
        del self._prefix[shared:]
        for j in columns[shared:]:
            self._prefix.append((j, self._next(j)))
        return self._prefix[-1][1]

    def _next(self, j: int) -> RecordGroups:
        return self._prefix[-1][1].refine(self.columns[j]) if self._prefix else self.columns[j]


MOST_SETS = 20_000
"""Sets of one size that are considered before going on greedily; an estimate."""
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


@dataclass(frozen=True, slots=True)
class Information:
    """Shannon entropy of a column, in bits, and as a share of what singles out a record.

    Null counts as a value. The share is H / log2(records): 1 when each record has its own value,
    0 when all share one. (Dividing by log2(distinct) would call a balanced sex as telling as an
    identity number.)

    References: Shannon, BSTJ 27, 1948, §6.

    >>> information(ValueCounts(("a", "b", "c", "d"), (4, 4, 4, 4)))
    Information(bits=2.0, share=0.5)
    """

    bits: float
    share: float


def information(values: ValueCounts) -> Information:
    """Measure the entropy of a column.

    >>> information(ValueCounts(("a",), (9,)))
    Information(bits=0.0, share=0.0)
    """
    counts = np.asarray([n for n in values.counts if n > 0], dtype=np.float64)
    if counts.size < 2:
        return Information(0.0, 0.0)
    shares = counts / counts.sum()
    bits = float(-(shares * np.log2(shares)).sum())
    return Information(bits, min(1.0, bits / float(np.log2(counts.sum()))))


TOLERANCE = 0.05
SHOW_ALL = 10

Columns = TypeVar("Columns", bound=Collection[str])


@dataclass(frozen=True, slots=True)
class Combination:
    """A set of columns and how well it tells records apart.

    `distinction` is distinct tuples per record, `separation` the share of pairs of records that
    differ in some column.
    """

    columns: tuple[str, ...]
    distinct: int
    distinction: float
    separation: float


@dataclass(frozen=True, slots=True)
class QuasiIdentifierProposal:
    """The columns to take as quasi-identifiers, and the combinations they were chosen from.

    `maximum` is the distinct tuples of all the columns together. When not `exhaustive`, there were
    too many combinations: the choice meets the tolerance, but a smaller one may exist.
    """

    chosen: tuple[str, ...]
    maximum: int
    tolerance: float
    examined: tuple[Combination, ...]
    exhaustive: bool

    def to_dict(self) -> dict[str, Any]:
        """Give the sets of columns that were examined, and the one that was chosen."""
        return {
            "chosen": list(self.chosen),
            "maximum": self.maximum,
            "tolerance": self.tolerance,
            "exhaustive": self.exhaustive,
            "examined": [
                {
                    "columns": list(each.columns),
                    "distinct": each.distinct,
                    "distinction": each.distinction,
                    "separation": each.separation,
                }
                for each in self.examined
            ],
        }


def choose(distinct_by_columns: Mapping[Columns, int], tolerance: float = TOLERANCE) -> Columns:
    """Choose the smallest set of columns whose distinct tuples come near the maximum.

    Among sets of that size the one with most tuples; among equals the first by sorted names, so
    the order of the columns decides nothing.

    >>> choose({("cp",): 97, ("sexo",): 2, ("cp", "sexo"): 100})
    ('cp',)
    """
    if not distinct_by_columns:
        raise ParameterError("proposals.no-columns-choose-quasi-identifiers")
    enough = threshold(max(distinct_by_columns.values()), tolerance)
    near = [columns for columns, n in distinct_by_columns.items() if n >= enough]
    return min(near, key=lambda c: (len(c), -distinct_by_columns[c], sorted(c)))


def threshold(maximum: int, tolerance: float) -> int:
    """Give the fewest distinct tuples that come near the maximum, rounded down.

    The thesis accepts 1909 where 2010 - 5 % is 1909.5, hence down; it never gives up a whole tuple
    more than the tolerance says, which is noticed only in tiny tables. The tolerance is taken as
    the decimal it is written as: binary fractions would round 10 - 90 % to 0 rather than 1.

    >>> threshold(2010, 0.05), threshold(10, 0.9)
    (1909, 1)
    """
    if not 0 <= tolerance < 1:
        raise ParameterError("proposals.tolerance-must-least-0-less", tolerance=tolerance)
    return floor(maximum * (1 - Fraction(str(tolerance))))


def propose_quasi_identifiers(
    codes: CodeArray,
    counts: IntArray,
    names: Sequence[str],
    tolerance: float = TOLERANCE,
    show_all: int = SHOW_ALL,
) -> QuasiIdentifierProposal:
    """Propose quasi-identifiers among the columns that others may know.

    Parameters
    ----------
    codes
        One row per distinct combination of all the columns, one column per name.
    counts
        Records of each row.
    names
        Name of each column.
    tolerance
        Share of the maximum of distinct tuples that may be given up for fewer columns.
    show_all
        Up to so many columns the whole power set is examined, for a person to see; with more,
        sizes are examined in turn until one suffices, skipping what cannot.

    >>> import numpy as np
    >>> rows = np.array([[0, 0], [1, 0], [2, 0], [3, 1]])
    >>> propose_quasi_identifiers(rows, np.array([1, 1, 5, 2]), ["edad", "sexo"]).chosen
    ('edad',)
    """
    _check(codes, counts, names)
    explorer = Explorer(codes, counts, sorted_positions(names))
    enough = threshold(explorer.maximum, tolerance)
    exhaustive = explorer.explore(enough, show_all)
    examined = _combinations(explorer, names, int(counts.sum()))
    chosen = choose({c.columns: c.distinct for c in examined}, tolerance)
    return QuasiIdentifierProposal(chosen, explorer.maximum, tolerance, examined, exhaustive)


def sorted_positions(names: Sequence[str]) -> tuple[int, ...]:
    """Give the positions of the names in text order.

    >>> sorted_positions(["sexo", "edad"])
    (1, 0)
    """
    return tuple(sorted(range(len(names)), key=lambda j: names[j]))


def _combinations(
    explorer: Explorer, names: Sequence[str], records: int
) -> tuple[Combination, ...]:
    found = [
        Combination(
            tuple(names[j] for j in sorted(columns)), seen.count, seen.count / records, seen.apart
        )
        for columns, seen in explorer.seen.items()
    ]
    return tuple(sorted(found, key=lambda c: (len(c.columns), sorted(c.columns))))


def _check(codes: CodeArray, counts: IntArray, names: Sequence[str]) -> None:
    if codes.ndim != 2 or codes.shape != (len(counts), len(names)):
        raise ParameterError(
            "proposals.quasi-identifiers-codes-shape-do",
            shape=codes.shape,
            counts=len(counts),
            names=len(names),
        )
    if not len(counts) or not len(names):
        raise ParameterError("proposals.quasi-identifiers-no-records-no")
    if len(set(names)) != len(names):
        raise ParameterError("proposals.quasi-identifiers-names-must-not")
