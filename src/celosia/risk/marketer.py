"""Marketer: the attacker links as many records as possible, and minds no mistakes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from celosia.core.classes import Classes
from celosia.risk.population_risk import people_behind, records_in


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
