"""Population uniqueness: who is unique in the sample may not be unique in the population."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np

from celosia.core.arrays import FloatArray
from celosia.core.classes import Classes
from celosia.core.uniqueness import Estimator, SizeCounts, dankar, population_uniques
from celosia.errors import ParameterError


def people_behind(who: str, classes: Classes) -> FloatArray:
    """Give how many people of the population match each class; at least one."""
    if classes.population is None:
        raise ParameterError("risk.needs-how-many-people-population", who=who)
    people = classes.population
    wrong = np.count_nonzero(~(np.isfinite(people) & (people > 0)))
    if wrong:
        raise ParameterError(
            "risk.classes-match-nobody-population-must", who=who, wrong=wrong, classes=people.size
        )
    return np.maximum(people, 1.0)


def records_in(who: str, classes: Classes) -> int:
    """Count the records; a risk of no records means nothing."""
    records = int(classes.records.sum())
    if records == 0:
        raise ParameterError("risk.no-records-measure", who=who)
    return records


@dataclass(frozen=True, slots=True)
class PopulationUniquenessRisk:
    """Share of the population that is unique, by each estimator; nan where one gives nothing.

    References: Hoshino 2001 (Pitman); Zayatz 1991; Chen and Keller-McNulty 1998 (SNB); the rule
    that chooses among them: Dankar, El Emam, Neisa and Roffey, BMC Med. Inform. Decis. Mak. 12:66,
    2012. See `celosia.core.uniqueness`.

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
