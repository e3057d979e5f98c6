"""Numbers into ever wider intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, ClassVar

from celosia.core.hierarchy import Hierarchy
from celosia.core.label_meanings import IntervalGrid, decimals_of
from celosia.core.parameters import PUBLIC, check_parameters
from celosia.core.values import ValueCounts
from celosia.errors import ParameterError
from celosia.hierarchies.numbers import EXACT, all_numbers, parameter, plain
from celosia.hierarchies.rule import RULES, RuleDescription, from_labels
from celosia.text.messages import Message


@RULES.register("intervals", order=1)
@dataclass(frozen=True, slots=True)
class Intervals:
    """Numbers into half-open intervals, one width per level, snapped to multiples from `origin`.

    Each width is a multiple of the one before, so that the levels nest. When values and parameters
    are all integers a label names the first and the last integer inside: `20-29`, or `[-10, -1]`
    where a minus sign would make the dash ambiguous. Otherwise it is `[20, 25)`. `bottom` and `top`
    are the lowest and the highest number that is told: from level 1 up those beyond are `<18` and
    `>90`, and the intervals next to them are cut, as in the technique of the same name.

    References: Hundepool et al., Statistical Disclosure Control, Wiley, 2012, chapter 3 (global
    recoding, top and bottom coding).

    >>> ages = ValueCounts.of(["23", "27", "95"])
    >>> Intervals((5, 10), top=90).build("age", ages).rows
    (('23', '20-24', '20-29', '*'), ('27', '25-29', '20-29', '*'), ('95', '>90', '>90', '*'))
    """

    widths: Annotated[tuple[float, ...], PUBLIC]
    origin: Annotated[float, PUBLIC] = 0
    bottom: Annotated[float, PUBLIC] | None = None
    top: Annotated[float, PUBLIC] | None = None
    suppress: Annotated[bool, PUBLIC] = True
    decimal: Annotated[str, PUBLIC] = "."
    """What stands before the decimals in the values: a point or a comma."""
    kind: ClassVar[str] = "intervals"
    described: ClassVar[RuleDescription] = RuleDescription(
        title=Message("hierarchies.intervals"),
        labels={
            "widths": Message("hierarchies.label-widths"),
            "origin": Message("hierarchies.label-origin"),
            "bottom": Message("hierarchies.label-bottom"),
            "top": Message("hierarchies.label-top"),
            "suppress": Message("hierarchies.label-suppress"),
            "decimal": Message("hierarchies.label-decimal"),
        },
        begins={"widths": (5, 10, 20, 40)},
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        grid = _Grid.of(self)
        if not grid.widths:
            raise ParameterError("hierarchies.intervals-give-least-width")
        if self.decimal not in (".", ","):
            raise ParameterError("hierarchies.intervals-decimal-point-comma")
        if min(grid.widths) <= 0:
            raise ParameterError("hierarchies.intervals-every-width-must-greater")
        for narrow, wide in pairwise(grid.widths):
            if wide <= narrow or EXACT.remainder(wide, narrow):
                raise ParameterError(
                    "hierarchies.intervals-width-not-multiple-each",
                    wide=plain(wide),
                    narrow=plain(narrow),
                )
        if grid.bottom is not None and grid.top is not None and grid.bottom >= grid.top:
            raise ParameterError("hierarchies.intervals-bottom-must-less-top")

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Put every value into its interval of each width."""
        grid, numbers = _Grid.of(self), all_numbers(attribute, values.texts, self.decimal)
        levels = grid.labels(numbers)
        return from_labels(attribute, values.texts, levels, self.suppress)


@dataclass(frozen=True, slots=True)
class _Grid:
    """The parameters of `Intervals` as exact decimals."""

    widths: tuple[Decimal, ...]
    origin: Decimal
    bottom: Decimal | None
    top: Decimal | None

    @classmethod
    def of(cls, rule: Intervals) -> _Grid:
        return cls(
            tuple(
                parameter(Message("hierarchies.intervals-width"), width) for width in rule.widths
            ),
            parameter("Intervals: origin", rule.origin),
            None if rule.bottom is None else parameter("Intervals: bottom", rule.bottom),
            None if rule.top is None else parameter("Intervals: top", rule.top),
        )

    def labels(self, numbers: Sequence[Decimal]) -> list[list[str]]:
        """Name the interval of each number, for one width after another."""
        given = (*self.widths, self.origin, self.bottom, self.top, *numbers)
        decimals = max(decimals_of(number) for number in given if number is not None)

        def units(number: Decimal) -> int:
            return int(number.scaleb(decimals, EXACT))

        def written(number: int) -> str:
            return plain(Decimal(number).scaleb(-decimals, EXACT))

        grid = IntervalGrid(
            units(self.origin),
            None if self.bottom is None else units(self.bottom),
            None if self.top is None else units(self.top),
            whole=not decimals,
            written=written,
        )
        counted = [units(number) for number in numbers]
        return [[grid.label(one, units(width)) for one in counted] for width in self.widths]
