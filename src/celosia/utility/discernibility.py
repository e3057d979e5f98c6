"""Discernibility: from how many records each one cannot be told apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from celosia.core.objective import OBJECTIVES
from celosia.text.messages import Message


@dataclass(frozen=True, slots=True)
class Discernibility:
    """Each record costs the size of its class; a suppressed one costs the whole table.

    References: Bayardo and Agrawal, ICDE 2005, section 3.1.

    >>> Discernibility().score(records=10, suppressed=1, classes=2, squares=41.0, k=2)
    51.0
    """

    name: ClassVar[str] = "discernibility"
    title: ClassVar[Message] = Message("utility.discernibility")

    def score(self, records: int, suppressed: int, classes: int, squares: float, k: int) -> float:
        """Sum of squared class sizes, plus the table once per suppressed record."""
        return squares + float(records) * suppressed

    def floor(self, records: int, budget: int, classes: int, squares: float, k: int) -> float:
        """Sum of squares: merging only raises it, and suppressing costs more than keeping."""
        return squares


OBJECTIVES.add(Discernibility.name, Discernibility(), order=5)
