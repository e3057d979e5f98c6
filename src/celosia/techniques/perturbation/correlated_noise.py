"""Noise on several columns that leaves their means and covariances as they were."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.parameters import Between, ColumnNames, check_parameters
from celosia.core.randomness import Randomness
from celosia.core.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import Cells, FloatArray, IntArray
from celosia.errors import DataError
from celosia.techniques.perturbation.noise import rounded_by_chance, variance_of_rounding
from celosia.techniques.quantities import NumberCells
from celosia.text.messages import Message

NEGLIGIBLE = 1e-10
"""Share of the greatest spread under which a direction counts as none."""
ROUNDS = 8
"""How often values are made again, at most, to make room for their rounding."""
MANY = 100
"""Records with nulls in the same columns whose own spread is kept."""
ENOUGH = 1e-5
"""Share of a variance that such a change is not worth another round for."""


@declared(order=23)
@dataclass(frozen=True, slots=True)
class CorrelatedNoise(Technique):
    """Add normal noise with `share` of the columns' covariance, then bring the spread back.

    With noise e of covariance share·Σ, what is published is m + (x + e - m) / sqrt(1 + share), m
    the mean. The noise drawn is made to have mean 0, exactly that covariance and none with the
    values, in this table and not only on average; so means and covariances come out exactly. Then
    values are rounded to the decimals of their column, up or down by chance, which is right on
    average. What that adds to a variance (up to a quarter of a squared unit of the last decimal:
    much, for the number of children) is taken off beforehand, as far as that leaves a covariance.

    Records with nulls in the same columns are treated by themselves in the other ones, so that
    these stay as well. Where they are fewer than 100, they get noise of the covariance of the
    complete records, and their spread is brought back around the mean of all of those: that is
    right on average only, and rounding adds to it.

    References: Kim, A method for limiting disclosure in microdata based on random noise and
    transformation, Proc. ASA Section on Survey Research Methods, 1986.

    >>> from celosia.core.randomness import Randomness
    >>> cells = Cells.of({"pay": ["10.0000", "20.0000", "60.0000"]})
    >>> noisy = CorrelatedNoise(("pay",), 0.5).apply(cells, TechniqueContext(Randomness(b""))).cells
    >>> pay = noisy.column("pay").astype(float)
    >>> float(pay.mean().round(3)), float(pay.var(ddof=1).round(1))
    (30.0, 700.0)
    """

    columns: ColumnNames
    share: Annotated[float, Between(0, usual=0.1, open_low=True, public=True)]
    kind: ClassVar[str] = "correlated-noise"
    family: ClassVar[Family | None] = Family.PERTURBATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.correlated-noise"),
        labels={
            "share": Message("techniques.correlated-noise-share"),
        },
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it keeps and destroys."""
        names = ", ".join(self.columns)
        return Message(
            "techniques.adds-noise-covariance-shrinks-result", names=names, share=self.share
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Perturb the records."""
        randomness = context.randomness.part(f"correlated-noise {' '.join(self.columns)}")
        numbers = [NumberCells.of(column, cells.column(column)) for column in self.columns]
        values = np.column_stack([column.values for column in numbers])
        spread = _Spread.of(values[~np.isnan(values).any(axis=1)])
        if len(values):
            self._check_enough(len(spread.directions), spread.root.shape[1])
        decimals = np.array([column.decimals for column in numbers])
        made, left = values.copy(), np.ones(len(values), np.bool_)
        for rows, columns in _alike_in_nulls(values):
            place = np.ix_(rows, columns)
            own = spread if columns.size == len(numbers) else _Spread.of(values[place])
            made[place] = own.moved(own.with_noise(self.share, randomness), decimals[columns])
            left[rows] = False
        made[left] = self._shrunk(values[left], spread.noise(int(left.sum()), randomness))
        written = {
            name: column.written(rounded_by_chance(made[:, j], column.decimals, randomness))
            for j, (name, column) in enumerate(zip(self.columns, numbers, strict=True))
        }
        still = len(values) > 0 and not spread.root.size
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
                "techniques.correlatednoise-needs-least-records-without",
                needed=needed,
                columns=self.columns,
                complete=complete,
            )


@dataclass(frozen=True, slots=True, eq=False)
class _Spread:
    """How the records lie around their mean."""

    middle: FloatArray
    unit: FloatArray
    """The standard deviation of each column; 1 where it does not vary."""
    directions: FloatArray
    """(records, r) orthonormal: each record along each direction in which records differ."""
    root: FloatArray
    """(columns, r) whose product with its transpose is the covariance, in units."""

    @classmethod
    def of(cls, values: FloatArray) -> _Spread:
        """Find the directions; none where there are fewer than two records."""
        records, columns = values.shape
        if records < 2:
            none = np.zeros((records, 0)), np.zeros((columns, 0))
            return cls(values.sum(axis=0), np.ones(columns), *none)
        low, high = values.min(axis=0), values.max(axis=0)
        middle = np.clip(values.mean(axis=0), low, high)
        centred = values - middle
        unit = np.where(high > low, centred.std(axis=0, ddof=1), 1.0)
        along, size, columns_of = np.linalg.svd(centred / unit, full_matrices=False)
        kept = size > NEGLIGIBLE * max(float(size[0]), 1.0)
        root = columns_of[kept].T * size[kept] / np.sqrt(records - 1)
        return cls(middle, unit, along[:, kept], root)

    def noise(self, records: int, randomness: Randomness) -> FloatArray:
        """Draw noise with the covariance of the records, on average."""
        drawn = randomness.standard_normal(records, self.root.shape[1])
        return np.asarray(drawn @ self.root.T * self.unit, np.float64)

    def with_noise(self, share: float, randomness: Randomness) -> FloatArray:
        """Move the records along their directions: these stay uncorrelated, of variance 1.

        What is added has exactly `share` of their covariance, and none with them.
        """
        records, directions = self.directions.shape
        if not directions:
            return self.directions
        own = np.sqrt(records - 1) * self.directions
        drawn = randomness.standard_normal(records, directions)
        free = drawn - drawn.mean(axis=0)
        free -= self.directions @ (self.directions.T @ free)
        lower = np.linalg.cholesky(free.T @ free / (records - 1))
        noise = np.linalg.solve(lower, free.T).T
        return np.asarray((own + np.sqrt(share) * noise) / np.sqrt(1 + share), np.float64)

    def moved(self, along: FloatArray, decimals: IntArray) -> FloatArray:
        """Give the values of records along the directions, with room for their rounding.

        How much rounding adds to a variance depends on the values, so they are made again until it
        hardly changes.
        """
        made = self._values(along, self.root)
        taken = np.zeros(self.unit.size)
        for _ in range(ROUNDS if made.size else 0):
            added = [variance_of_rounding(made[:, j], n) for j, n in enumerate(decimals.tolist())]
            before, taken = taken, np.array(added) / self.unit**2
            if np.abs(taken - before).max() < ENOUGH:
                break
            made = self._values(along, self._root_less(taken))
        return made

    def _values(self, along: FloatArray, root: FloatArray) -> FloatArray:
        return np.asarray(self.middle + along @ root.T * self.unit, np.float64)

    def _root_less(self, variances: FloatArray) -> FloatArray:
        """Take variances off the covariance; give the root of what is left that is nearest to ours.

        References: Schönemann, Psychometrika 31(1), 1966 (the nearest by a rotation).
        """
        sizes, axes = np.linalg.eigh(self.root @ self.root.T - np.diag(variances))
        root = axes * np.sqrt(np.maximum(sizes, 0))
        left, _, right = np.linalg.svd(root.T @ self.root, full_matrices=False)
        return np.asarray(root @ left @ right, np.float64)


def _alike_in_nulls(values: FloatArray) -> Iterator[tuple[IntArray, IntArray]]:
    """Give records with values in the same columns, and these: complete ones first, and many."""
    known = ~np.isnan(values)
    patterns, of = np.unique(known, axis=0, return_inverse=True)
    for number in reversed(range(len(patterns))):
        rows, columns = np.flatnonzero(of.ravel() == number), np.flatnonzero(patterns[number])
        if columns.size and (patterns[number].all() or rows.size >= max(MANY, 3 * columns.size)):
            yield rows, columns


def _means(values: FloatArray) -> FloatArray:
    known = ~np.isnan(values)
    sums = np.where(known, values, 0).sum(axis=0)
    return np.asarray(sums / np.maximum(known.sum(axis=0), 1), np.float64)


def _without_spread(columns: tuple[str, ...]) -> Message:
    names = ", ".join(columns)
    return Message("techniques.values-do-not-vary-no", names=names)
