"""A bound on how many people of the population are unique."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np

from celosia.domain.arrays import BoolArray
from celosia.domain.classes import Classes
from celosia.domain.model import Monotone
from celosia.domain.parameters import Between, check_parameters
from celosia.domain.uniqueness import Estimator, SizeCounts, population_uniques


@dataclass(frozen=True, slots=True)
class PopulationUniqueness:
    """At most a share `threshold` of the population is estimated to be unique.

    The table is a sample of the population, its `fraction`. It is judged as a whole: all classes
    are accepted, or none. An estimator that gives nothing accepts nothing. Merging classes may
    raise an estimate, so a search must look at every node.

    References: Dankar, El Emam, Neisa and Roffey, BMC Med. Inform. Decis. Mak. 12:66, 2012; the
    estimators are in `celosia.domain.uniqueness`.

    >>> classes = Classes(np.array([1] * 4 + [5] * 20))
    >>> bool(PopulationUniqueness(0.05, fraction=0.5).accepts(classes).all())
    True
    """

    threshold: Annotated[float, Between(0, 1, usual=0.01)]
    fraction: Annotated[float, Between(0, 1, usual=0.1, open_low=True)]
    estimator: Estimator = "dankar"
    monotone: ClassVar[Monotone] = Monotone.NEVER
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = False
    least_size: ClassVar[int] = 1
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def __post_init__(self) -> None:
        check_parameters(self)

    def __str__(self) -> str:
        return (
            f"at most {100 * self.threshold:g} % of the population unique "
            f"(estimated by {self.estimator}, fraction {self.fraction:g})"
        )

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept all classes or none; classes without records risk nothing."""
        if not classes.records.any():
            return np.ones(classes.number, np.bool_)
        sample = SizeCounts.of(classes, self.fraction)
        share = population_uniques(sample, self.estimator) / sample.population
        return np.full(classes.number, share <= self.threshold + 1e-12)

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters."""
        return {
            "model": "population-uniqueness",
            "threshold": self.threshold,
            "fraction": self.fraction,
            "estimator": self.estimator,
        }
