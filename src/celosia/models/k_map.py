"""k-map: everybody in the table looks like k people of the population it was drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import exp, expm1
from typing import Annotated, Any, ClassVar, Literal

from celosia.core.classes import Classes
from celosia.core.model import MODELS, DeclaredModel, ModelDescription, Monotone
from celosia.core.parameters import PUBLIC, Between, Whole
from celosia.core.values import BoolArray
from celosia.errors import ParameterError
from celosia.text.messages import Message

Estimator = Literal["D3", "D4"]
MOST = 500.0
"""Largest mean of a draw whose distribution is added up; beyond it nothing is saved on k."""


@MODELS.register("k-map", order=13)
@dataclass(frozen=True, slots=True)
class KMap(DeclaredModel):
    """Each class matches at least `k` people of a known population.

    References: Sweeney, *Computational Disclosure Control*, MIT, 2001, section 5.2.

    >>> import numpy as np
    >>> KMap(5).accepts(Classes(np.array([1, 2]), population=np.array([7.0, 4.0])))
    array([ True, False])
    """

    k: Annotated[int, Whole(1, usual=5, public=True)]
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.k-map"),
        named=Message("models.k-map-named"),
        protects=Message("models.k-map-protects"),
        reference="Sweeney 2001",
        labels={"k": Message("models.k-map-k")},
        needs_population=True,
    )
    monotone: ClassVar[Monotone] = Monotone.ALWAYS
    moving: ClassVar[Monotone] = Monotone.ALWAYS
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = True
    least_size: ClassVar[int] = 1
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes that match k people."""
        if classes.population is None:
            raise ParameterError("models.kmap-name-table-population-generalized")
        return classes.population >= self.k


@MODELS.register("estimated-k-map", order=12)
@dataclass(frozen=True)
class EstimatedKMap(DeclaredModel):
    """k-map without the population: how large a class of the sample must be to be sure of k.

    A class of the sample is taken for a Poisson draw (D3), or one that is known not to be empty
    (D4), from a population class of `k` people at the sampling `fraction`. The least size is the
    one that such a class reaches with a probability of at most `significance`.

    References: Dankar and El Emam, *A method for evaluating marketer re-identification risk*,
    PAIS 2010; El Emam and Dankar, JAMIA 15(5), 2008, estimators D3 and D4.

    >>> EstimatedKMap(20, fraction=0.1).least_size
    7
    """

    k: Annotated[int, Whole(1, usual=5, public=True)]
    fraction: Annotated[float, Between(0, 1, usual=0.1, open_low=True, public=True)]
    estimator: Annotated[Estimator, PUBLIC] = "D3"
    significance: Annotated[float, Between(0, 1, open_low=True, public=True)] = 0.01
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.estimated-k-map"),
        named=Message("models.estimated-k-map-named"),
        protects=Message("models.estimated-k-map-protects"),
        reference="El Emam and Dankar 2008; Dankar and El Emam 2010",
        labels={
            "k": Message("models.k-map-k"),
            "fraction": Message("models.estimated-k-map-fraction"),
            "estimator": Message("models.estimated-k-map-estimator"),
            "significance": Message("models.estimated-k-map-significance"),
        },
        choices={
            "D3": Message("models.estimated-k-map-d3"),
            "D4": Message("models.estimated-k-map-d4"),
        },
    )
    monotone: ClassVar[Monotone] = Monotone.ALWAYS
    moving: ClassVar[Monotone] = Monotone.ALWAYS
    only_size: ClassVar[bool] = True
    local: ClassVar[bool] = True
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    @property
    def gaps(self) -> dict[str, Any]:
        """Say what size is enough."""
        return {"least_size": self.least_size}

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
