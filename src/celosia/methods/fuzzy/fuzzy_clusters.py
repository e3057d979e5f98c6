"""Fuzzy c-means and Gustafson–Kessel: sets that grow around centres."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from celosia.core.progress import Progress, silent
from celosia.core.values import FloatArray
from celosia.errors import DataError
from celosia.methods.fuzzy.kernels.fuzzy_kernel import (
    Moments,
    Sets,
    all_memberships,
    no_metrics,
    objective,
    one_round,
)
from celosia.methods.fuzzy.partition_fit import Convergence, Fit, Search, check_columns, order_of

FLATTEST = 1e15
"""A set this many times longer than wide is measured as if it were wider."""
SAMPLE = 20_000
"""Records, roughly, that choose among several starts: of 300,000 they find the same sets as all do
(objectives agree in 8 digits), in a seventh of the time."""


@dataclass(frozen=True, slots=True, eq=False)
class FuzzyClusters:
    """Fuzzy sets around centres; attributes are scaled to run from 0 to 1."""

    low: FloatArray
    span: FloatArray
    sets: Sets
    fuzziness: float

    @property
    def centres(self) -> FloatArray:
        """(sets, attributes), in the units of the data."""
        return self.low + self.sets.centres * self.span

    def memberships(self, columns: FloatArray) -> FloatArray:
        """Share points, a row per attribute, among the sets."""
        scaled = (np.asarray(columns, np.float64) - self.low[:, None]) / self.span[:, None]
        shares = all_memberships(np.ascontiguousarray(scaled), self.sets, self.fuzziness)
        return np.asarray(shares, np.float64)


def c_means(
    columns: FloatArray,
    sets: int,
    randomness: np.random.Generator,
    search: Search,
    progress: Progress = silent,
) -> Fit:
    """Find fuzzy sets whose centres are near their records in all directions alike.

    References: Bezdek, Pattern recognition with fuzzy objective function algorithms, 1981;
    Quirós 2013, equation 4.1.
    """
    draws = randomness.random((search.starts, sets, len(columns)))
    return best_fit(columns, draws, search, False, progress)


def gustafson_kessel(
    columns: FloatArray,
    sets: int,
    randomness: np.random.Generator,
    search: Search,
    progress: Progress = silent,
) -> Fit:
    """Find fuzzy sets that each stretch as their records do, all with the same volume.

    With one attribute there is nothing to stretch, and it is `c_means` (theorem 4.5).

    References: Gustafson and Kessel, IEEE CDC 1978; Quirós 2013, equations 4.3–4.5 with every ρ
    equal to 1.
    """
    draws = randomness.random((search.starts, sets, len(columns)))
    return best_fit(columns, draws, search, True, progress)


def best_fit(
    columns: FloatArray,
    draws: FloatArray,
    search: Search,
    adaptive: bool,
    progress: Progress = silent,
) -> Fit:
    """Search from every start, and keep the sets with the least objective.

    `draws` holds a number from 0 to 1 per start, set and attribute: each centre starts at the mean
    plus or minus at most the largest deviation from it. Of many records a sample, taken at equal
    steps, chooses the start; the search then ends on all of them.
    """
    data = check_columns(columns, draws.shape[1])
    low, span = data.min(axis=1), np.ptp(data, axis=1)
    if not span.all():
        raise DataError("methods.attribute-same-value-all-records")
    scaled = np.ascontiguousarray((data - low[:, None]) / span[:, None])
    mean = scaled.mean(axis=1)
    reach = np.abs(scaled - mean[:, None]).max(axis=1)
    centres = mean + (2 * draws - 1) * reach
    starts = [_start(one, adaptive) for one in centres]
    step = scaled.shape[1] // SAMPLE
    if len(starts) > 1 and step > 1:
        some = np.ascontiguousarray(scaled[:, ::step])
        starts = [_best(some, starts, search, progress)[0]]
    best, ending = _best(scaled, starts, search, progress)
    order = order_of(best.centres, scaled)
    sets = Sets(best.centres[order], best.metrics[order])
    shape = FuzzyClusters(low, span, sets, search.fuzziness)
    return Fit(shape, replace(ending, starts=len(draws)))


def _start(centres: FloatArray, adaptive: bool) -> Sets:
    c, d = centres.shape
    metrics = np.stack([np.eye(d)] * c) if adaptive else no_metrics(c)
    return Sets(np.ascontiguousarray(centres), metrics)


def _best(
    scaled: FloatArray, starts: list[Sets], search: Search, progress: Progress
) -> tuple[Sets, Convergence]:
    tried = []
    for number, start in enumerate(starts):
        tell = partial(progress, "sets", number / len(starts))
        tried.append(_searched(scaled, start, search, tell))
    return min(tried, key=lambda one: one[1].objective)


def _searched(
    scaled: FloatArray, sets: Sets, search: Search, tell: Callable[[], None]
) -> tuple[Sets, Convergence]:
    _, sums = one_round(scaled, sets, sets, search.fuzziness, search.tolerance)
    rounds, moved = 0, True
    while moved and rounds < search.most_rounds:
        tell()
        before, sets = sets, _following(sets, sums)
        moved, sums = one_round(scaled, sets, before, search.fuzziness, search.tolerance)
        rounds += 1
    total = float(objective(scaled, sets, search.fuzziness))
    return sets, Convergence(rounds, not moved, total, 1)


def _following(sets: Sets, sums: Moments) -> Sets:
    """Move the centres to the weighted means, and stretch the sets as their records are.

    A set without any weight, as there may be when the partition is almost crisp, stays.
    """
    weight = np.where(sums.weight > 0, sums.weight, 1.0)
    shift = sums.first / weight[:, None]
    if sets.metrics.shape[1] == 0:
        return Sets(sets.centres + shift, sets.metrics)
    spread = sums.second / weight[:, None, None] - shift[:, :, None] * shift[:, None, :]
    return Sets(sets.centres + shift, np.stack([_metric(one) for one in spread]))


def _metric(covariance: FloatArray) -> FloatArray:
    """Measure distance so that the set's ellipse is a circle of the same volume."""
    if len(covariance) == 1:
        return np.ones((1, 1))
    widths, axes = np.linalg.eigh(covariance)
    if widths[-1] <= 0:  # all its records are equal
        return np.eye(len(covariance))
    widths = np.maximum(widths, widths[-1] / FLATTEST)
    volume = np.exp(np.log(widths).mean())
    return np.ascontiguousarray((axes * (volume / widths)) @ axes.T)
