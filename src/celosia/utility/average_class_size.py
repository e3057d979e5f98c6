"""Average class size: how much larger the classes are than they need to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from celosia.core.objective import OBJECTIVES
from celosia.text.messages import Message


@dataclass(frozen=True, slots=True)
class AverageClassSize:
    """Released records per class, in multiples of k; 1 is the best there is.

    References: LeFevre, DeWitt and Ramakrishnan, ICDE 2006 (Mondrian), section 5.1, C_avg.

    >>> AverageClassSize().score(records=20, suppressed=0, classes=2, squares=200.0, k=5)
    2.0
    """

    name: ClassVar[str] = "average-class-size"
    title: ClassVar[Message] = Message("utility.average-class-size")

    def score(self, records: int, suppressed: int, classes: int, squares: float, k: int) -> float:
        """Released records per class and k; nothing released costs as much as one class of all."""
        if classes == 0:
            return records / k
        return (records - suppressed) / classes / k

    def floor(self, records: int, budget: int, classes: int, squares: float, k: int) -> float:
        """Assume no fewer classes and all of the budget used: no generalization does better."""
        return (records - budget) / classes / k


OBJECTIVES.add(AverageClassSize.name, AverageClassSize(), order=6)
