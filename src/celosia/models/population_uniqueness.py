"""A bound on how many people of the population are unique."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np

from celosia.core.classes import Classes
from celosia.core.model import MODELS, DeclaredModel, ModelDescription, Monotone
from celosia.core.parameters import PUBLIC, Between
from celosia.core.uniqueness import Estimator, SizeCounts, population_uniques
from celosia.core.values import BoolArray
from celosia.text.messages import Message


@MODELS.register("population-uniqueness", order=11)
@dataclass(frozen=True, slots=True)
class PopulationUniqueness(DeclaredModel):
    """At most a share `threshold` of the population is estimated to be unique.

    The table is a sample of the population, its `fraction`. It is judged as a whole: all classes
    are accepted, or none. An estimator that gives nothing accepts nothing. Merging classes may
    raise an estimate, so a search must look at every node.

    References: Dankar, El Emam, Neisa and Roffey, BMC Med. Inform. Decis. Mak. 12:66, 2012; the
    estimators are in `celosia.core.uniqueness`.

    >>> classes = Classes(np.array([1] * 4 + [5] * 20))
    >>> bool(PopulationUniqueness(0.05, fraction=0.5).accepts(classes).all())
    True
    """

    threshold: Annotated[float, Between(0, 1, usual=0.01, public=True)]
    fraction: Annotated[float, Between(0, 1, usual=0.1, open_low=True, public=True)]
    estimator: Annotated[Estimator, PUBLIC] = "dankar"
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.population-uniqueness"),
        named=Message("models.population-uniqueness-named"),
        protects=Message("models.population-uniqueness-protects"),
        reference="Dankar et al. 2012",
        labels={
            "threshold": Message("models.population-uniqueness-threshold"),
            "fraction": Message("models.estimated-k-map-fraction"),
            "estimator": Message("models.estimated-k-map-estimator"),
        },
        choices={
            "dankar": Message("models.population-uniqueness-dankar"),
            "pitman": Message("models.population-uniqueness-pitman"),
            "zayatz": Message("models.population-uniqueness-zayatz"),
            "snb": Message("models.population-uniqueness-snb"),
        },
    )
    monotone: ClassVar[Monotone] = Monotone.NEVER
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = False
    least_size: ClassVar[int] = 1
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    @property
    def gaps(self) -> dict[str, Any]:
        """Give the share as a percentage."""
        return {"percent": 100 * self.threshold}

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept all classes or none; classes without records risk nothing."""
        if not classes.records.any():
            return np.ones(classes.number, np.bool_)
        sample = SizeCounts.of(classes, self.fraction)
        share = population_uniques(sample, self.estimator) / sample.population
        return np.full(classes.number, share <= self.threshold + 1e-12)
