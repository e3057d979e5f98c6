"""A privacy budget that is kept from one run to the next."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import tomli_w

from celosia.domain.language import Sentence
from celosia.errors import CelosiaError, DataError, ParameterError
from celosia.files.atomic import write_whole
from celosia.files.lock import alone_with
from celosia.methods.techniques.tables.privacy_budget import PrivacyBudget

HEAD = """\
# How much privacy the people of one table may lose, and what was spent of it (Celosía).
# Keep it as long as the table: whatever is lost here would be spent twice.
"""


@dataclass(frozen=True, slots=True)
class Payment:
    """What a table cost, and how its ledger stands after that."""

    ledger: str
    epsilon: float
    spent: float
    left: float
    total: float


@dataclass(frozen=True, slots=True)
class BudgetFile:
    """The ledger of one table, or of all tables of the same people.

    Nothing ties it to the bytes of a table: next month's file speaks of the same people, and they
    lose their privacy only once. The holder of the data decides which ledger is whose.
    """

    path: Path
    unnamed: ClassVar[Sentence] = Sentence(
        "No ledger was named, so nothing remembers what this table cost; further tables of the "
        "same people add to it. See celosia budget.",
        "No se indicó ningún libro de cuentas, así que nada recuerda lo que costó esta tabla; "
        "otras tablas de las mismas personas se suman. Véase celosia budget.",
    )
    """What to say of a differentially private table that no ledger paid for."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", Path(self.path).resolve())  # a link is not replaced

    def begin(self, epsilon: float) -> None:
        """Begin the ledger; one that is there already is not touched."""
        budget = PrivacyBudget(epsilon)
        if not self.path.parent.is_dir():
            raise ParameterError(f"There is no folder {self.path.parent}.")
        with alone_with(self.path):
            if self.path.exists():
                raise ParameterError(
                    f"{self.path.name} exists already. A ledger that is begun anew would forget "
                    "what was spent; move it away yourself if it is to end."
                )
            self._write(budget)

    def read(self) -> PrivacyBudget:
        """Give what was written down; a file that is not whole is refused."""
        try:
            return PrivacyBudget.from_dict(tomllib.loads(self.path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            raise ParameterError(
                f"There is no privacy budget {self.path.name}. Begin one: "
                f"celosia budget new {self.path.name} --total EPSILON"
            ) from None
        except (UnicodeDecodeError, tomllib.TOMLDecodeError, CelosiaError) as wrong:
            why = Sentence("", "")
            if isinstance(wrong, CelosiaError):
                why = Sentence(f" ({wrong})", f" ({wrong.text('es')})")
            raise DataError(
                f"{self.path.name} is not a whole privacy budget{why.en}. Bring back a copy of it: "
                "one that is begun anew would forget what was spent.",
                es=f"{self.path.name} no es un presupuesto de privacidad completo{why.es}. "
                "Recupere una copia: uno empezado de nuevo olvidaría lo gastado.",
            ) from None

    def check(self, epsilon: float | None, apart_from: Iterable[Path] = ()) -> None:
        """Refuse early what cannot be paid or costs nothing, and a file in the ledger's place."""
        if epsilon is None:
            raise ParameterError(
                "Nothing here is differentially private (it has no epsilon), so no budget pays it."
            )
        if self.path in {path.resolve() for path in apart_from}:
            raise ParameterError(f"{self.path.name} is the ledger: write to another file.")
        self.read().check(epsilon)

    def spend(self, epsilon: float, what: str) -> Payment:
        """Write an expense down for good, or refuse it; two runs never spend the same."""
        with alone_with(self.path):
            budget = self.read()
            budget.spend(epsilon, what)
            self._write(budget)
        return Payment(self.path.name, epsilon, budget.spent, budget.left, budget.epsilon)

    def _write(self, budget: PrivacyBudget) -> None:
        """Put the whole ledger in the place of the one before, in one step."""
        write_whole(self.path, HEAD + tomli_w.dumps(budget.to_dict()))
