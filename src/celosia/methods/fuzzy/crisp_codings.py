"""Crisp partitions: k-means around centres, and Global Recode's intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import numpy as np

from celosia.core.progress import Progress, silent
from celosia.core.values import FloatArray, IntArray
from celosia.errors import DataError, ParameterError
from celosia.methods.fuzzy.kernels.fuzzy_kernel import assign, means, move_singly
from celosia.methods.fuzzy.partition_fit import Convergence, Fit, Search, check_columns, order_of


@dataclass(frozen=True, slots=True, eq=False)
class Centres:
    """Crisp sets: each record belongs to the nearest centre, the lower of two."""

    centres: FloatArray
    """(sets, attributes), in the units of the data."""
    unit: FloatArray
    """(attributes,) how much of each attribute counts as one step."""

    def memberships(self, columns: FloatArray) -> FloatArray:
        """Give each point, a row per attribute, wholly to its set."""
        scaled = np.ascontiguousarray(np.asarray(columns, np.float64) / self.unit[:, None])
        nearest = np.zeros(scaled.shape[1], np.int64)
        assign(scaled, self.centres / self.unit, nearest)
        return np.asarray(np.eye(len(self.centres))[nearest])


@dataclass(frozen=True, slots=True, eq=False)
class _KMeansRun:
    centres: FloatArray
    nearest: IntArray
    rounds: int
    converged: bool
    objective: float


def k_means(
    columns: FloatArray,
    sets: int,
    randomness: np.random.Generator,
    search: Search,
    scaled: bool = True,
    most_frequent: bool = False,
    progress: Progress = silent,
) -> Fit:
    """Divide the records among centres that are the means of their records.

    Parameters
    ----------
    scaled
        Whether attributes count by their range; if not, the one with the largest numbers decides
        nearly alone.
    most_frequent
        Keep the partition that most starts reach, instead of the one with the least objective.

    References: Lloyd, IEEE Trans. Inf. Theory 28(2), 1982; Quirós 2013, section 4.1.1.1.
    """
    data = check_columns(columns, sets)
    span = np.ptp(data, axis=1)
    unit = np.where(span > 0, span, 1.0) if scaled else np.ones(len(data))
    steps = np.ascontiguousarray(data / unit[:, None])
    runs = []
    for number in range(search.starts):
        tell = partial(progress, "sets", number / search.starts)
        runs.append(_run(steps, sets, randomness, search, tell))
    best = min(_most_frequent(runs) if most_frequent else runs, key=lambda run: run.objective)
    shape = Centres(best.centres * unit, unit)
    return Fit(shape, Convergence(best.rounds, best.converged, best.objective, search.starts))


def _run(
    columns: FloatArray,
    sets: int,
    randomness: np.random.Generator,
    search: Search,
    tell: Callable[[], None],
) -> _KMeansRun:
    """Go from random records to the means of their sets until no record moves, nor one alone."""
    first = randomness.choice(columns.shape[1], sets, replace=False)
    centres = np.ascontiguousarray(columns[:, first].T)
    nearest = np.full(columns.shape[1], -1, np.int64)
    rounds, moved = 0, True
    while moved and rounds < search.most_rounds:
        tell()
        moved, _, furthest = assign(columns, centres, nearest)
        means(columns, nearest, centres, furthest)
        rounds += 1
    singly = not moved
    while singly and rounds < search.most_rounds:
        tell()
        singly = move_singly(columns, nearest, centres, np.bincount(nearest, minlength=sets))
        means(columns, nearest, centres, 0)
        rounds += 1
    total = float(((columns.T - centres[nearest]) ** 2).sum())
    order = order_of(centres, columns)
    converged = not moved and not singly
    return _KMeansRun(centres[order], np.argsort(order)[nearest], rounds, converged, total)


def _most_frequent(runs: list[_KMeansRun]) -> list[_KMeansRun]:
    """Keep the runs that ended in the partition that most of them reached."""
    counted = Counter(run.nearest.tobytes() for run in runs)
    winner = counted.most_common(1)[0][0]
    return [run for run in runs if run.nearest.tobytes() == winner]


class Cutting(StrEnum):
    """Where the intervals end."""

    EQUIDISTANT = "equidistant"
    """All intervals are equally long."""
    LOG_EQUI = "logEqui"
    """All are equally long in logarithms."""
    EQUAL_AMOUNT = "equalAmount"
    """All hold about as many records."""


@dataclass(frozen=True, slots=True, eq=False)
class CrispIntervals:
    """Intervals that hold their upper end; the first and the last are open outwards."""

    borders: FloatArray
    """(sets - 1,) the upper end of every interval but the last."""

    def memberships(self, columns: FloatArray) -> FloatArray:
        """Give each point wholly to its interval."""
        place = np.searchsorted(self.borders, columns[0], side="left")
        return np.asarray(np.eye(len(self.borders) + 1)[place])


def global_recode(columns: FloatArray, sets: int, cutting: Cutting) -> Fit:
    """Cut one attribute into intervals.

    References: Templ, Kowarik and Meindl, J. Stat. Softw. 67(4), 2015 (sdcMicro, `globalRecode`);
    Quirós 2013, section 4.1.1.2. The lowest value stays in the first interval.
    """
    data = check_columns(columns, sets)
    if len(data) != 1:
        raise ParameterError("methods.global-recode-cuts-attribute-time")
    return Fit(CrispIntervals(borders(data[0], sets, cutting)[1:-1]), None)


def borders(values: FloatArray, sets: int, cutting: Cutting) -> FloatArray:
    """Tell where the intervals end, the lowest and highest value included.

    >>> borders(np.array([1.0, 2.0, 4.0, 8.0]), 3, Cutting.LOG_EQUI)
    array([1., 2., 4., 8.])
    """
    low, high = float(values.min()), float(values.max())
    match cutting:
        case Cutting.EQUIDISTANT:
            return np.linspace(low, high, sets + 1)
        case Cutting.LOG_EQUI:
            if low <= 0:
                raise DataError("methods.logarithmic-intervals-need-values-above")
            return np.geomspace(low, high, sets + 1)
        case Cutting.EQUAL_AMOUNT:
            return np.asarray(np.quantile(values, np.linspace(0, 1, sets + 1)))
