"""Several releases of one table side by side: the same figures, the same axes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan, nan

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.errors import ParameterError


@dataclass(frozen=True, slots=True)
class TradeOff:
    """One release on the plot of privacy against utility; less is better on both axes."""

    release: str
    risk: float
    loss: float
    dominated: bool
    """Whether another release is no worse on both axes and better on one."""


@dataclass(frozen=True, slots=True, eq=False)
class SideBySide:
    """Figures of several releases: a row per measure, a column per release.

    Sort: of figures already measured. A figure that a release lacks is nan. References: Duncan,
    Keller-McNulty and Stokes, NISS technical report 121, 2001 (the R-U confidentiality map).

    >>> table = SideBySide.of({"k=5": {"highest risk": 0.2, "gcp": 0.3},
    ...                        "k=10": {"highest risk": 0.1, "gcp": 0.5}})
    >>> table.measures, table.releases, table.row("gcp")
    (('highest risk', 'gcp'), ('k=5', 'k=10'), {'k=5': 0.3, 'k=10': 0.5})
    >>> [point.dominated for point in table.trade_off("highest risk", "gcp")]
    [False, False]
    """

    measures: tuple[str, ...]
    releases: tuple[str, ...]
    figures: FloatArray
    """(measures, releases)."""

    @classmethod
    def of(cls, figures: Mapping[str, Mapping[str, float]]) -> SideBySide:
        """Put the figures of each release beside the others', measures in order of appearance."""
        if not figures:
            raise ParameterError("SideBySide: give the figures of at least one release.")
        measures = tuple(dict.fromkeys(name for of in figures.values() for name in of))
        rows = [[float(of.get(name, nan)) for of in figures.values()] for name in measures]
        shape = (len(measures), len(figures))
        return cls(measures, tuple(figures), np.array(rows, np.float64).reshape(shape))

    def row(self, measure: str) -> dict[str, float]:
        """One measure of every release."""
        if measure not in self.measures:
            raise ParameterError(
                f"No figure is named '{measure}'. Figures: {', '.join(self.measures) or 'none'}."
            )
        row = self.figures[self.measures.index(measure)]
        return dict(zip(self.releases, row.tolist(), strict=True))

    def column(self, release: str) -> dict[str, float]:
        """Every measure of one release."""
        if release not in self.releases:
            raise ParameterError(
                f"No release is named '{release}'. Releases: {', '.join(self.releases)}."
            )
        column = self.figures[:, self.releases.index(release)]
        return dict(zip(self.measures, column.tolist(), strict=True))

    def trade_off(self, risk: str, loss: str) -> tuple[TradeOff, ...]:
        """Points of the privacy–utility plot, from the least risk up.

        Releases that lack either figure have no point.
        """
        risks, losses = self.row(risk), self.row(loss)
        known = [
            (risks[name], losses[name], name)
            for name in self.releases
            if not isnan(risks[name]) and not isnan(losses[name])
        ]
        return tuple(
            TradeOff(name, x, y, any(_beats(other, (x, y)) for other in known))
            for x, y, name in sorted(known)
        )


def _beats(other: tuple[float, float, str], point: tuple[float, float]) -> bool:
    return other[0] <= point[0] and other[1] <= point[1] and other[:2] != point
