"""Prosecutor: the attacker knows that a certain person is in the table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from celosia.core.classes import Classes
from celosia.core.parameters import check_between


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
