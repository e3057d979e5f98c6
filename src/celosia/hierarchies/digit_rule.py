"""Integers with ever more digits masked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, ClassVar

from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import Whole, check_parameters
from celosia.core.values import SUPPRESSED, ValueCounts
from celosia.errors import HierarchyError
from celosia.hierarchies.rule import RULES, RuleDescription, from_labels
from celosia.text.messages import Message

_INTEGER = re.compile(r"([+-]?)0*([0-9]+)")


@RULES.register("digits", order=3)
@dataclass(frozen=True, slots=True)
class Digits:
    """Integers without their last digits: level `l` masks the last `l`, as in 1986, 198*, 19**.

    Digits are aligned by place value, so a label is always a range of 10^l integers: at level 1
    the value 5 is `*` (0 to 9) and 15 is `1*`; at level 2 both are `**` (0 to 99). Leading zeros
    do not count. A negative number keeps its sign, and masks towards zero: -15 is `-1*`. Where
    every digit of the longest number is masked, the label is the single `*`.

    >>> Digits(levels=2).build("born", ValueCounts.of(["1986", "1996"])).rows
    (('1986', '198*', '19**'), ('1996', '199*', '19**'))
    """

    levels: Annotated[int, Whole(1, public=True)] | None = None
    kind: ClassVar[str] = "digits"
    described: ClassVar[RuleDescription] = RuleDescription(
        title=Message("hierarchies.digits"),
        labels={
            "levels": Message("hierarchies.label-levels"),
        },
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Mask the last digits of every value."""
        texts = values.texts
        parts = _signs_and_digits(attribute, texts)
        longest = max((len(digits) for _, digits in parts), default=0)
        height = longest if self.levels is None else min(self.levels, longest)
        levels = [
            [SUPPRESSED if level == longest else _mask(*part, level) for part in parts]
            for level in range(1, height + 1)
        ]
        return from_labels(attribute, texts, levels)


def _mask(sign: str, digits: str, count: int) -> str:
    return sign + digits[:-count] + "*" * count


def _signs_and_digits(attribute: str, texts: tuple[str, ...]) -> list[tuple[str, str]]:
    matches = [_INTEGER.fullmatch(text.strip()) for text in texts]
    parts = [(match[1], match[2]) for match in matches if match]
    if len(parts) < len(texts):
        raise HierarchyError(
            "hierarchies.distinct-values-not-integers-clean",
            wrong=len(texts) - len(parts),
            number=len(texts),
            attribute=attribute,
        )
    return [("-" if sign == "-" and digits != "0" else "", digits) for sign, digits in parts]
