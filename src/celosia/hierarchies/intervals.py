"""Numbers into ever wider intervals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, ClassVar

from celosia.domain.hierarchy import Hierarchy
from celosia.domain.language import Sentence
from celosia.domain.parameters import PUBLIC, check_parameters
from celosia.domain.values import ValueCounts
from celosia.errors import ParameterError
from celosia.hierarchies.building import from_labels
from celosia.hierarchies.numbers import EXACT, all_numbers, is_whole, parameter, plain, start_of
from celosia.hierarchies.rules import RULES, RuleDescription


@RULES.register("intervals", order=1)
@dataclass(frozen=True, slots=True)
class Intervals:
    """Numbers into half-open intervals, one width per level, snapped to multiples from `origin`.

    Each width is a multiple of the one before, so that the levels nest. When values and parameters
    are all integers a label names the first and the last integer inside: `20-29`, or `[-10, -1]`
    where a minus sign would make the dash ambiguous. Otherwise it is `[20, 25)`. Bottom and top
    coding give `<18` and `>=90` from level 1 up, and cut the intervals next to them.

    References: Hundepool et al., Statistical Disclosure Control, Wiley, 2012, chapter 3 (global
    recoding, top and bottom coding).

    >>> ages = ValueCounts.of(["23", "27", "95"])
    >>> Intervals((5, 10), top=90).build("age", ages).rows
    (('23', '20-24', '20-29', '*'), ('27', '25-29', '20-29', '*'), ('95', '>=90', '>=90', '*'))
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
        title=Sentence("intervals: 20-24, 20-29", "intervalos: 20-24, 20-29"),
        begins={"widths": (5, 10, 20, 40)},
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        grid = _Grid.of(self)
        if not grid.widths:
            raise ParameterError("Intervals: give at least one width.")
        if self.decimal not in (".", ","):
            raise ParameterError("Intervals: decimal is a point or a comma.")
        if min(grid.widths) <= 0:
            raise ParameterError("Intervals: every width must be greater than 0.")
        for narrow, wide in pairwise(grid.widths):
            if wide <= narrow or EXACT.remainder(wide, narrow):
                raise ParameterError(
                    f"Intervals: width {plain(wide)} is not a multiple of {plain(narrow)}. "
                    "Each width must be a multiple of the one before, so that levels nest."
                )
        if grid.bottom is not None and grid.top is not None and grid.bottom >= grid.top:
            raise ParameterError("Intervals: bottom must be less than top.")

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Put every value into its interval of each width."""
        texts = [text.replace(self.decimal, ".") for text in values.texts]
        grid, numbers = _Grid.of(self), all_numbers(attribute, texts)
        whole = grid.whole and all(map(is_whole, numbers))
        levels = [[grid.label(number, width, whole) for number in numbers] for width in grid.widths]
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
            tuple(parameter("Intervals: a width", width) for width in rule.widths),
            parameter("Intervals: origin", rule.origin),
            None if rule.bottom is None else parameter("Intervals: bottom", rule.bottom),
            None if rule.top is None else parameter("Intervals: top", rule.top),
        )

    @property
    def whole(self) -> bool:
        ends = [end for end in (self.bottom, self.top) if end is not None]
        return all(map(is_whole, (*self.widths, self.origin, *ends)))

    def label(self, number: Decimal, width: Decimal, whole: bool) -> str:
        if self.bottom is not None and number < self.bottom:
            return f"<{plain(self.bottom)}"
        if self.top is not None and number >= self.top:
            return f">={plain(self.top)}"
        low = start_of(number, self.origin, width)
        high = EXACT.add(low, width)
        low = low if self.bottom is None else max(low, self.bottom)
        high = high if self.top is None else min(high, self.top)
        return _inclusive(low, EXACT.subtract(high, Decimal(1))) if whole else half_open(low, high)


def half_open(low: Decimal, high: Decimal) -> str:
    """Write an interval that holds its lower end and not its upper one.

    >>> half_open(Decimal("0.5"), Decimal(1))
    '[0.5, 1)'
    """
    return f"[{plain(low)}, {plain(high)})"


def _inclusive(first: Decimal, last: Decimal) -> str:
    if first == last:
        return plain(first)
    if first < 0:
        return f"[{plain(first)}, {plain(last)}]"
    return f"{plain(first)}-{plain(last)}"
