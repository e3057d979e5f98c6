"""A privacy budget that is kept from one run to the next."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import tomli_w

from celosia.core.parameters import PUBLIC
from celosia.errors import CelosiaError, DataError, ParameterError
from celosia.files.atomic import Aside, alone_with, keep_whole, write_whole
from celosia.files.journal import settle
from celosia.files.untrusted_text import parse_toml
from celosia.techniques.tables.privacy_budget import PrivacyBudget
from celosia.text.languages import ENGLISH
from celosia.text.messages import Message

HEAD = (Message("workflow.ledger-what-it-is"), Message("workflow.ledger-keep-it"))
"""The comment that a ledger begins with."""


@dataclass(frozen=True, slots=True)
class Payment:
    """What a table cost, and how its ledger stands after that."""

    ledger: Annotated[str, PUBLIC]
    epsilon: Annotated[float, PUBLIC]
    spent: Annotated[float, PUBLIC]
    left: Annotated[float, PUBLIC]
    total: Annotated[float, PUBLIC]


@dataclass(frozen=True, slots=True)
class BudgetFile:
    """The ledger of one table, or of all tables of the same people.

    Nothing ties it to the bytes of a table: next month's file speaks of the same people, and they
    lose their privacy only once. The holder of the data decides which ledger is whose.
    """

    path: Path
    unnamed: ClassVar[Message] = Message("workflow.budget-file-unnamed")
    """What to say of a differentially private table that no ledger paid for."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", Path(self.path).resolve())  # a link is not replaced

    def begin(self, epsilon: float) -> None:
        """Begin the ledger; one that is there already is not touched."""
        budget = PrivacyBudget(epsilon)
        if not self.path.parent.is_dir():
            raise ParameterError("workflow.no-folder", parent=self.path.parent)
        with alone_with(self.path):
            if self.path.exists():
                raise ParameterError(
                    "workflow.exists-already-ledger-begun-anew", name=self.path.name
                )
            write_whole(self.path, _as_text(budget))

    def read(self) -> PrivacyBudget:
        """Give what was written down; a file that is not whole is refused."""
        settle(self.path.parent)
        try:
            return PrivacyBudget.from_dict(parse_toml(self.path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            raise ParameterError(
                "workflow.no-privacy-budget-begin-celosia", name=self.path.name
            ) from None
        except (UnicodeDecodeError, tomllib.TOMLDecodeError, CelosiaError) as wrong:
            why = Message("text.verbatim", text="")
            if isinstance(wrong, CelosiaError):
                why = Message("workflow.text", wrong=wrong)
            raise DataError(
                "workflow.not-whole-privacy-budget-bring", path=self.path.name, why=why
            ) from None

    def check(self, epsilon: float | None, apart_from: Iterable[Path] = ()) -> None:
        """Refuse early what cannot be paid or costs nothing, and a file in the ledger's place."""
        if epsilon is None:
            raise ParameterError("workflow.nothing-here-differentially-private-no")
        if self.path in {path.resolve() for path in apart_from}:
            raise ParameterError("workflow.ledger-write-another-file", name=self.path.name)
        self.read().check(epsilon)

    @contextmanager
    def charge(self, epsilon: float, what: str) -> Iterator[tuple[Payment, Aside]]:
        """Take an expense, or refuse it; two runs never spend the same.

        What is given beside the payment takes the ledger's place with the release that is published
        meanwhile, or at the end; if anything fails before, nothing was spent.
        """
        with alone_with(self.path):
            budget = self.read()
            budget.spend(epsilon, what)
            paid = Payment(self.path.name, epsilon, budget.spent, budget.left, budget.epsilon)
            with keep_whole(self.path, _as_text(budget)) as aside:
                yield paid, aside


def _as_text(budget: PrivacyBudget) -> bytes:
    head = "".join(f"# {line.text(ENGLISH)}\n" for line in HEAD)
    return (head + tomli_w.dumps(budget.to_dict())).encode()
