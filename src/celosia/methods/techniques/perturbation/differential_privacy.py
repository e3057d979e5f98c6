"""Differentially private cells; every draw is made by OpenDP."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from secrets import token_bytes
from typing import Annotated, ClassVar

import numpy as np

from celosia.domain.cells import Cells
from celosia.domain.language import Sentence
from celosia.domain.parameters import Between, Column, Texts, Whole, check_parameters
from celosia.domain.randomness import Randomness
from celosia.domain.technique import (
    Applied,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.errors import DataError, ParameterError
from celosia.methods.techniques.form_words import EPSILON
from celosia.methods.techniques.parameters import in_spanish
from celosia.methods.techniques.perturbation.opendp_cells import randomized, with_laplace_noise
from celosia.methods.techniques.perturbation.rounding_by_chance import rounded_by_chance
from celosia.methods.techniques.quantities import Numbers

EXACT = 1 << 53
"""Whole numbers up to here have their own float."""
MOST_DECIMALS = 15


@declared(order=28)
@dataclass(frozen=True, slots=True)
class LaplaceMechanism(Technique):
    """Add Laplace noise to each number, so that each cell is `epsilon`-differentially private.

    Values are first cut off at `low` and `high` and rounded to `decimals`, up or down by chance, so
    that they stay right on average. All of that must come from what is publicly known of the
    attribute, never from the data: if one value with cents gave cents to all, every cell would tell
    of it. (The decimal sign of the column is taken as known.)
    Then discrete Laplace noise is added, in steps of the last of these decimals, with the smallest
    scale for which OpenDP confirms `epsilon` for any change of a value from `low` to `high`: about
    (high - low) / epsilon. That is differential privacy of each record by itself (local): useful
    only over many records. Means are right on average for values inside the bounds. The draws are
    OpenDP's own and come from no seed: a repetition gives other values, and spends another epsilon.

    References: Dwork, McSherry, Nissim and Smith, Calibrating noise to sensitivity in private data
    analysis, TCC 2006; Duchi, Jordan and Wainwright, Local privacy and statistical minimax rates,
    FOCS 2013.
    """

    column: Column
    epsilon: Annotated[float, Between(0, usual=1, open_low=True, public=True)]
    low: Annotated[float, Between(-EXACT, EXACT)]
    high: Annotated[float, Between(-EXACT, EXACT)]
    decimals: Annotated[int, Whole(0, MOST_DECIMALS, public=True)] = 0
    kind: ClassVar[str] = "laplace-mechanism"
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Sentence("Noise with differential privacy", "Ruido con privacidad diferencial"),
        labels={
            "epsilon": EPSILON,
            "low": Sentence("Lowest possible value", "Valor mínimo posible"),
            "high": Sentence("Highest possible value", "Valor máximo posible"),
            "decimals": Sentence("Decimals of the result", "Decimales del resultado"),
        },
        rules={
            "high": Sentence(
                "More than the lowest possible value.", "Más que el valor mínimo posible."
            ),
        },
        together=Sentence(
            "Take the limits from what is possible, not from the table: they are published.",
            "Tome los límites de lo posible, no de la tabla: se publican.",
        ),
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        if self.high <= self.low:
            raise ParameterError("LaplaceMechanism: high must be more than low.")

    @property
    def repeats(self) -> bool:
        """Never: the noise comes from the operating system."""
        return False

    @property
    def spends(self) -> float | None:
        """Its epsilon."""
        return self.epsilon

    @property
    def explanation(self) -> Sentence:
        """What is guaranteed and what is not."""
        return Sentence(
            f"Cuts {self.column} off at {self.low:g} and {self.high:g} and adds Laplace noise. "
            + _guarantee(self.epsilon).en,
            f"Recorta {self.column} a entre {in_spanish(self.low)} y {in_spanish(self.high)} y "
            "suma ruido de Laplace. " + _guarantee(self.epsilon).es,
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Draw the noise of each record."""
        numbers = Numbers.of(self.column, cells.column(self.column))
        known = ~np.isnan(numbers.values)
        low, high = self._steps()
        unit = 10.0**self.decimals
        cut = np.clip(numbers.values[known], self.low, self.high)
        random = Randomness(token_bytes(32))  # one made of the table would tie cells to each other
        steps = np.rint(rounded_by_chance(cut, self.decimals, random) * unit).astype(np.int64)
        noisy = numbers.values.copy()
        noisy[known] = with_laplace_noise(steps, high - low, self.epsilon) / unit
        made = cells.with_columns({self.column: numbers.written(noisy, self.decimals)})
        return Applied(made, () if known.all() else (_nulls_show(self.column),))

    def _steps(self) -> tuple[int, int]:
        """Count the bounds in steps of the last decimal, outwards."""
        unit = 10**self.decimals
        low, high = floor(Fraction(str(self.low)) * unit), ceil(Fraction(str(self.high)) * unit)
        if not -EXACT < low < high < EXACT:
            raise ParameterError(
                f"LaplaceMechanism: with {self.decimals} decimals there are more numbers between "
                "low and high than can be counted. Lower decimals."
            )
        if high - low > self.epsilon * EXACT:
            raise ParameterError(
                "LaplaceMechanism: epsilon is so small for these bounds that the noise could not "
                "be counted. Raise it, or bring low and high nearer."
            )
        return low, high


