"""Population uniqueness: who is unique in the sample may not be unique in the population."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from celosia.domain.classes import Classes
from celosia.domain.uniqueness import Estimator, SizeCounts, dankar, population_uniques
from celosia.errors import ParameterError


@dataclass(frozen=True, slots=True)
class PopulationUniquenessRisk:
    """Share of the population that is unique, by each estimator; nan where one gives nothing.

    References: Hoshino 2001 (Pitman); Zayatz 1991; Chen and Keller-McNulty 1998 (SNB); the rule
    that chooses among them: Dankar, El Emam, Neisa and Roffey, BMC Med. Inform. Decis. Mak. 12:66,
    2012. See `celosia.domain.uniqueness`.

    >>> import numpy as np
    >>> risk = PopulationUniquenessRisk.of(Classes(np.array([1] * 40 + [2] * 30)), fraction=0.5)
    >>> risk.chosen, round(risk.share, 3)
    ('zayatz', 0.228)
    """

    population: int
    """People of the population: records / sampling fraction."""
    pitman: float
    zayatz: float
    snb: float
    chosen: Estimator
    """The estimator that the decision rule chooses."""

    @classmethod
    def of(cls, classes: Classes, fraction: float) -> PopulationUniquenessRisk:
        """Estimate from the sizes of a sample's classes and its share of the population."""
        if int(classes.records.sum()) < 2:
            raise ParameterError("risk.populationuniquenessrisk-needs-least-two-rec")
        sample = SizeCounts.of(classes, fraction)
        people = sample.population
        return cls(
            population=people,
            pitman=population_uniques(sample, "pitman") / people,
            zayatz=population_uniques(sample, "zayatz") / people,
            snb=population_uniques(sample, "snb") / people,
            chosen=dankar(sample)[0],
        )

    @property
    def share(self) -> float:
        """The chosen estimate."""
        return {"pitman": self.pitman, "zayatz": self.zayatz, "snb": self.snb}.get(self.chosen, nan)
