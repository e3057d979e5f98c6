"""Differentially private cells; every draw is made by OpenDP."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from math import ceil, floor
from secrets import token_bytes
from typing import Annotated, Any, ClassVar

import numpy as np

from celosia.core.parameters import Between, ColumnName, Texts, Whole, check_parameters
from celosia.core.randomness import Randomness
from celosia.core.technique import (
    Applied,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import Cells, IntArray
from celosia.errors import DataError, MissingExtraError, ParameterError
from celosia.techniques.perturbation.noise import rounded_by_chance
from celosia.techniques.quantities import NumberCells
from celosia.text.messages import Message


def with_laplace_noise(steps: IntArray, width: int, epsilon: float) -> IntArray:
    """Add discrete Laplace noise to whole numbers that lie within `width` of each other.

    The scale is the smallest for which OpenDP confirms that each number is epsilon-private.
    """
    modules = _opendp()
    numbers = modules["domains"].vector_domain(modules["domains"].atom_domain(T="i64"))
    distance = modules["metrics"].l1_distance(T="i64")

    def mechanism(scale: float) -> Any:
        return modules["measurements"].make_laplace(numbers, distance, scale=scale)

    search = modules["mod"].binary_search_param
    scale = search(mechanism, d_in=width, d_out=float(epsilon), T=float)
    return np.array(mechanism(scale)(steps.tolist()), np.int64)


def randomized(values: Sequence[str], categories: Sequence[str], epsilon: float) -> list[str]:
    """Answer each value by chance among the categories.

    The probability of the truth is the highest for which OpenDP confirms epsilon.
    """
    modules = _opendp()

    def mechanism(stays: float) -> Any:
        return modules["measurements"].make_randomized_response(list(categories), prob=stays)

    even = float(np.nextafter(1 / len(categories), 1))  # OpenDP refuses less than equal chances
    search = modules["mod"].binary_search_param
    try:
        stays = search(mechanism, d_in=1, d_out=float(epsilon), T=float, bounds=(even, 1.0))
    except ValueError:
        raise ParameterError("techniques.randomizedresponse-epsilon-small-every-answe") from None
    answer = mechanism(stays)
    return [answer(value) for value in values]


def _opendp() -> dict[str, Any]:
    """Import what is used; `opendp.prelude` would import scikit-learn, which takes seconds."""
    names = ("domains", "measurements", "metrics", "mod")
    try:
        modules: dict[str, Any] = {name: import_module(f"opendp.{name}") for name in names}
    except ImportError:
        raise MissingExtraError("techniques.differential-privacy-needs-opendp-pip") from None
    modules["mod"].enable_features("contrib")
    return modules


EXACT = 1 << 53
"""Whole numbers up to here have their own float."""
MOST_DECIMALS = 15
"""A float has as many digits that can be relied on."""


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

    column: ColumnName
    epsilon: Annotated[float, Between(0, usual=1, open_low=True, public=True)]
    low: Annotated[float, Between(-EXACT, EXACT)]
    high: Annotated[float, Between(-EXACT, EXACT)]
    decimals: Annotated[int, Whole(0, MOST_DECIMALS, public=True)] = 0
    kind: ClassVar[str] = "laplace-mechanism"
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.laplace-mechanism"),
        labels={
            "epsilon": Message("techniques.epsilon"),
            "low": Message("techniques.laplace-mechanism-low"),
            "high": Message("techniques.laplace-mechanism-high"),
            "decimals": Message("techniques.laplace-mechanism-decimals"),
        },
        rules={
            "high": Message("techniques.laplace-mechanism-rules-high"),
        },
        together=Message("techniques.laplace-mechanism-together"),
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        if self.high <= self.low:
            raise ParameterError("techniques.laplacemechanism-high-must-more-low")

    @property
    def repeats(self) -> bool:
        """Never: the noise comes from the operating system."""
        return False

    @property
    def spends(self) -> float | None:
        """Its epsilon."""
        return self.epsilon

    @property
    def explanation(self) -> Message:
        """What is guaranteed and what is not."""
        return Message(
            "techniques.cuts-off-adds-laplace-noise",
            column=self.column,
            low=self.low,
            high=self.high,
            guarantee=_guarantee(self.epsilon),
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Draw the noise of each record."""
        numbers = NumberCells.of(self.column, cells.column(self.column))
        known = ~np.isnan(numbers.values)
        low, high = self._steps()
        unit = 10.0**self.decimals
        cut = np.clip(numbers.values[known], self.low, self.high)
        randomness = Randomness(
            token_bytes(32)
        )  # one made of the table would tie cells to each other
        steps = np.rint(rounded_by_chance(cut, self.decimals, randomness) * unit).astype(np.int64)
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
                "techniques.laplacemechanism-decimals-more-numbers-betwe", decimals=self.decimals
            )
        if high - low > self.epsilon * EXACT:
            raise ParameterError("techniques.laplacemechanism-epsilon-small-bounds-noise")
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

    column: ColumnName
    epsilon: Annotated[float, Between(0, usual=1, open_low=True, public=True)]
    categories: Annotated[tuple[str, ...], Texts(least=2)]
    kind: ClassVar[str] = "randomized-response"
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.randomized-response"),
        labels={
            "epsilon": Message("techniques.epsilon"),
            "categories": Message("techniques.randomized-response-categories"),
        },
        rules={
            "categories": Message("techniques.randomized-response-rules-categories"),
        },
        together=Message("techniques.randomized-response-together"),
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
    def explanation(self) -> Message:
        """What is guaranteed and what is not."""
        number = len(self.categories)
        return Message(
            "techniques.replaces-values-chance-among-categories",
            column=self.column,
            number=number,
            guarantee=_guarantee(self.epsilon),
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Draw the answer of each record."""
        column = cells.column(self.column)
        unknown = sum(cell is not None and cell not in self.categories for cell in column)
        if unknown:
            raise DataError(
                "techniques.column-cells-not-among-categories",
                column=self.column,
                unknown=unknown,
                number=len(self.categories),
            )
        known = np.array([cell is not None for cell in column], bool)
        made = column.copy()
        made[known] = randomized(column[known].tolist(), self.categories, self.epsilon)
        made_cells = cells.with_columns({self.column: made})
        return Applied(made_cells, () if known.all() else (_nulls_show(self.column),))


def _guarantee(epsilon: float) -> Message:
    return Message("techniques.each-cell-column-differentially-private", epsilon=epsilon)


def _nulls_show(column: str) -> Message:
    return Message("techniques.empty-cells-stay-empty-value", column=column)
