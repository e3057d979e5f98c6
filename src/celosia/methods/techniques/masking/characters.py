"""A number of characters replaced by a symbol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from celosia.domain.cells import Cells
from celosia.domain.parameters import Column, VisibleCharacter, Whole, check_parameters
from celosia.domain.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.errors import ParameterError
from celosia.methods.techniques.form_words import SYMBOL, SYMBOLS
from celosia.methods.techniques.masking.applying import BY_SYMBOLS, masked_column
from celosia.text.messages import Message


@declared(order=5)
@dataclass(frozen=True, slots=True)
class Masking(Technique):
    """Replace characters by a symbol: a number of them at an end, or all but some at the ends.

    `mask_first` and `mask_last` say how many to mask; `keep_first` and `keep_last` say how many
    to keep; with none of them everything is masked. A text with no more characters than would be
    kept is masked whole. `symbols` writes that many symbols whatever the number of characters
    that they stand for, so that the length is not told.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex A (character masking).

    >>> from celosia.domain.randomness import Randomness
    >>> context = TechniqueContext(Randomness(b"secret"))
    >>> Masking("postcode", mask_last=4, symbol="x").relabel(["117438"], context)
    ['11xxxx']
    >>> Masking("name", keep_first=1, symbols=3).relabel(["Ana", "Guillermo", "B"], context)
    ['A***', 'G***', '***']
    """

    column: Column
    mask_first: Annotated[int, Whole(0, public=True)] = 0
    mask_last: Annotated[int, Whole(0, public=True)] = 0
    keep_first: Annotated[int, Whole(0, public=True)] = 0
    keep_last: Annotated[int, Whole(0, public=True)] = 0
    symbols: Annotated[int, Whole(1, public=True)] | None = None
    symbol: Annotated[str, VisibleCharacter(public=True)] = "*"
    kind: ClassVar[str] = "masking"
    family: ClassVar[Family | None] = Family.MASKING
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.masking"),
        labels={
            "mask_first": Message("techniques.masking-mask-first"),
            "mask_last": Message("techniques.masking-mask-last"),
            "keep_first": Message("techniques.masking-keep-first"),
            "keep_last": Message("techniques.masking-keep-last"),
            "symbols": SYMBOLS,
            "symbol": SYMBOL,
        },
        together=Message("techniques.masking-together"),
    )
    by_value: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)
        if self._masks_ends and (self.keep_first or self.keep_last):
            raise ParameterError("techniques.masking-say-how-many-characters")

    @property
    def _masks_ends(self) -> bool:
        return bool(self.mask_first or self.mask_last)

    @property
    def evened_by(self) -> Message:
        """What makes all masks equally long."""
        return BY_SYMBOLS

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        return Message(
            "techniques.characters-become-not-masked-can", column=self.column, symbol=self.symbol
        )

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> list[str]:
        """Mask the distinct values."""
        return self._ends_masked(values) if self._masks_ends else self._ends_kept(values)

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Mask the column, and warn of what length or a checksum gives away; nulls stay null."""
        return masked_column(self, cells, context)

    def _ends_masked(self, values: Sequence[str]) -> list[str]:
        first, last, symbol = self.mask_first, self.mask_last, self.symbol
        left = symbol * (self.symbols or first) if first else ""
        right = symbol * (self.symbols or last) if last else ""
        return [
            f"{left}{text[first : len(text) - last]}{right}"
            if len(text) > first + last
            else symbol * (self.symbols or len(text))
            for text in values
        ]

    def _ends_kept(self, values: Sequence[str]) -> list[str]:
        first, last, symbol = self.keep_first, self.keep_last, self.symbol
        kept = first + last
        return [
            f"{text[:first]}{symbol * (self.symbols or len(text) - kept)}{text[len(text) - last :]}"
            if len(text) > kept
            else symbol * (self.symbols or len(text))
            for text in values
        ]
