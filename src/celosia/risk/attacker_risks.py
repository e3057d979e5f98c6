"""What three attackers achieve, and how many of the population are unique.

The prosecutor knows that a certain person is in the table. The journalist picks a person of the
population, who may not be in the table. The marketer links as many records as possible, and minds
no mistakes. Who is unique in the sample may not be unique in the population.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np

from celosia.core.classes import Classes
from celosia.core.parameters import check_between
from celosia.core.uniqueness import Estimator, SizeCounts, dankar, population_uniques
from celosia.core.values import FloatArray
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


@dataclass(frozen=True, slots=True)
class ProsecutorRisk:
    """Chance that a record is re-identified by who knows the person's quasi-identifiers.

    References: El Emam and Dankar, JAMIA 15(5), 2008.

    >>> risk = ProsecutorRisk.of(Classes(np.array([1, 4])))
    >>> risk.highest, risk.average, risk.unique
    (1.0, 0.4, 1)
    >>> risk.expected, risk.average_over_classes
    (2.0, 0.625)
    """

    highest: float
    """1 / size of the smallest class."""
    average: float
    """Mean over the records of 1 / size of their class."""
    unique: int
    """Records that look like no other."""
    expected: float = 0.0
    """Records re-identified by who tries all of them: sum of 1 / size, the number of classes."""
    average_over_classes: float = 0.0
    """Mean over the classes of 1 / size: what pycanon calls average risk."""

    @classmethod
    def of(cls, classes: Classes) -> ProsecutorRisk:
        """Measure classes; a table without records risks nothing, nor does an empty class."""
        held = classes.records > 0
        records, sizes = classes.records[held], classes.sizes[held]
        if not records.size:
            return cls(0.0, 0.0, 0)
        expected = float((records / sizes).sum())
        return cls(
            highest=float(1 / sizes.min()),
            average=expected / int(records.sum()),
            unique=int(records[sizes == 1].sum()),
            expected=expected,
            average_over_classes=float((1 / sizes).mean()),
        )

    @staticmethod
    def at_risk(classes: Classes, threshold: float) -> float:
        """Share of the records whose risk is over a threshold.

        >>> ProsecutorRisk.at_risk(Classes(np.array([1, 4, 5])), threshold=0.2)
        0.5
        """
        check_between("ProsecutorRisk: threshold", threshold, 0, 1)
        records = int(classes.records.sum())
        over = classes.records[1 / np.maximum(classes.sizes, 1) > threshold].sum()
        return float(over / records) if records else 0.0


@dataclass(frozen=True, slots=True)
class JournalistRisk:
    """Chance that a record is linked to the right person among those of the population.

    A record of class k hides among the F people of the population that match it, counted in a
    register or estimated: its risk is 1 / F.

    References: El Emam and Dankar, *Protecting privacy using k-anonymity*, JAMIA 15(5), 2008.

    >>> import numpy as np
    >>> classes = Classes(np.array([1, 3]), population=np.array([4.0, 30.0]))
    >>> risk = JournalistRisk.of(classes)
    >>> risk.highest, risk.average, round(risk.expected, 2)
    (0.25, 0.0875, 0.35)
    """

    highest: float
    """1 / the fewest people that match a class."""
    average: float
    """Mean over the records of 1 / people that match their class."""
    expected: float
    """Records re-identified by who tries all of them."""

    @classmethod
    def of(cls, classes: Classes) -> JournalistRisk:
        """Measure classes whose population is known or estimated."""
        records = records_in("JournalistRisk", classes)
        risk = 1 / people_behind("JournalistRisk", classes)
        expected = float((classes.records * risk).sum())
        return cls(highest=float(risk.max()), average=expected / records, expected=expected)

    @staticmethod
    def at_risk(classes: Classes, threshold: float) -> float:
        """Share of the records whose risk is over a threshold.

        >>> import numpy as np
        >>> classes = Classes(np.array([1, 3]), population=np.array([4.0, 30.0]))
        >>> JournalistRisk.at_risk(classes, threshold=0.2)
        0.25
        """
        check_between("JournalistRisk: threshold", threshold, 0, 1)
        records = records_in("JournalistRisk", classes)
        risk = 1 / people_behind("JournalistRisk", classes)
        return float(classes.records[risk > threshold].sum() / records)


@dataclass(frozen=True, slots=True)
class MarketerRisk:
    """Share of the records that are linked to the right person, in the mean.

    Each record is matched with one of the F people of the population that look like it: (1/n) sum
    f/F over the classes. When the table is the population, F = f and it is classes / records.

    References: Dankar and El Emam, *A method for evaluating marketer re-identification risk*,
    PAIS 2010, equation 1.

    >>> MarketerRisk.of(Classes(np.array([1, 3]))).share
    0.5
    >>> MarketerRisk.of(Classes(np.array([1, 3]), population=np.array([4.0, 30.0]))).share
    0.0875
    """

    share: float
    """Expected share of the records that are re-identified."""
    expected: float
    """Expected number of records that are re-identified."""

    @classmethod
    def of(cls, classes: Classes) -> MarketerRisk:
        """Measure classes, against their population if they have one."""
        records = records_in("MarketerRisk", classes)
        people = classes.sizes.astype(np.float64)
        if classes.population is not None:
            people = people_behind("MarketerRisk", classes)
        expected = float((classes.records / people).sum())
        return cls(share=expected / records, expected=expected)
