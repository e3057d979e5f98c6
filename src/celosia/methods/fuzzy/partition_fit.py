"""What every way of finding a partition takes and gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Protocol

import numpy as np

from celosia.core.parameters import PUBLIC, check_between, check_whole
from celosia.core.values import FloatArray, IntArray
from celosia.errors import DataError, ParameterError
from celosia.text.messages import Message

MOST_SETS = 50
"""Sets that a reader could tell apart by name; an estimate."""


class Shape(Protocol):
    """Where the sets of a partition lie."""

    def memberships(self, columns: FloatArray) -> FloatArray:
        """Share points, a row per attribute, among the sets: (points, sets)."""
        ...


@dataclass(frozen=True, slots=True)
class Convergence:
    """How a search for a partition ended."""

    rounds: Annotated[int, PUBLIC]
    converged: Annotated[bool, PUBLIC]
    """Whether the last round changed nothing worth telling; if not, raise `most_rounds`."""
    objective: Annotated[float, PUBLIC]
    """What was minimized: the sum of squared distances, weighted by memberships."""
    starts: Annotated[int, PUBLIC]
    """How many starts were tried."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A partition found in the data."""

    shape: Shape
    convergence: Convergence | None
    """None when nothing had to be searched."""


@dataclass(frozen=True, slots=True)
class Search:
    """How long and from where to look for a partition.

    Parameters
    ----------
    starts
        Random starts; the partition with the least objective is kept.
    tolerance
        The search ends when no membership moves more than this.
    fuzziness
        The exponent m: near 1 almost crisp, 2 as usual.
    """

    starts: int = 10
    most_rounds: int = 1000
    tolerance: float = 1e-4
    fuzziness: float = 2.0

    def __post_init__(self) -> None:
        check_whole("Search: starts", self.starts, least=1)
        check_whole("Search: most_rounds", self.most_rounds, least=1)
        check_between("Search: tolerance", self.tolerance, 0, 1, open_low=True)
        check_between("Search: fuzziness", self.fuzziness, 1, open_low=True)


def check_columns(columns: FloatArray, sets: int) -> FloatArray:
    """Make sure that the records, a row per attribute, can be divided into so many sets."""
    check_whole(Message("methods.number-sets"), sets, least=2)
    if sets > MOST_SETS:
        raise ParameterError("methods.most-sets-can-told-apart", most=MOST_SETS, sets=sets)
    checked = np.ascontiguousarray(columns, dtype=np.float64)
    if checked.ndim != 2 or not checked.size:
        raise ParameterError("methods.no-records-divide-into-sets")
    odd = int((~np.isfinite(checked)).any(axis=0).sum())
    if odd:
        raise DataError("methods.records-value-missing-no-finite", odd=odd)
    varied = any(np.unique(row).size >= sets for row in checked)
    if not varied and np.unique(checked, axis=1).shape[1] < sets:
        raise DataError("methods.records-fewer-different-values-ask", sets=sets)
    return checked


def order_of(centres: FloatArray, columns: FloatArray) -> IntArray:
    """Number the sets from low to high, every attribute as important as the others."""
    span = np.ptp(columns, axis=1)
    places = (centres / np.where(span > 0, span, 1.0)).sum(axis=1)
    return np.asarray(np.argsort(places, kind="stable"), np.int64)
