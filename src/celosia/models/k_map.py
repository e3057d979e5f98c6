"""k-map: everybody in the table looks like k people of the population it was drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import exp, expm1
from typing import Annotated, Any, ClassVar, Literal

from celosia.domain.arrays import BoolArray
from celosia.domain.classes import Classes
from celosia.domain.model import Monotone
from celosia.domain.parameters import Between, Whole, check_parameters
from celosia.errors import ParameterError

Estimator = Literal["D3", "D4"]
MOST = 500.0
"""Largest mean of a draw whose distribution is added up; beyond it nothing is saved on k."""


@dataclass(frozen=True, slots=True)
class KMap:
    """Each class matches at least `k` people of a known population.

    References: Sweeney, *Computational Disclosure Control*, MIT, 2001, section 5.2.

    >>> import numpy as np
    >>> KMap(5).accepts(Classes(np.array([1, 2]), population=np.array([7.0, 4.0])))
    array([ True, False])
    """

    k: Annotated[int, Whole(1, usual=5)]
    monotone: ClassVar[Monotone] = Monotone.ALWAYS
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = True
    least_size: ClassVar[int] = 1
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def __post_init__(self) -> None:
        check_parameters(self)

    def __str__(self) -> str:
        return f"{self.k}-map"

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes that match k people."""
        if classes.population is None:
            raise ParameterError(
                "KMap: name the table of the population, generalized as the records are, or use "
                "EstimatedKMap."
            )
        return classes.population >= self.k

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters."""
        return {"model": "k-map", "k": self.k}


@dataclass(frozen=True)
class EstimatedKMap:
    """k-map without the population: how large a class of the sample must be to be sure of k.

    A class of the sample is taken for a Poisson draw (D3), or one that is known not to be empty
    (D4), from a population class of `k` people at the sampling `fraction`. The least size is the
    one that such a class reaches with a probability of at most `significance`.

    References: Dankar and El Emam, *A method for evaluating marketer re-identification risk*,
    PAIS 2010; El Emam and Dankar, JAMIA 15(5), 2008, estimators D3 and D4.

    >>> EstimatedKMap(20, fraction=0.1).least_size
    7
    """

    k: Annotated[int, Whole(1, usual=5)]
    fraction: Annotated[float, Between(0, 1, usual=0.1, open_low=True)]
    estimator: Estimator = "D3"
    significance: Annotated[float, Between(0, 1, open_low=True)] = 0.01
    monotone: ClassVar[Monotone] = Monotone.ALWAYS
    only_size: ClassVar[bool] = True
    local: ClassVar[bool] = True
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def __post_init__(self) -> None:
        check_parameters(self)

    def __str__(self) -> str:
        return f"{self.k}-map estimated by {self.estimator} (k'={self.least_size})"

    @cached_property
    def least_size(self) -> int:
        """The size of a sample class that is enough; never more than k itself."""
        mean = self.k * self.fraction
        if mean > MOST:
            return self.k
        if self.estimator == "D3":
            size, term = 1, exp(-mean)  # no record at all
        else:
            size, term = 2, mean / expm1(mean)  # one record
        below = term
        while below < 1 - self.significance and size < self.k:
            term *= mean / size
            below += term
            size += 1
        return min(size, self.k)

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes that are large enough to be sure of k people behind them."""
        return classes.sizes >= self.least_size

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters."""
        return {
            "model": "estimated-k-map",
            "k": self.k,
            "fraction": self.fraction,
            "estimator": self.estimator,
            "significance": self.significance,
        }
