"""Prosecutor: the attacker knows that a certain person is in the table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from celosia.domain.classes import Classes


@dataclass(frozen=True, slots=True)
class ProsecutorRisk:
    """Chance that a record is re-identified by who knows the person's quasi-identifiers.

    References: El Emam and Dankar, JAMIA 15(5), 2008.

    >>> risk = ProsecutorRisk.of(Classes(np.array([1, 4])))
    >>> risk.highest, risk.average, risk.unique
    (1.0, 0.4, 1)
    """

    highest: float
    """1 / size of the smallest class."""
    average: float
    """Mean over the records of 1 / size of their class."""
    unique: int
    """Records that look like no other."""

    @classmethod
    def of(cls, classes: Classes) -> ProsecutorRisk:
        """Measure classes."""
        records = int(classes.records.sum())
        if records == 0:
            return cls(0.0, 0.0, 0)
        return cls(
            highest=float(1 / classes.sizes.min()),
            average=float((classes.records / classes.sizes).sum() / records),
            unique=int(np.count_nonzero(classes.sizes == 1)),
        )
