"""Columns of numbers, dates and categories as codes that a model can count and draw from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from celosia.core.values import SUPPRESSED, CellArray, FloatArray, IntArray, Value, cell_array
from celosia.errors import DataError
from celosia.techniques.quantities import Days, NumberCells
from celosia.text.days import as_day, date_format
from celosia.text.numerals import as_number, decimal_sign, is_code

DAY = 24 * 60 * 60
_STEPS = (DAY, 60 * 60, 60, 1)
_TIME = re.compile(
    r".*?(?P<between>[ T])(?P<hour>[01][0-9]|2[0-3]):(?P<minute>[0-5][0-9])"
    r"(?P<seconds>:(?P<second>[0-5][0-9])(?P<parts>\.[0-9]+)?)?(?P<zone>Z|[+-][0-9:]+)?\s*"
)


@dataclass(frozen=True, slots=True)
class Clock:
    """How a column writes the time, and how exactly it knows it."""

    between: str
    """What stands between the date and the time."""
    seconds: bool
    """Whether seconds are written."""
    end: str
    """Parts of a second, which are written as none, and the time zone."""
    step: int
    """Seconds of which every time is a multiple: those of a day where all are midnight."""

    def after(self, dates: CellArray, times: IntArray) -> CellArray:
        """Write times, in steps since midnight, after dates; null stays null."""
        return cell_array(
            None if day is None else day + self._written(time * self.step)
            for day, time in zip(dates, times.tolist(), strict=True)
        )

    def _written(self, second: int) -> str:
        clock = f"{self.between}{second // 3600:02}:{second // 60 % 60:02}"
        return clock + (f":{second % 60:02}" if self.seconds else "") + self.end


def clock_of(texts: Sequence[str]) -> Clock | None:
    """Find how most of some dates write the time; None where they write none.

    >>> clock_of(["2024-02-01T10:30Z", "2024-02-02T11:00Z"])
    Clock(between='T', seconds=False, end='Z', step=60)
    """
    times = list(map(second_of_day, texts))
    step = next(step for step in _STEPS if not any(time % step for time in times))
    found = Counter(_clock(text, step) for text in texts)
    return max(found, key=lambda clock: (found[clock], str(clock)), default=None)


def second_of_day(text: str) -> int:
    """Read the time that stands after a date, in seconds since midnight; 0 where there is none.

    >>> second_of_day("2024-02-01 06:00:30"), second_of_day("2024-02-01")
    (21630, 0)
    """
    time = _TIME.fullmatch(text)
    if time is None:
        return 0
    return 3600 * int(time["hour"]) + 60 * int(time["minute"]) + int(time["second"] or 0)


def times_of(cells: CellArray) -> FloatArray:
    """Read the time of each cell, as a share of the day; 0 where there is none."""
    return np.array([0 if cell is None else second_of_day(cell) / DAY for cell in cells], float)


def _clock(text: str, step: int) -> Clock | None:
    time = _TIME.fullmatch(text)
    if time is None:
        return None
    parts = re.sub("[0-9]", "0", time["parts"] or "")
    return Clock(time["between"], time["seconds"] is not None, parts + (time["zone"] or ""), step)


EXACT = 2.0**53
"""Whole numbers below have their own float; longer ones are codes, as of bank accounts."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How a column writes numbers, or dates.

    >>> from celosia.core.values import cell_array
    >>> Scale.of(cell_array(["1,50", None])).written(np.array([2.0, np.nan])).tolist()
    ['2,00', None]
    >>> Scale.of(cell_array(["08001", "28006"])) is None
    True
    """

    sign: str = "."
    decimals: int = 0
    dates: str | None = None
    """The format, where these are dates."""
    clock: Clock | None = None
    """How the time of day is written, where dates have one."""

    @classmethod
    def of(cls, cells: CellArray) -> Scale | None:
        """Recognize numbers and dates; None for anything else, and for codes made of digits."""
        texts = sorted({cell for cell in cells if cell is not None})
        if not texts:
            return None
        sign = decimal_sign(texts)
        if not any(np.isnan(as_number(text, sign)) for text in texts):
            return None if any(map(is_code, texts)) else cls._of_numbers(texts)
        format = date_format(texts)
        if format is None or any(np.isnan(as_day(text, format)) for text in texts):
            return None
        return cls(dates=format, clock=clock_of(texts))

    @classmethod
    def _of_numbers(cls, texts: list[str]) -> Scale | None:
        try:
            numbers = NumberCells.of("", cell_array(texts))
        except DataError:  # too large, or with too many decimals, to be added up
            return None
        scale = cls(numbers.sign, numbers.decimals)
        return scale if np.abs(numbers.values).max() < EXACT * scale.unit else None

    def read(self, cells: CellArray) -> FloatArray:
        """Give the point of each cell; nan for a null, and for what is not written like this."""
        texts = {cell for cell in cells if cell is not None}
        points = {text: self._point(text) for text in texts}
        return np.array([np.nan if cell is None else points[cell] for cell in cells], float)

    def written(self, points: FloatArray) -> CellArray:
        """Write points as the column does; nan is null."""
        if self.dates is None:
            return NumberCells(points, self.sign, self.decimals).written(points)
        known = ~np.isnan(points)
        units = np.rint(np.where(known, points, 1) / self.unit).astype(np.int64)
        days, times = np.divmod(units, round(1 / self.unit))
        written = Days(days, known, self.dates).written(days)
        return written if self.clock is None else self.clock.after(written, times)

    @property
    def unit(self) -> float:
        """The least difference that the column can write; of dates, in days."""
        if self.dates is None:
            return 10.0**-self.decimals
        return 1.0 if self.clock is None else self.clock.step / DAY

    def _point(self, text: str) -> float:
        if self.dates is None:
            return as_number(text, self.sign)
        return as_day(text, self.dates) + (second_of_day(text) / DAY if self.clock else 0.0)


class CodedColumn(Protocol):
    """A code per record, below `size`, and the way back to cells."""

    @property
    def codes(self) -> IntArray:
        """The code of each record."""
        ...

    @property
    def size(self) -> int:
        """How many codes there are."""
        ...

    def written(self, codes: IntArray, inside: FloatArray) -> CellArray:
        """Give a cell for each code; `inside`, from 0 to 1, says where in a bin it lies."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class CategoryColumn:
    """Values that a model may know; all others are one, written `*`.

    >>> CategoryColumn.of(cell_array(["a", "a", "b", None]), least=2).values
    ('a', None, '*')
    """

    codes: IntArray
    values: tuple[Value, ...]

    @classmethod
    def of(cls, cells: CellArray, least: int) -> CategoryColumn:
        """Know the values of at least so many records, and nulls."""
        counts = Counter(cell for cell in cells if cell is not None)
        common = sorted(value for value, n in counts.items() if n >= least)
        return cls.knowing(cells, common)

    @classmethod
    def knowing(cls, cells: CellArray, values: Sequence[str]) -> CategoryColumn:
        """Know given values, and nulls."""
        known: tuple[Value, ...] = (*values, None, SUPPRESSED)
        place = {value: code for code, value in enumerate(known)}
        other = len(known) - 1
        return cls(np.array([place.get(cell, other) for cell in cells], np.int64), known)

    @property
    def size(self) -> int:
        """How many codes there are."""
        return len(self.values)

    @property
    def others(self) -> int:
        """Records whose value is not known."""
        return int(np.count_nonzero(self.codes == self.size - 1))

    def written(self, codes: IntArray, inside: FloatArray) -> CellArray:
        """Give the value of each code."""
        return cell_array(self.values)[codes]


