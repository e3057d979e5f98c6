"""Individual risk: how sure a link is when the records are a weighted sample of a population."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from celosia.core.parameters import check_between
from celosia.core.values import CodeArray, FloatArray
from celosia.errors import ParameterError
from celosia.risk.frequencies import Frequencies

RiskMethod = Literal["exact", "approximate"]
LARGE = 20
"""From this f on the series needs few terms, however small p is."""


@dataclass(frozen=True, slots=True, eq=False)
class IndividualRisk:
    """For each record, the chance that a person with its keys is the right one: E[1/F | f].

    F given f is f plus a negative binomial with p = f / (sum of the weights of the f records).

    References: Benedetti and Franconi, *Statistical and technological solutions for controlled
    data dissemination*, NTTS 1998; Franconi and Polettini, PSD 2004, LNCS 3050.

    >>> risk = IndividualRisk.of(Frequencies(np.array([1.0, 2.0]), np.array([17.0, 110.0])))
    >>> risk.record.round(4), round(risk.expected, 4)
    (array([0.1771, 0.0171]), 0.1942)
    """

    record: FloatArray
    """Risk of each record."""

    @classmethod
    def of(cls, counted: Frequencies, method: RiskMethod = "exact") -> IndividualRisk:
        """Estimate from sample frequencies and estimated population frequencies.

        `approximate` is sdcMicro's default: exact up to f = 2, and p / (f - (1 - p)) above.
        Weights that add up to fewer people than records count as one person per record.
        """
        if method not in _METHODS:
            raise ParameterError("risk.individualrisk-method", methods=_METHODS)
        _check(counted)
        f = counted.sample
        pairs = np.stack([f, np.minimum(f / counted.population, 1.0)], axis=1)
        distinct, place = np.unique(pairs, axis=0, return_inverse=True)
        return cls(_METHODS[method](distinct[:, 0], distinct[:, 1])[place.reshape(-1)])

    @property
    def highest(self) -> float:
        """Risk of the most exposed record."""
        return float(self.record.max())

    @property
    def expected(self) -> float:
        """Global risk: records expected to be re-identified."""
        return float(self.record.sum())

    @property
    def share(self) -> float:
        """Global risk as a share of the records."""
        return float(self.record.mean())

    def at_risk(self, threshold: float) -> float:
        """Share of the records whose risk is over a threshold."""
        check_between("IndividualRisk: threshold", threshold, 0, 1)
        return float((self.record > threshold).mean())

    def households(self, household_of: CodeArray) -> IndividualRisk:
        """Risk that somebody of a record's household is re-identified: 1 - product of (1 - r).

        References: Franconi and Polettini, PSD 2004, section on hierarchical risk.

        >>> IndividualRisk(np.array([0.5, 0.5, 0.1])).households(np.array([1, 1, 2])).record
        array([0.75, 0.75, 0.1 ])
        """
        if household_of.shape != self.record.shape:
            raise ParameterError(
                "risk.individualrisk-records-but-households",
                records=self.record.size,
                households=household_of.size,
            )
        _, household = np.unique(household_of, return_inverse=True)
        with np.errstate(divide="ignore"):  # a certain re-identification
            safe = np.bincount(household, np.log1p(-np.minimum(self.record, 1.0)))
        return IndividualRisk(-np.expm1(safe)[household])


def _check(counted: Frequencies) -> None:
    f, people = counted.sample, counted.population
    if f.size == 0:
        raise ParameterError("risk.individualrisk-no-records-measure")
    if f.shape != people.shape:
        raise ParameterError("risk.individualrisk-sample-population-frequencies")
    wrong = np.count_nonzero(~((f >= 1) & np.isfinite(f) & (people > 0) & np.isfinite(people)))
    if wrong:
        raise ParameterError("risk.individualrisk-frequencies-not-positive-numb", wrong=wrong)


def _exact(f: FloatArray, p: FloatArray) -> FloatArray:
    """Integrate p v^(f-1) / (p + (1-p) v) over v from 0 to 1."""
    risk = np.empty(f.size)
    few = (f < LARGE) & (p < 0.5)
    whole = few & (f == np.floor(f))
    risk[~few] = _by_series(f[~few], p[~few])
    risk[whole] = _by_recurrence(f[whole], p[whole])
    risk[few & ~whole] = _by_quadrature(f[few & ~whole], p[few & ~whole])
    return risk


def _by_series(f: FloatArray, p: FloatArray) -> FloatArray:
    """(p/f) 2F1(1, 1; f+1; 1-p): all terms positive, and quick when f or p is large."""
    term, total, step = np.ones(f.size), np.ones(f.size), 0
    while (term > 1e-17 * total).any():
        step += 1
        term = term * step * (1 - p) / (f + step)
        total += term
    return p / f * total


def _by_recurrence(f: FloatArray, p: FloatArray) -> FloatArray:
    """I(1) = ln(1/p)/(1-p), I(f+1) = (1/f - p I(f))/(1-p): errors shrink when p < 1/2."""
    integral = -np.log(p) / (1 - p)
    for step in range(1, LARGE - 1):
        onward = f > step
        integral[onward] = (1 / step - p[onward] * integral[onward]) / (1 - p[onward])
    return p * integral


def _by_quadrature(f: FloatArray, p: FloatArray) -> FloatArray:
    """Tanh-sinh: for fractional f, where nulls count in part, and a pole close to v = 0."""
    x = np.linspace(-4.5, 4.5, 721)
    bend = np.pi / 2 * np.sinh(x)
    v = 1 / (1 + np.exp(-2 * bend))
    weight = (x[1] - x[0]) * np.pi * np.cosh(x) * v / (1 + np.exp(2 * bend))
    p, f = p[:, None], f[:, None]
    risk: FloatArray = (weight * p * v ** (f - 1) / (p + (1 - p) * v)).sum(axis=1)
    return risk


def _approximate(f: FloatArray, p: FloatArray) -> FloatArray:
    risk = p / (f - (1 - p))
    risk[p == 1] = 1 / f[p == 1]
    risk[f <= 2] = _exact(f[f <= 2], p[f <= 2])
    return risk


_METHODS: dict[RiskMethod, Callable[[FloatArray, FloatArray], FloatArray]] = {
    "exact": _exact,
    "approximate": _approximate,
}
