"""Which columns, taken together, single out the most records.

The method of Omer and Mohamad looks at the power set of the columns that others may know and takes
the set with most distinct tuples and, among those, the fewest attributes; Olmos' thesis
(docs: sources) adds a tolerance of 5 %, as a few tuples more are not worth another column.

References: Omer and Mohamad, *Simple and effective method for selecting quasi-identifier*, JATIT
89(2), 2016. Distinction and separation: Motwani and Xu, *Efficient algorithms for masking and
finding quasi-identifiers*, SDM 2007 (shown by ARX too).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any, TypeVar

from celosia.domain.arrays import CodeArray, IntArray
from celosia.errors import ParameterError
from celosia.proposals.power_set import Explorer

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
