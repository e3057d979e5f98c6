"""The time of day that stands after a date."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray
from celosia.domain.cells import CellArray, cell_array

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
