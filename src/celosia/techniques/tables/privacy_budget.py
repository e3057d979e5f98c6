"""The budget of differential privacy: a ledger that refuses to be overspent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any

from celosia.core.parameters import Between, check_between, check_parameters
from celosia.errors import ParameterError


@dataclass(frozen=True, slots=True)
class Expense:
    """What was bought with a part of a budget: a word for people, no value of the data."""

    what: str
    epsilon: Annotated[float, Between(0, open_low=True)]
    on: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))

    def __post_init__(self) -> None:
        check_parameters(self)


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
    expenses: list[Expense] = field(default_factory=list)

    def __post_init__(self) -> None:
        check_between("PrivacyBudget: epsilon", self.epsilon, 0, open_low=True)
        if self._left() < 0:
            raise ParameterError("techniques.privacybudget-more-spent")

    @property
    def spent(self) -> float:
        """What was spent so far."""
        return float(self._spent())

    @property
    def left(self) -> float:
        """What may still be spent."""
        return float(self._left())

    def check(self, epsilon: float) -> None:
        """Refuse an expense for which not enough is left."""
        if _exact(epsilon) > self._left():
            raise ParameterError(
                "techniques.not-enough-privacy-budget-asked",
                epsilon=epsilon,
                left=self.left,
                total=self.epsilon,
            )

    def spend(self, epsilon: float, what: str) -> None:
        """Write an expense down, or refuse it and leave the ledger as it is."""
        expense = Expense(what, epsilon)
        self.check(epsilon)
        self.expenses.append(expense)

    def to_dict(self) -> dict[str, Any]:
        """Give the ledger as TOML or JSON can hold it; the sum shows whether an entry was lost."""
        return {
            "epsilon": self.epsilon,
            "spent": self.spent,
            "expenses": [asdict(expense) for expense in self.expenses],
        }

    @classmethod
    def from_dict(cls, entries: Mapping[str, Any]) -> PrivacyBudget:
        """Read what `to_dict` gave.

        >>> PrivacyBudget.from_dict(PrivacyBudget(2.0, [Expense("counts", 0.5)]).to_dict()).left
        1.5
        """
        try:
            budget = cls(entries["epsilon"], [Expense(**entry) for entry in entries["expenses"]])
            as_told = entries["spent"]
        except (KeyError, TypeError):
            raise ParameterError("techniques.privacy-budget-needs-epsilon-spent") from None
        if as_told != budget.spent:
            raise ParameterError("techniques.privacybudget-expenses-do-not-add")
        return budget

    def _spent(self) -> Decimal:
        return sum((_exact(expense.epsilon) for expense in self.expenses), Decimal(0))

    def _left(self) -> Decimal:
        return _exact(self.epsilon) - self._spent()


def _exact(epsilon: float) -> Decimal:
    """Take a number as it is written, so that ten tenths are one."""
    return Decimal(str(epsilon))
