"""Texts with ever more characters masked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, ClassVar, Literal

from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import PUBLIC, Whole, check_parameters
from celosia.core.values import SUPPRESSED, ValueCounts
from celosia.errors import ParameterError
from celosia.hierarchies.rule import RULES, RuleDescription, from_labels
from celosia.text.messages import Message


@RULES.register("masking", order=2)
@dataclass(frozen=True, slots=True)
class Masking:
    """Replace `step` more characters per level, from the last one back or from the first one on.

    A shorter value is first padded with the symbol up to the longest one, on the side that is
    masked first, so that from level 1 up no label tells how long the value was; `pad=False` keeps
    each value's length. Where every character is masked the label is the single `*`.

    `levels` stops earlier (a last `*` is still added), and `masked` gives the number of characters
    masked at each level instead of `levels` and `step`.

    References: Samarati, IEEE TKDE 13(6), 2001 (the ZIP code hierarchy).

    >>> Masking(levels=2).build("postcode", ValueCounts.of(["37003", "37"])).rows
    (('37', '37***', '37***', '*'), ('37003', '3700*', '370**', '*'))
    """

    side: Annotated[Literal["last", "first"], PUBLIC] = "last"
    levels: Annotated[int, Whole(1, public=True)] | None = None
    step: Annotated[int, Whole(1, public=True)] = 1
    symbol: Annotated[str, PUBLIC] = "*"
    pad: Annotated[bool, PUBLIC] = True
    masked: Annotated[tuple[int, ...], PUBLIC] | None = None
    kind: ClassVar[str] = "masking"
    described: ClassVar[RuleDescription] = RuleDescription(
        title=Message("hierarchies.masking"),
        labels={
            "side": Message("hierarchies.label-side"),
            "levels": Message("hierarchies.label-levels"),
            "step": Message("hierarchies.label-step"),
            "symbol": Message("hierarchies.label-symbol"),
            "pad": Message("hierarchies.label-pad"),
            "masked": Message("hierarchies.label-masked"),
        },
        choices={
            "side": {
                "last": Message("hierarchies.side-last"),
                "first": Message("hierarchies.side-first"),
            }
        },
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        if len(self.symbol) != 1:
            raise ParameterError("hierarchies.masking-symbol-must-character")
        if self.masked is not None:
            self._check_masked(self.masked)

    def _check_masked(self, masked: tuple[int, ...]) -> None:
        if self.levels is not None or self.step != 1:
            raise ParameterError("hierarchies.masking-give-either-masked-levels")
        if not masked or masked[0] < 1 or any(more <= less for less, more in pairwise(masked)):
            raise ParameterError("hierarchies.masking-masked-must-increasing-numbers")

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Mask every value at each level."""
        texts = values.texts
        width = max(map(len, texts), default=0)
        padded = [self._padded(text, width) for text in texts] if self.pad else list(texts)
        levels = [
            [SUPPRESSED if count >= width else self._mask(text, count) for text in padded]
            for count in self._counts(width)
        ]
        return from_labels(attribute, texts, levels)

    def _counts(self, width: int) -> tuple[int, ...]:
        """Give the number of characters masked at each level, up to the first that masks all."""
        needed = -(-width // self.step)
        levels = needed if self.levels is None else min(self.levels, needed)
        counts = self.masked or tuple(self.step * level for level in range(1, levels + 1))
        partial = tuple(count for count in counts if count < width)
        return counts[: len(partial) + 1]

    def _padded(self, text: str, width: int) -> str:
        if self.side == "last":
            return text.ljust(width, self.symbol)
        return text.rjust(width, self.symbol)

    def _mask(self, text: str, count: int) -> str:
        count = min(count, len(text))
        if self.side == "last":
            return text[: len(text) - count] + self.symbol * count
        return self.symbol * count + text[count:]
