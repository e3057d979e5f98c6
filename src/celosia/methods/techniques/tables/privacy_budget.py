"""The budget of differential privacy: a ledger that refuses to be overspent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from celosia.domain.checks import check_between
from celosia.errors import ParameterError


@dataclass(slots=True)
class PrivacyBudget:
    """How much epsilon the people of one table may lose, over everything published of it.

    Losses add up (sequential composition), whatever is asked. Keep one ledger per table, and keep
    it as long as the table: a new ledger forgets what was spent before.

    References: Dwork and Roth, *The Algorithmic Foundations of Differential Privacy*, 2014,
    theorem 3.14.

    >>> budget = PrivacyBudget(1.0)
    >>> budget.spend(0.75, "counts by town")
    >>> budget.left
    0.25
    >>> budget.spend(0.5, "mean pay")
    Traceback (most recent call last):
    celosia.errors.ParameterError: Not enough privacy budget: 0.5 is asked for, 0.25 of 1.0 is left.
    """

    epsilon: float
    expenses: list[tuple[str, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        check_between("PrivacyBudget: epsilon", self.epsilon, 0, open_low=True)
        if self._left() < 0:
            raise ParameterError("PrivacyBudget: more was spent than there was.")

    @property
    def left(self) -> float:
        """What may still be spent."""
        return float(self._left())

    def spend(self, epsilon: float, what: str) -> None:
        """Write an expense down, or refuse it and leave the ledger as it is."""
        check_between("PrivacyBudget: an expense", epsilon, 0, open_low=True)
        if _exact(epsilon) > self._left():
            raise ParameterError(
                f"Not enough privacy budget: {epsilon} is asked for, "
                f"{self.left} of {self.epsilon} is left."
            )
        self.expenses.append((what, epsilon))

    def to_dict(self) -> dict[str, Any]:
        """Give the ledger as TOML or JSON can hold it."""
        return {
            "epsilon": self.epsilon,
            "expenses": [{"what": what, "epsilon": spent} for what, spent in self.expenses],
        }

    @classmethod
    def from_dict(cls, entries: Mapping[str, Any]) -> PrivacyBudget:
        """Read what `to_dict` gave.

        >>> PrivacyBudget.from_dict(PrivacyBudget(2.0, [("counts", 0.5)]).to_dict()).left
        1.5
        """
        try:
            expenses = [(str(e["what"]), float(e["epsilon"])) for e in entries["expenses"]]
            return cls(float(entries["epsilon"]), expenses)
        except (KeyError, TypeError, ValueError):
            raise ParameterError(
                "A privacy budget needs epsilon, and expenses with what and epsilon each."
            ) from None

    def _left(self) -> Decimal:
        return _exact(self.epsilon) - sum((_exact(e) for _, e in self.expenses), Decimal(0))


def _exact(epsilon: float) -> Decimal:
    """Take a number as it is written, so that ten tenths are one."""
    return Decimal(str(epsilon))