@declared(order=29)
@dataclass(frozen=True, slots=True)
class RandomizedResponse(Technique):
    """Replace categories by chance, so that each cell is `epsilon`-differentially private.

    Of v `categories` each value stays with probability p = e^epsilon / (e^epsilon + v - 1) and
    becomes each other one with (1 - p) / (v - 1); OpenDP confirms epsilon. The categories must
    come from what is publicly known, never from the data. With share s of a category among the
    published cells, (s·(v - 1) - (1 - p)) / (p·v - 1) estimates its true share without bias.
    The draws are OpenDP's own and come from no seed.

    References: Warner, J. American Statistical Association 60(309), 1965; Kairouz, Oh and
    Viswanath, Extremal mechanisms for local differential privacy, JMLR 17, 2016 (k-ary).
    """

    column: Column
    epsilon: Annotated[float, Between(0, usual=1, open_low=True, public=True)]
    categories: Annotated[tuple[str, ...], Texts(least=2)]
    kind: ClassVar[str] = "randomized-response"
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Sentence(
            "Randomized response, with differential privacy",
            "Respuesta aleatorizada, con privacidad diferencial",
        ),
        labels={
            "epsilon": EPSILON,
            "categories": Sentence("All possible values", "Todos los valores posibles"),
        },
        rules={
            "categories": Sentence(
                "At least two, all of them different.", "Al menos dos, todos distintos."
            ),
        },
        together=Sentence(
            "List all values that are possible, not only those of the table: they are published.",
            "Indique todos los valores posibles, no solo los de la tabla: se publican.",
        ),
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def repeats(self) -> bool:
        """Never: the noise comes from the operating system."""
        return False

    @property
    def spends(self) -> float | None:
        """Its epsilon."""
        return self.epsilon

    @property
    def explanation(self) -> Sentence:
        """What is guaranteed and what is not."""
        number = len(self.categories)
        return Sentence(
            f"Replaces values of {self.column} by chance among {number} categories. "
            + _guarantee(self.epsilon).en,
            f"Sustituye al azar valores de {self.column} entre {number} categorías. "
            + _guarantee(self.epsilon).es,
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Draw the answer of each record."""
        column = cells.column(self.column)
        unknown = sum(cell is not None and cell not in self.categories for cell in column)
        if unknown:
            raise DataError(
                f"Column '{self.column}': {unknown} cells are not among the "
                f"{len(self.categories)} categories. Name all of them, or leave the cells empty."
            )
        known = np.array([cell is not None for cell in column], bool)
        made = column.copy()
        made[known] = randomized(column[known].tolist(), self.categories, self.epsilon)
        made_cells = cells.with_columns({self.column: made})
        return Applied(made_cells, () if known.all() else (_nulls_show(self.column),))


def _guarantee(epsilon: float) -> Sentence:
    told = in_spanish(epsilon)
    return Sentence(
        f"Each cell of this column is {epsilon:g}-differentially private (OpenDP): whatever the "
        f"value was, any result is at most e^{epsilon:g} times likelier than for another value. It "
        "says nothing about other columns; epsilons of several columns, of several records of a "
        "person and of repeated releases add up. Whether a cell is empty is not protected. The "
        "draws follow no seed.",
        f"Cada celda de esta columna es {told}-diferencialmente privada (OpenDP): fuera cual "
        f"fuera el valor, ningún resultado es más de e^{told} veces más probable que con otro "
        "valor. No dice nada de otras columnas; los épsilon de varias columnas, de varios "
        "registros de una persona y de publicaciones repetidas se suman. No se protege si una "
        "celda está vacía. El azar no sigue ninguna semilla.",
    )


def _nulls_show(column: str) -> Sentence:
    return Sentence(
        f"{column} has empty cells, and they stay empty: that a value is missing is not protected.",
        f"{column} tiene celdas vacías, y siguen vacías: no se protege que falte un valor.",
    )
