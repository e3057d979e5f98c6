"""A number of characters replaced by a symbol, and what that gives away all the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Protocol

from celosia.core.parameters import ColumnName, VisibleCharacter, Whole, check_parameters
from celosia.core.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import Cells, cell_array
from celosia.errors import ParameterError
from celosia.techniques.masking.checksums import CHECKSUMS, Checksum
from celosia.text.messages import Message

LOOKED_AT = 2_000
"""Distinct values of which the checks are tried, evenly spread."""
FEW = 100
"""So many candidates or fewer can be tried one by one."""
MAY_FAIL = 0.1
"""Share of typing errors that a column of checked numbers may have."""


def giveaways(
    column: str,
    values: Sequence[str],
    masked: Sequence[str],
    symbol: str,
    evened_by: Message,
) -> tuple[Message, ...]:
    """Warn where the number of symbols differs, and where a check leaves few candidates.

    `evened_by` says what makes all masks of the kind equally long.
    """
    lengths = _lengths(column, masked, symbol, evened_by)
    step = -(-len(values) // LOOKED_AT) or 1
    found = _checks(column, values[::step], masked[::step], symbol)
    return (*lengths, *found)


def hidden_places(value: str, masked: str, symbol: str) -> range | list[int]:
    """Find the characters of a value that its mask hides, even where lengths differ.

    >>> hidden_places("117438", "11xxxx", "x"), hidden_places("Guillermo", "G***", "*")
    ([2, 3, 4, 5], range(1, 9))
    """
    if len(value) == len(masked):
        return [i for i, sign in enumerate(masked) if sign == symbol]
    first = masked.find(symbol)
    if first < 0:
        return range(0)
    return range(first, len(value) - (len(masked) - 1 - masked.rindex(symbol)))


def _lengths(
    column: str, masked: Sequence[str], symbol: str, evened_by: Message
) -> Iterable[Message]:
    counts = Counter(text.count(symbol) for text in masked)
    if len(counts) < 2:
        return
    alone = sum(n == 1 for n in counts.values())
    yield Message(
        "techniques.masked-values-keep-length-different",
        column=column,
        number=len(counts),
        alone=alone,
        evened_by=evened_by,
    )


def _checks(
    column: str, values: Sequence[str], masked: Sequence[str], symbol: str
) -> Iterable[Message]:
    for check in CHECKSUMS:
        checked = [
            (value, hidden)
            for value, mask in zip(values, masked, strict=True)
            if check.holds(value) and (hidden := hidden_places(value, mask, symbol))
        ]
        if checked and len(checked) >= (1 - MAY_FAIL) * len(values):
            yield from _few_candidates(column, check, checked)


def _few_candidates(
    column: str, check: Checksum, checked: Sequence[tuple[str, Sequence[int]]]
) -> Iterable[Message]:
    remaining = [check.candidates(value, hidden) for value, hidden in checked]
    few = sum(count <= FEW for count in remaining)
    if not few:
        return
    least = min(remaining)
    without = check.unchecked(*checked[remaining.index(least)])
    yield Message(
        "techniques.gives-masked-values-away-leaves",
        check=check.name,
        column=column,
        least=least,
        without=without,
        few=FEW,
        few2=few,
        number=len(checked),
    )


BY_SYMBOLS: Final = Message("techniques.by-symbols")
BY_OTHER_MASK: Final = Message("techniques.by-other-mask")


class Mask(Protocol):
    """A technique that masks the values of a column by a symbol."""

    @property
    def column(self) -> str:
        """The column that it masks."""
        ...

    @property
    def symbol(self) -> str:
        """What stands for a masked character."""
        ...

    @property
    def evened_by(self) -> Message:
        """What makes all masks equally long."""
        ...

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> list[str]:
        """Mask the distinct values."""
        ...


def masked_column(mask: Mask, cells: Cells, context: TechniqueContext) -> Applied:
    """Mask a column, and warn of what length or a checksum gives away; nulls stay null."""
    column = cells.column(mask.column).tolist()
    values = [value for value in dict.fromkeys(column) if value is not None]
    labels = mask.relabel(values, context)
    known = dict(zip(values, labels, strict=True))
    changed = cell_array(map(known.get, column))
    warnings = giveaways(mask.column, values, labels, mask.symbol, mask.evened_by)
    return Applied(cells.with_columns({mask.column: changed}), warnings)


@declared(order=5)
@dataclass(frozen=True, slots=True)
class CharacterMasking(Technique):
    """Replace characters by a symbol: a number of them at an end, or all but some at the ends.

    `mask_first` and `mask_last` say how many to mask; `keep_first` and `keep_last` say how many
    to keep; with none of them everything is masked. A text with no more characters than would be
    kept is masked whole. `symbols` writes that many symbols whatever the number of characters
    that they stand for, so that the length is not told.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex A (character masking).

    >>> from celosia.core.randomness import Randomness
    >>> context = TechniqueContext(Randomness(b"secret"))
    >>> CharacterMasking("postcode", mask_last=4, symbol="x").relabel(["117438"], context)
    ['11xxxx']
    >>> initial = CharacterMasking("name", keep_first=1, symbols=3)
    >>> initial.relabel(["Ana", "Guillermo", "B"], context)
    ['A***', 'G***', '***']
    """

    column: ColumnName
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
            "symbols": Message("techniques.symbols"),
            "symbol": Message("techniques.symbol"),
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
