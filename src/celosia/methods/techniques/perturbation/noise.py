"""Random noise on one column of numbers, right on average."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.domain.cells import Cells
from celosia.domain.chance import Chance
from celosia.domain.language import Sentence
from celosia.domain.parameters import Between, Column, check_parameters
from celosia.domain.technique import Applied, Means
from celosia.errors import ParameterError
from celosia.methods.techniques.perturbation.rounding_by_chance import rounded_by_chance
from celosia.methods.techniques.quantities import Numbers


@dataclass(frozen=True, slots=True)
class UniformNoise:
    """Add to each number one drawn evenly between -h and h.

    h is `share` of the range of the column's values, or `width` as it is (GPS coordinates of the
    guide's annex B: 0.005). The expected noise is 0, and the variance grows by h²/3. Numbers keep
    their decimals by rounding up or down by chance, which is right on average too, and may take a
    value past h by less than one unit of the last decimal. `clip` keeps the noise from leaving
    the range of the column; that pulls the ends inwards, so the result is no longer unbiased.

    References: Brand, Microdata protection through noise addition, LNCS 2316, 2002.

    >>> from celosia.domain.randomness import Randomness
    >>> cells = Cells.of({"age": ["24", "39", None]})
    >>> UniformNoise("age", width=5).apply(cells, Means(Randomness(b""))).cells.column("age")
    array(['20', '38', None], dtype=object)
    """

    column: Column
    share: Annotated[float, Between(0, 1, usual=0.05, open_low=True)] | None = None
    width: Annotated[float, Between(0, open_low=True)] | None = None
    clip: bool = False
    kind: ClassVar[str] = "uniform-noise"

    def __post_init__(self) -> None:
        check_parameters(self)
        _check_size(self)

    @property
    def changes(self) -> tuple[str, ...]:
        """Its column."""
        return (self.column,)

    @property
    def explanation(self) -> Sentence:
        """What it keeps and destroys."""
        en, es = _size(self.share, self.width)
        return Sentence(
            f"Adds to {self.column} a number drawn evenly up to {en} either way. "
            + _KEPT[self.clip].en,
            f"Suma a {self.column} un número tomado por igual hasta {es} en ambos sentidos. "
            + _KEPT[self.clip].es,
        )

    def apply(self, cells: Cells, means: Means) -> Applied:
        """Draw the noise of each record."""
        chance = means.random.generator(f"{self.kind} {self.column}")
        drawn = 2 * chance.random(cells.records) - 1
        return _noisy(self, cells, drawn, chance)


@dataclass(frozen=True, slots=True)
class GaussianNoise:
    """Add to each number one drawn from a normal distribution around 0.

    Its standard deviation is `share` of the range of the column's values, or `width` as it is, and
    the variance grows by its square. Decimals and `clip` as in `UniformNoise`.

    References: Brand, Microdata protection through noise addition, LNCS 2316, 2002.
    """

    column: Column
    share: Annotated[float, Between(0, 1, usual=0.05, open_low=True)] | None = None
    width: Annotated[float, Between(0, open_low=True)] | None = None
    clip: bool = False
    kind: ClassVar[str] = "gaussian-noise"

    def __post_init__(self) -> None:
        check_parameters(self)
        _check_size(self)

    @property
    def changes(self) -> tuple[str, ...]:
        """Its column."""
        return (self.column,)

    @property
    def explanation(self) -> Sentence:
        """What it keeps and destroys."""
        en, es = _size(self.share, self.width)
        return Sentence(
            f"Adds to {self.column} normal noise with a standard deviation of {en}. "
            + _KEPT[self.clip].en,
            f"Suma a {self.column} ruido normal con una desviación típica de {es}. "
            + _KEPT[self.clip].es,
        )

    def apply(self, cells: Cells, means: Means) -> Applied:
        """Draw the noise of each record."""
        chance = means.random.generator(f"{self.kind} {self.column}")
        drawn = chance.standard_normal(cells.records)
        return _noisy(self, cells, drawn, chance)


def _noisy(
    technique: UniformNoise | GaussianNoise,
    cells: Cells,
    drawn: FloatArray,
    chance: Chance,
) -> Applied:
    """Add noise of size 1 times the technique's size."""
    numbers = Numbers.of(technique.column, cells.column(technique.column))
    known = numbers.values[~np.isnan(numbers.values)]
    if not known.size:
        return Applied(cells)
    low, high = float(known.min()), float(known.max())
    size = _absolute(technique, high - low)
    noisy = rounded_by_chance(numbers.values + size * drawn, numbers.decimals, chance)
    if technique.clip:
        noisy = np.clip(noisy, low, high)
    warnings = (_without_range(technique.column),) if size == 0 else ()
    return Applied(cells.with_columns({technique.column: numbers.written(noisy)}), warnings)


def _absolute(technique: UniformNoise | GaussianNoise, span: float) -> float:
    if technique.share is not None:
        return technique.share * span
    assert technique.width is not None  # checked when it was made
    return technique.width


def _check_size(technique: UniformNoise | GaussianNoise) -> None:
    if (technique.share is None) == (technique.width is None):
        raise ParameterError(
            f"{type(technique).__name__} takes either share (of the column's range) or width "
            "(as it is)."
        )


def _size(share: float | None, width: float | None) -> tuple[str, str]:
    if share is None:
        return f"{width:g}", f"{width:g}"
    return f"{share:.3g} of its range", f"{share:.3g} de su rango"


def _without_range(column: str) -> Sentence:
    return Sentence(
        f"All values of {column} are equal, so noise in proportion to their range is none: give "
        "a width.",
        f"Todos los valores de {column} son iguales, así que el ruido proporcional a su rango es "
        "nulo: indica un ancho (width).",
    )


_KEPT = {
    False: Sentence(
        "Means and sums stay right on average, the variance grows. Far outliers still stand out, "
        "and records of one person average the noise away.",
        "Las medias y las sumas siguen siendo correctas en promedio, la varianza crece. Los "
        "valores muy atípicos siguen destacando, y los registros de una misma persona "
        "promedian el ruido.",
    ),
    True: Sentence(
        "Noise that would leave the column's range is cut off, which pulls means towards the "
        "middle. Records of one person average the noise away.",
        "Se recorta el ruido que saldría del rango de la columna, lo que desvía las medias hacia "
        "el centro. Los registros de una misma persona promedian el ruido.",
    ),
}
