"""Pseudonyms drawn at random: only the table of identities leads back."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase, digits
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from celosia.core.parameters import PUBLIC, ColumnName, Whole, check_parameters
from celosia.core.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import Cells
from celosia.errors import DataError
from celosia.techniques.pseudonyms.pseudonym import pseudonymized
from celosia.text.messages import Message

_SPARE = 10
"""There must be room for this many times the pseudonyms that are needed."""
_LONGEST = 64


@declared(order=7)
@dataclass(frozen=True, slots=True)
class RandomPseudonym(Technique):
    """Give each value a random pseudonym of its own, never used twice nor equal to a real value.

    The draws come from the operating system and no seed repeats them: without the table of
    identities nobody can undo this, nor give the same pseudonym to the same person in another
    table. A pseudonym of digits never begins with 0, which a spreadsheet would drop.

    References: AEPD and PDPC, *Guía básica de anonimización*, 2022, annex A.
    """

    column: ColumnName
    length: Annotated[int, Whole(1, _LONGEST, public=True)] = 10
    symbols: Annotated[Literal["digits", "letters"], PUBLIC] = "digits"
    kind: ClassVar[str] = "random-pseudonym"
    family: ClassVar[Family | None] = Family.PSEUDONYMIZATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.random-pseudonym"),
        labels={
            "length": Message("techniques.length"),
            "symbols": Message("techniques.random-pseudonym-symbols"),
        },
        choices={
            "symbols": {
                "digits": Message("techniques.random-pseudonym-symbols-digits"),
                "letters": Message("techniques.random-pseudonym-symbols-letters"),
            },
        },
    )
    by_value: ClassVar[bool] = True
    pseudonymizes: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def repeats(self) -> bool:
        """Never: the operating system draws the codes."""
        return False

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        return Message(
            "techniques.each-value-gets-random-code",
            column=self.column,
            length=self.length,
            told=_told(self.symbols),
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Replace the column, and give its table of identities."""
        return pseudonymized(self, cells, context)

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> Sequence[str]:
        """Draw a pseudonym for each value; a second call draws others."""
        taken = {*values, *context.taken.get(self.column, ())}
        self._check_room(len(taken))
        drawn: dict[str, None] = {}
        while len(drawn) < len(values):
            texts = _random_texts(len(values) - len(drawn), self.length, self.symbols)
            drawn.update(dict.fromkeys(text for text in texts if text not in taken))
        return list(drawn)

    def _check_room(self, count: int) -> None:
        needed = next(n for n in range(1, _LONGEST) if _room(n, self.symbols) >= _SPARE * count)
        if self.length < needed:
            raise DataError(
                "techniques.column-distinct-values-codes-use",
                column=self.column,
                count=count,
                length=self.length,
                symbols=_told(self.symbols),
                needed=needed,
            )


def _told(symbols: str) -> Message:
    return (
        Message("techniques.digits")
        if symbols == "digits"
        else Message("techniques.random-pseudonym-symbols-letters")
    )


def _room(length: int, symbols: str) -> int:
    first, others = (9, 10) if symbols == "digits" else (26, 26)
    return first * int(others ** (length - 1))


def _random_texts(count: int, length: int, symbols: str) -> list[str]:
    alphabet = digits if symbols == "digits" else ascii_uppercase
    drawn = _uniform(count * length, len(alphabet)).reshape(count, length)
    if symbols == "digits":
        drawn[:, 0] = 1 + _uniform(count, 9)
    text = np.frombuffer(alphabet.encode(), np.uint8)[drawn].tobytes().decode()
    return [text[start : start + length] for start in range(0, count * length, length)]


def _uniform(count: int, base: int) -> NDArray[np.uint8]:
    """Draw numbers below `base`, each as likely: bytes above its last multiple are thrown away."""
    limit = 256 - 256 % base
    kept = np.empty(0, np.uint8)
    while kept.size < count:
        drawn = np.frombuffer(secrets.token_bytes(count + 64), np.uint8)
        kept = np.concatenate((kept, drawn[drawn < limit]))
    return kept[:count] % np.uint8(base)
