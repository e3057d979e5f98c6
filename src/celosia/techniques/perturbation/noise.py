"""Random noise on one column of numbers, right on average."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.parameters import PUBLIC, Between, ColumnName, check_parameters
from celosia.core.randomness import Randomness
from celosia.core.technique import (
    Applied,
    CoarserBy,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import CellArray, Cells, FloatArray
from celosia.errors import ParameterError
from celosia.techniques.generalization.coordinate_rounding import Places
from celosia.techniques.generalization.fixed_intervals import FixedIntervals
from celosia.techniques.quantities import NumberCells
from celosia.text.messages import Message


def rounded_by_chance(values: FloatArray, decimals: int, randomness: Randomness) -> FloatArray:
    """Round each value down or up, up as often as it lies near the upper one; nan stays nan.

    The expected result is the value itself, whatever the noise before; rounding to the nearest
    takes small noise away from whole numbers.

    >>> drawn = rounded_by_chance(np.full(10_000, 0.25), 0, Randomness(b""))
    >>> sorted(set(drawn.tolist())), round(float(drawn.mean()), 2)
    ([0.0, 1.0], 0.25)
    """
    below, part = _parts(values, decimals)
    up = randomness.random(values.size) < part
    return np.asarray((below + up) / 10.0**decimals, np.float64)


def variance_of_rounding(values: FloatArray, decimals: int) -> float:
    """Give what such rounding adds to the variance of some values, on average.

    >>> variance_of_rounding(np.array([0.5, 1.0]), 0)
    0.125
    """
    _, part = _parts(values, decimals)
    return float((part * (1 - part)).mean()) / 10.0 ** (2 * decimals)


def _parts(values: FloatArray, decimals: int) -> tuple[FloatArray, FloatArray]:
    """Part values into whole units of the last decimal, and what is left."""
    scaled = np.round(values * 10.0**decimals, 6)  # 0.29 * 100 is 28.999999999999996, and means 29
    below = np.floor(scaled)
    return below, np.asarray(scaled - below, np.float64)


@dataclass(frozen=True, slots=True)
class _Noise(Technique):
    """Noise of some size, drawn for each record by itself; its kinds differ in what they draw."""

    column: ColumnName
    share: Annotated[float, Between(0, 1, usual=0.05, open_low=True, public=True)] | None = None
    width: Annotated[float, Between(0, open_low=True, public=True)] | None = None
    clip: Annotated[bool, PUBLIC] = False
    kind: ClassVar[str]
    added: ClassVar[Message]
    """What is added, of which size to which column."""

    def __post_init__(self) -> None:
        check_parameters(self)
        _check_size(self)

    @staticmethod
    def drawn(records: int, randomness: Randomness) -> FloatArray:
        """Draw noise of size 1."""
        raise NotImplementedError

    @property
    def explanation(self) -> Message:
        """What it keeps and destroys."""
        size, kept = _size(self.share, self.width), _KEPT[self.clip]
        added = self.added.given(column=self.column, size=size)
        return Message("techniques.text", added=added, kept=kept)

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Draw the noise of each record, and add it."""
        randomness = context.randomness.part(f"{self.kind} {self.column}")
        column = cells.column(self.column)
        places = Places.of(column)
        if places is None:
            made, still = self._noisy(column, randomness)
        else:
            both = [self._noisy(part, randomness) for part in places.coordinates]
            made, still = places.written(*(part for part, _ in both)), all(none for _, none in both)
        warnings = (_without_range(self.column),) if still else ()
        return Applied(cells.with_columns({self.column: made}), warnings)

    def _noisy(self, column: CellArray, randomness: Randomness) -> tuple[CellArray, bool]:
        """Add noise to numbers; tell also whether there is none, as they are all equal."""
        drawn = self.drawn(column.size, randomness)
        numbers = NumberCells.of(self.column, column)
        known = numbers.values[~np.isnan(numbers.values)]
        if not known.size:
            return column, False
        low, high = float(known.min()), float(known.max())
        size = self._absolute(high - low)
        noisy = rounded_by_chance(numbers.values + size * drawn, numbers.decimals, randomness)
        if self.clip:
            noisy = np.clip(noisy, low, high)
        return numbers.written(noisy), size == 0

    def _absolute(self, span: float) -> float:
        if self.share is not None:
            return self.share * span
        assert self.width is not None  # checked when it was made
        return self.width


