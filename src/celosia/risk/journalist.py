"""Journalist: the attacker picks a person of the population, who may not be in the table."""

from __future__ import annotations

from dataclasses import dataclass

from celosia.core.classes import Classes
from celosia.core.parameters import check_between
from celosia.risk.population_risk import people_behind, records_in


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
