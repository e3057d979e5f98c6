"""The second opinion on how many people are unique in the population a sample was drawn from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import exp, fsum, inf, lgamma, log, log1p
from typing import Any

from celosia.second_opinion.opinion import FORGIVEN, OPINIONS
from celosia.second_opinion.reread import View

SOLVED = 1e-5
"""How exactly an equation is solved, relatively: two solvers differed by up to 1e-6."""


@dataclass(frozen=True, slots=True)
class Sample:
    """How many classes of each size there are in a share `fraction` of the population."""

    classes: Mapping[int, float]
    fraction: float

    @property
    def records(self) -> float:
        """People of the sample, n."""
        return fsum(size * number for size, number in self.classes.items())

    @property
    def number(self) -> float:
        """Classes of the sample, u."""
        return fsum(self.classes.values())

    @property
    def population(self) -> int:
        """People of the population, N."""
        return max(round(self.records / self.fraction), round(self.records))


@OPINIONS.register("population-uniqueness")
def of_population_uniqueness(model: Mapping[str, Any], table: View) -> list[bool]:
    """Dankar, El Emam, Neisa and Roffey 2012, with the estimators that they compare."""
    lots = table.lots()
    classes: dict[int, float] = {}
    for lot in lots:  # where nulls match anything, records / persons is its part of a class
        classes[lot.persons] = classes.get(lot.persons, 0.0) + min(lot.records / lot.persons, 1.0)
    sample = Sample(classes, model["fraction"])
    uniques = _estimate(sample, model["estimator"])
    if uniques is None:
        return [False] * len(lots)
    share = uniques / sample.population
    return [share <= model["threshold"] * (1 + SOLVED) + FORGIVEN] * len(lots)


def _estimate(sample: Sample, estimator: str) -> float | None:
    ones = sample.classes.get(1, 0.0)
    if estimator == "dankar":
        return _chosen(sample)
    if ones == 0 or sample.fraction == 1:
        return ones
    return {"zayatz": _zayatz, "pitman": _pitman, "snb": _slide_negative_binomial}[estimator](
        sample
    )


def _chosen(sample: Sample) -> float | None:
    """Pitman up to a tenth; above it SNB or Zayatz, whichever is less; Zayatz where one fails."""
    zayatz = _estimate(sample, "zayatz")
    if sample.fraction <= 0.1:
        pitman = _estimate(sample, "pitman")
        return zayatz if pitman is None else pitman
    found = [_estimate(sample, "snb"), zayatz]
    return min(each for each in found if each is not None)


def _zayatz(sample: Sample) -> float:
    """Zayatz 1991: Bayes' rule, with the sample's sizes as those of the population.

    A class of i people gives one record with probability i C(N - i, n - 1) / C(N, n).
    """
    people, records = sample.population, sample.records
    once = {size: size * _missed(people, records, size) for size in sample.classes}
    ones = sample.classes[1]
    truly = ones * once[1] / fsum(once[size] * number for size, number in sample.classes.items())
    return min(ones * truly / sample.fraction, float(people))


def _missed(people: int, records: float, size: int) -> float:
    """Give the chance that of a class of which one is drawn, nobody else is."""
    chances = 0.0
    for other in range(size - 1):
        left = people - records - other
        if left <= 0:
            return 0.0
        chances += log(left / (people - 1 - other))
    return exp(chances)


def _pitman(sample: Sample) -> float | None:
    """Hoshino 2001: the maximum of the likelihood, and the uniques expected of it."""
    if not 1 < sample.number < sample.records:
        return None
    low, high = 1e-6, 1 - 1e-9
    alpha: float | None = low
    if _slope(sample, low) > 0:
        alpha = _bisected(lambda a: _slope(sample, a), low, high)
    theta = None if alpha is None else _theta(sample, alpha)
    if alpha is None or theta is None:
        return None
    rest = sample.population - 1
    expected = lgamma(theta + alpha + rest) - lgamma(theta + alpha)
    return sample.population * exp(expected - lgamma(theta + 1 + rest) + lgamma(theta + 1))


def _slope(sample: Sample, alpha: float) -> float:
    """Slope of the log-likelihood along alpha, at the best theta.

    sum of i / (theta + i alpha) for i < u, minus u_j times the sum of 1 / (i - alpha) for i < j.
    """
    theta = _theta(sample, alpha)
    if theta is None:
        return -inf
    classes = sample.number - 1
    gained = (classes - theta * _reciprocals(theta / alpha + 1, classes) / alpha) / alpha
    lost = fsum(
        number * _reciprocals(1 - alpha, size - 1) for size, number in sample.classes.items()
    )
    return gained - lost


def _theta(sample: Sample, alpha: float) -> float | None:
    """Find where the sum of 1 / (theta + i alpha), i < u, is that of 1 / (theta + i), i < n."""
    classes, records = sample.number - 1, sample.records - 1

    def slope(logarithm: float) -> float:
        theta = exp(logarithm) - alpha
        return _reciprocals(theta / alpha + 1, classes) / alpha - _reciprocals(theta + 1, records)

    found = _bisected(slope, -20.0, log(records) + 20)
    return None if found is None else exp(found) - alpha


def _reciprocals(start: float, steps: float) -> float:
    """Add up 1 / start, 1 / (start + 1), ... so many steps, by Euler and Maclaurin from 12 on."""
    shift = 12
    total = fsum(steps / ((start + i) * (start + steps + i)) for i in range(shift))
    low, high = start + shift, start + shift + steps
    total += log1p(steps / low) + (1 / low - 1 / high) / 2
    total += (low**-2 - high**-2) / 12 - (low**-4 - high**-4) / 120 + (low**-6 - high**-6) / 252
    return total


def _slide_negative_binomial(sample: Sample) -> float | None:
    """Chen and Keller-McNulty 1998: classes of one person and a negative binomial number more.

    Thinned by sampling, such a class gives one record with the probability G'(0), two with
    G''(0) / 2, where G(z) = y (b / (1 - (1 - b) y))^a and y = 1 - f + f z. The parameters a and b
    give both as often as the sample has them.
    """
    ones, twos = sample.classes.get(1, 0.0), sample.classes.get(2, 0.0)
    classes = _classes_of_population(sample)
    if twos == 0 or classes is None:
        return None
    fraction = sample.fraction

    def shape(b: float) -> float | None:
        odds = (1 - b) / (1 - (1 - b) * (1 - fraction))

        def surplus(logarithm: float) -> float:
            a = exp(logarithm)
            pairs = fraction * a * odds * (1 + (1 - fraction) * (a + 1) * odds / 2)
            return pairs / (1 + a * (1 - fraction) * odds) - twos / ones

        found = _bisected(surplus, -60.0, 60.0)
        return None if found is None else exp(found)

    def surplus_ones(logit: float) -> float:
        b = 1 / (1 + exp(-logit))
        a = shape(b)
        if a is None:
            return inf
        odds = (1 - b) / (1 - (1 - b) * (1 - fraction))
        kept = a * (log(b) - log1p(-(1 - b) * (1 - fraction)))
        return kept + log1p(a * (1 - fraction) * odds) + log(classes * fraction / ones)

    grid = [-16 + i / 8 for i in range(257)]
    heights = [surplus_ones(each) for each in grid]
    best, off = None, inf
    for i in range(256):
        if not heights[i] * heights[i + 1] < 0:
            continue
        root = _bisected(surplus_ones, grid[i], grid[i + 1])
        assert root is not None
        b = 1 / (1 + exp(-root))
        a = shape(b)
        assert a is not None
        people = classes * (1 + a * (1 - b) / b)
        if abs(log(people / sample.population)) < off:
            best, off = classes * b**a, abs(log(people / sample.population))
    return best if best is not None and best <= sample.population else None


def _classes_of_population(sample: Sample) -> float | None:
    """Haas and Stokes 1998: the third form of Shlosser's estimator."""
    f, sizes = sample.fraction, sample.classes.items()
    first = fsum(n * i * f**2 * (1 - f**2) ** (i - 1) for i, n in sizes)
    second = fsum(n * ((1 - f**2) ** i - (1 - f) ** i) for i, n in sizes)
    above = fsum(n * (1 - f) ** i for i, n in sizes)
    below = fsum(n * i * f * (1 - f) ** (i - 1) for i, n in sizes)
    if not second or not below:
        return None
    return sample.number + sample.classes[1] * first / second * (above / below) ** 2


def _bisected(function: Callable[[float], float], low: float, high: float) -> float | None:
    """Find where a function changes its sign, by halving; None where it does not."""
    rises = function(low) < 0
    if rises == (function(high) < 0):
        return None
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if (function(middle) < 0) == rises:
            low = middle
        else:
            high = middle
    return (low + high) / 2