@declared(order=21)
@dataclass(frozen=True, slots=True)
class UniformNoise(_Noise):
    """Add to each number one drawn evenly between -h and h.

    h is `share` of the range of the column's values, or `width` as it is (GPS coordinates of the
    guide's annex B: 0.005). The expected noise is 0, and the variance grows by h²/3. Numbers keep
    their decimals by rounding up or down by chance, which is right on average too, and may take a
    value past h by less than one unit of the last decimal. `clip` keeps the noise from leaving
    the range of the column; that pulls the ends inwards, so the result is no longer unbiased.
    Where all cells hold a latitude and a longitude, each of both gets noise of its own.

    References: Brand, Microdata protection through noise addition, LNCS 2316, 2002.

    >>> from celosia.core.randomness import Randomness
    >>> cells = Cells.of({"age": ["24", "39", None]})
    >>> made = UniformNoise("age", width=5).apply(cells, TechniqueContext(Randomness(b"")))
    >>> made.cells.column("age")
    array(['20', '38', None], dtype=object)
    """

    kind: ClassVar[str] = "uniform-noise"
    family: ClassVar[Family | None] = Family.PERTURBATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.uniform-noise"),
        labels={
            "share": Message("techniques.share-of-range"),
            "width": Message("techniques.uniform-noise-width"),
            "clip": Message("techniques.clip"),
        },
        together=Message("techniques.share-or-width"),
    )
    added: ClassVar[Message] = Message("techniques.uniform-noise-added")

    def coarser(self, by: CoarserBy) -> tuple[Technique, ...] | None:
        """Go on with intervals."""
        width = by.width()
        return None if width is None else (self, FixedIntervals(by.column, width))

    @staticmethod
    def drawn(records: int, randomness: Randomness) -> FloatArray:
        """Draw evenly between -1 and 1."""
        return 2 * randomness.random(records) - 1


@declared(order=22)
@dataclass(frozen=True, slots=True)
class GaussianNoise(_Noise):
    """Add to each number one drawn from a normal distribution around 0.

    Its standard deviation is `share` of the range of the column's values, or `width` as it is, and
    the variance grows by its square. Decimals, places and `clip` as in `UniformNoise`.

    References: Brand, Microdata protection through noise addition, LNCS 2316, 2002.
    """

    kind: ClassVar[str] = "gaussian-noise"
    family: ClassVar[Family | None] = Family.PERTURBATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.gaussian-noise"),
        labels={
            "share": Message("techniques.share-of-range"),
            "width": Message("techniques.gaussian-noise-width"),
            "clip": Message("techniques.clip"),
        },
        together=Message("techniques.share-or-width"),
    )
    added: ClassVar[Message] = Message("techniques.gaussian-noise-added")

    @staticmethod
    def drawn(records: int, randomness: Randomness) -> FloatArray:
        """Draw with mean 0 and variance 1."""
        return randomness.standard_normal(records)


def _check_size(technique: _Noise) -> None:
    if (technique.share is None) == (technique.width is None):
        raise ParameterError(
            "techniques.takes-either-share-columns-range", technique=type(technique).__name__
        )


def _size(share: float | None, width: float | None) -> Message:
    if share is None:
        assert width is not None  # checked when it was made
        return Message("techniques.noise-width", width=width)
    return Message("techniques.range", share=share)


def _without_range(column: str) -> Message:
    return Message("techniques.all-values-equal-noise-proportion", column=column)


_KEPT = {
    False: Message("techniques.kept-false"),
    True: Message("techniques.kept-true"),
}