@dataclass(frozen=True, slots=True, eq=False)
class BinnedColumn:
    """Numbers or dates in bins; the last code is null."""

    codes: IntArray
    lows: FloatArray
    highs: FloatArray
    scale: Scale
    points: FloatArray
    """The numbers themselves; nan is null."""

    @classmethod
    def of(cls, cells: CellArray, scale: Scale, bins: int, least: int) -> BinnedColumn:
        """Cut into bins of about as many records each.

        A value as frequent as a bin is one by itself. Bins of fewer than `least` records are
        joined with the one below, without its range; and the outermost bins end where `least`
        records lie beyond: nobody's extreme is ever drawn.
        """
        points = scale.read(cells)
        known = np.sort(points[~np.isnan(points)])
        starts = _starts(known, max(least, known.size / bins))
        ends = np.append(starts[1:], known.size)
        large = ends - starts >= least
        lows, highs = known[starts[large]], known[ends[large] - 1]
        codes = np.maximum(np.searchsorted(lows, points, side="right") - 1, 0)
        codes[np.isnan(points)] = lows.size
        lows[0], highs[-1] = max(lows[0], known[least - 1]), min(highs[-1], known[-least])
        return cls(codes.astype(np.int64), lows, np.maximum(highs, lows), scale, points)

    @classmethod
    def between(
        cls, points: FloatArray, scale: Scale, low: float, high: float, bins: int
    ) -> BinnedColumn:
        """Cut a known range into bins of equal width; what lies outside is moved to its ends."""
        units = round((high - low) / scale.unit) + 1
        starts = np.floor(np.linspace(0, units, min(bins, units) + 1)).astype(np.int64)
        edges = np.asarray(low + starts * scale.unit, np.float64)
        codes = np.searchsorted(edges, np.clip(points, low, high) + scale.unit / 2, "right") - 1
        codes[np.isnan(points)] = starts.size - 1
        return cls(codes.astype(np.int64), edges[:-1], edges[1:] - scale.unit, scale, points)

    @property
    def size(self) -> int:
        """How many codes there are."""
        return self.lows.size + 1

    def written(self, codes: IntArray, inside: FloatArray) -> CellArray:
        """Give a point of each bin, of those that the column can write."""
        lows, highs = np.append(self.lows, np.nan), np.append(self.highs, np.nan)
        steps = np.nan_to_num(np.rint((highs - lows) / self.scale.unit)).astype(np.int64)
        taken = np.floor(inside * (steps[codes] + 1))
        return self.scale.written(lows[codes] + taken * self.scale.unit)


def _starts(known: FloatArray, target: float) -> IntArray:
    """Give where bins begin in sorted points: never between equal ones."""
    _, first, counts = np.unique(known, return_index=True, return_counts=True)
    starts, held = [0], 0
    for begin, count in zip(first.tolist(), counts.tolist(), strict=True):
        if held and (held >= target or count >= target):
            starts.append(begin)
            held = 0
        held += count
    return np.array(starts, np.int64)
