"""Noise on several columns that leaves their means and covariances as they were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.domain.cells import Cells
from celosia.domain.chance import Chance
from celosia.domain.language import Sentence
from celosia.domain.parameters import Between, Columns, check_parameters
from celosia.domain.technique import Applied, Means
from celosia.errors import DataError
from celosia.methods.techniques.parameters import in_spanish
from celosia.methods.techniques.perturbation.rounding_by_chance import rounded_by_chance
from celosia.methods.techniques.quantities import Numbers

NEGLIGIBLE = 1e-10
"""Share of the greatest spread under which a direction counts as none."""


@dataclass(frozen=True, slots=True)
class CorrelatedNoise:
    """Add normal noise with `share` of the columns' covariance, then bring the spread back.

    With noise e of covariance share·Σ, what is published is m + (x + e - m) / sqrt(1 + share), m
    the mean. The noise drawn is made to have mean 0, exactly that covariance and none with the
    values, in this table and not only on average; so means and covariances come out exactly,
    but for the rounding to each column's decimals, which is right on average and adds at most
    a quarter of a squared unit of the last decimal to a variance.

    Records with a null in one of the columns get noise of the same covariance, and their spread is
    brought back around their own mean: that is right on average only.

    References: Kim, A method for limiting disclosure in microdata based on random noise and
    transformation, Proc. ASA Section on Survey Research Methods, 1986.

    >>> from celosia.domain.randomness import Randomness
    >>> cells = Cells.of({"pay": ["10.0000", "20.0000", "60.0000"]})
    >>> noisy = CorrelatedNoise(("pay",), 0.5).apply(cells, Means(Randomness(b""))).cells
    >>> pay = noisy.column("pay").astype(float)
    >>> float(pay.mean().round(3)), float(pay.var(ddof=1).round(1))
    (30.0, 700.0)
    """

    columns: Columns
    share: Annotated[float, Between(0, usual=0.1, open_low=True)]
    kind: ClassVar[str] = "correlated-noise"

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def changes(self) -> tuple[str, ...]:
        """All its columns."""
        return self.columns

    @property
    def explanation(self) -> Sentence:
        """What it keeps and destroys."""
        names = ", ".join(self.columns)
        return Sentence(
            f"Adds to {names} noise with {self.share:.3g} of their covariance and shrinks the "
            "result, so that means, variances and correlations among these columns stay. The "
            "shape of each column becomes more normal, and relations with other columns weaken.",
            f"Suma a {names} ruido con {in_spanish(self.share, '.3g')} de su covarianza y contrae "
            "el resultado, de modo que se conservan las medias, varianzas y correlaciones entre "
            "estas columnas. La forma de cada columna se acerca a la normal, y se debilitan las "
            "relaciones con otras columnas.",
        )

    def apply(self, cells: Cells, means: Means) -> Applied:
        """Perturb the records."""
        chance = means.random.generator(f"correlated-noise {' '.join(self.columns)}")
        numbers = [Numbers.of(column, cells.column(column)) for column in self.columns]
        values = np.column_stack([column.values for column in numbers])
        complete = ~np.isnan(values).any(axis=1)
        spread = _Spread.of(values[complete])
        if len(values):
            self._check_enough(int(complete.sum()), spread.factor.shape[1])
        made = values.copy()
        made[complete] = self._shrunk(values[complete], spread.exact_noise(chance))
        incomplete = values[~complete]
        made[~complete] = self._shrunk(incomplete, spread.noise(len(incomplete), chance))
        written = {
            name: column.written(rounded_by_chance(made[:, j], column.decimals, chance))
            for j, (name, column) in enumerate(zip(self.columns, numbers, strict=True))
        }
        still = len(values) > 0 and not spread.factor.size
        return Applied(cells.with_columns(written), (_without_spread(self.columns),) * still)

    def _shrunk(self, values: FloatArray, noise: FloatArray) -> FloatArray:
        """Add the noise, and bring the spread back around the mean of what is known."""
        middle = _means(values)
        noisy = values - middle + np.sqrt(self.share) * noise
        return np.asarray(middle + noisy / np.sqrt(1 + self.share), np.float64)

    def _check_enough(self, complete: int, directions: int) -> None:
        needed = 2 * directions + 1
        if complete < needed:
            raise DataError(
                f"CorrelatedNoise needs at least {needed} records without nulls in "
                f"{', '.join(self.columns)}; there are {complete}. Name fewer columns, or use "
                "'gaussian-noise' on each."
            )


@dataclass(frozen=True, slots=True, eq=False)
class _Spread:
    """How the records lie around their mean."""

    directions: FloatArray
    """(records, r) orthonormal: each record along each direction in which records differ."""
    factor: FloatArray
    """(columns, r) whose product with its transpose is the covariance."""

    @classmethod
    def of(cls, values: FloatArray) -> _Spread:
        """Find the directions; none where there are fewer than two records."""
        records, columns = values.shape
        if records < 2:
            return cls(np.zeros((records, 0)), np.zeros((columns, 0)))
        varied = values.max(axis=0) > values.min(axis=0)
        centred = np.where(varied, values - values.mean(axis=0), 0.0)
        unit = np.where(varied, centred.std(axis=0, ddof=1), 1.0)
        along, size, columns_of = np.linalg.svd(centred / unit, full_matrices=False)
        kept = size > NEGLIGIBLE * max(float(size[0]), 1.0)
        factor = unit[:, None] * columns_of[kept].T * size[kept] / np.sqrt(records - 1)
        return cls(along[:, kept], factor)

    def noise(self, records: int, chance: Chance) -> FloatArray:
        """Draw noise with the covariance of the records, on average."""
        return np.asarray(
            chance.standard_normal(records, self.factor.shape[1]) @ self.factor.T, np.float64
        )

    def exact_noise(self, chance: Chance) -> FloatArray:
        """Draw noise with exactly the covariance of the records, and none with their values."""
        records, directions = self.directions.shape
        if not directions:
            return np.zeros((records, self.factor.shape[0]))
        drawn = chance.standard_normal(records, directions)
        free = drawn - drawn.mean(axis=0)
        free -= self.directions @ (self.directions.T @ free)
        lower = np.linalg.cholesky(free.T @ free / (records - 1))
        return np.asarray(np.linalg.solve(lower, free.T).T @ self.factor.T, np.float64)


def _means(values: FloatArray) -> FloatArray:
    known = ~np.isnan(values)
    sums = np.where(known, values, 0).sum(axis=0)
    return np.asarray(sums / np.maximum(known.sum(axis=0), 1), np.float64)


def _without_spread(columns: tuple[str, ...]) -> Sentence:
    names = ", ".join(columns)
    return Sentence(
        f"The values of {names} do not vary, so no noise was added.",
        f"Los valores de {names} no varían, así que no se ha añadido ruido.",
    )
