"""Which interval a number is in, and how it is written: the same in hierarchies and techniques."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Context, Decimal


@dataclass(frozen=True, slots=True, eq=False)
class IntervalGrid:
    """Intervals counted from `origin`, between the lowest and the highest number that is told.

    All numbers are in units of the last decimal place, so that no binary fraction intervenes.
    Below `bottom` the label is `<bottom`, above `top` it is `>top`; both belong to the intervals
    next to them, which are cut there. Where an interval begins at `top`, it would hold that number
    alone, so `top` joins the one before it.

    >>> ages = IntervalGrid(origin=0, bottom=18, top=90, whole=True, written=str)
    >>> [ages.label(age, 10) for age in (17, 18, 79, 80, 90, 91)]
    ['<18', '18-19', '70-79', '80-90', '80-90', '>90']
    """

    origin: int
    bottom: int | None
    top: int | None
    whole: bool
    """Whether a unit is 1: a label then names the first and the last number inside."""
    written: Callable[[int], str]
    """Writes a number of units without idle zeros."""
    separator: str = ","

    def label(self, units: int, width: int) -> str:
        """Name the interval of a width that a number is in."""
        if self.bottom is not None and units < self.bottom:
            return f"<{self.written(self.bottom)}"
        if self.top is not None and units > self.top:
            return f">{self.written(self.top)}"
        low = self.origin + (units - self.origin) // width * width
        if low == self.top and width > 1:
            low -= width
        first = low if self.bottom is None else max(low, self.bottom)
        return self._inclusive(first, low, width) if self.whole else self._open(first, low, width)

    def _inclusive(self, first: int, low: int, width: int) -> str:
        last = self.top if self._reaches_top(low, width) else low + width - 1
        assert last is not None
        if first == last:
            return self.written(first)
        ends = self.written(first), self.written(last)
        return f"[{ends[0]}, {ends[1]}]" if first < 0 else f"{ends[0]}-{ends[1]}"

    def _open(self, first: int, low: int, width: int) -> str:
        start = f"[{self.written(first)}{self.separator} "
        if self.top is not None and self._reaches_top(low, width):
            return f"{start}{self.written(self.top)}]"
        return f"{start}{self.written(low + width)})"

    def _reaches_top(self, low: int, width: int) -> bool:
        """Tell whether the interval ends with `top` itself."""
        if self.top is None:
            return False
        return low + width > self.top or (low + width == self.top and width > 1)


def decimals_of(number: Decimal) -> int:
    """Count the decimals that a number needs.

    >>> decimals_of(Decimal("2.50")), decimals_of(Decimal("1E+2"))
    (1, 0)
    """
    exponent = number.normalize(_EXACT).as_tuple().exponent
    assert isinstance(exponent, int)
    return max(0, -exponent)


_EXACT = Context(prec=720)
"""Enough digits that no accepted number is rounded."""
