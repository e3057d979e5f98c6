"""A bound on how many people of the population are unique."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np

from celosia.domain.arrays import BoolArray
from celosia.domain.classes import Classes
from celosia.domain.language import Language, Sentence
from celosia.domain.model import MODELS, DeclaredModel, ModelDescription, Monotone
from celosia.domain.parameters import PUBLIC, Between
from celosia.domain.uniqueness import Estimator, SizeCounts, population_uniques


@MODELS.register("population-uniqueness", order=11)
@dataclass(frozen=True, slots=True)
class PopulationUniqueness(DeclaredModel):
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

    threshold: Annotated[float, Between(0, 1, usual=0.01, public=True)]
    fraction: Annotated[float, Between(0, 1, usual=0.1, open_low=True, public=True)]
    estimator: Annotated[Estimator, PUBLIC] = "dankar"
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Sentence(
            "Few people unique in the population", "Pocas personas únicas en la población"
        ),
        named=Sentence(
            "at most {percent} % of the population unique "
            "(estimated by {estimator}, fraction {fraction})",
            "{threshold} de la población única como máximo "
            "(estimado por {estimator}, fracción {fraction})",
        ),
        protects=Sentence(
            "Limits how many people of the whole population, of which the table is a sample, are "
            "estimated to be one of a kind. For surveys, when you know the share that was asked.",
            "Limita cuántas personas de toda la población, de la que la tabla es una muestra, se "
            "estima que son únicas. Para encuestas, cuando se sabe qué parte respondió.",
        ),
        labels={
            "threshold": Sentence(
                "Largest share of unique people", "Mayor parte de personas únicas"
            ),
            "fraction": Sentence("Share of the population here", "Parte de la población aquí"),
            "estimator": Sentence("How it is estimated", "Cómo se estima"),
        },
        choices={
            "dankar": Sentence("the rule of Dankar: picks one", "la regla de Dankar: elige uno"),
            "pitman": Sentence("Pitman", "Pitman"),
            "zayatz": Sentence("Zayatz", "Zayatz"),
            "snb": Sentence("SNB: sliding negative binomial", "SNB: binomial negativa deslizante"),
        },
    )
    monotone: ClassVar[Monotone] = Monotone.NEVER
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = False
    least_size: ClassVar[int] = 1
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def gaps(self, language: Language) -> dict[str, Any]:
        """Give the share as a percentage."""
        return {"percent": 100 * self.threshold}

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept all classes or none; classes without records risk nothing."""
        if not classes.records.any():
            return np.ones(classes.number, np.bool_)
        sample = SizeCounts.of(classes, self.fraction)
        share = population_uniques(sample, self.estimator) / sample.population
        return np.full(classes.number, share <= self.threshold + 1e-12)
