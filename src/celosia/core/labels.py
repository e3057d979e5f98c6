"""What the labels of a release say, whatever tool wrote them, and which values they cover."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from math import inf, isnan, nan

import numpy as np

from celosia.core.label_meanings import (
    Anything,
    Exact,
    Interval,
    Label,
    Masked,
    Period,
    ValueRun,
    ValueSet,
    read_period,
)
from celosia.core.values import SUPPRESSED, FloatArray, IntArray, Value
from celosia.text.days import as_day, date_format
from celosia.text.numerals import as_number, decimal_sign, is_code, number_pattern, to_float

_DIGITS = re.compile(r"([+-]?)((?!0)[0-9]*)(\*{1,300})")
_MONTH = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")
_RUN = re.compile(r"\{(.+?)\.\.(.+)\}")


def read_label(text: str, decimal: str = ".", dates: str | None = None) -> Label:
    """Understand a cell by how it is written, in the styles that hierarchies and groups produce.

    The ends of an interval may come in either order: the examinations paper (docs: sources)
    writes `2022-2020` and `6-4`. Only `2024-10` is never an interval, because it is a month.
    Trailing stars behind digits are read as a mask; `as_interval` gives the numbers they stand
    for. A text that is a value of the column should be taken as that before it is read here.

    Parameters
    ----------
    decimal
        The decimal sign of the column's numbers.
    dates
        The format of the column's dates; without it there are no periods.

    >>> read_label("20-29")
    Interval(low=20.0, high=29.0, holds_low=True, holds_high=True)
    >>> read_label("[20, 25)")
    Interval(low=20.0, high=25.0, holds_low=True, holds_high=False)
    >>> read_label("[2,5; 3,75]", decimal=",") == Interval(2.5, 3.75)
    True
    >>> read_label("6-4") == read_label("[4, 6]")
    True
    >>> read_label("{a, b}") == read_label("a / b") == ValueSet(("a", "b"))
    True
    >>> read_label("198*"), read_label("{A..C}"), read_label("*")
    (Masked(text='198*'), ValueRun(first='A', last='C'), Anything())
    >>> read_label("2024-03", dates="%Y-%m-%d").last
    datetime.date(2024, 3, 31)
    """
    cell = text.strip()
    if cell == SUPPRESSED:
        return Anything()
    period = None if dates is None else read_period(cell, dates)
    found = period or _interval(cell, decimal) or _group(cell)
    return found or (Masked(cell) if SUPPRESSED in cell else Exact(text))


def as_interval(label: Label, decimal: str = ".") -> Interval | None:
    """Give the numbers that a label stands for, if it is a number, an interval or masked digits.

    Masked digits are aligned by place value; with an idle zero in front they are a code.

    >>> as_interval(Masked("198*"))
    Interval(low=1980.0, high=1989.0, holds_low=True, holds_high=True)
    >>> as_interval(Masked("-1*")).low, as_interval(Masked("08***"))
    (-19.0, None)
    """
    if isinstance(label, Interval):
        return label
    if isinstance(label, Exact):
        value = as_number(label.text, decimal)
        return None if isnan(value) else Interval(value, value)
    if isinstance(label, Masked) and (match := _DIGITS.fullmatch(label.text)):
        tens = 10.0 ** len(match[3])
        low = float(match[2] or 0) * tens
        high = low + tens - 1
        return Interval(-high, -low) if match[1] == "-" else Interval(low, high)
    return None


def set_readings(text: str) -> tuple[ValueSet, ...]:
    """Give the ways to split a set, the likeliest first; none for a text that is no set.

    >>> [reading.members for reading in set_readings("{a, b | c}")]
    [('a, b', 'c'), ('a', 'b | c'), ('a, b | c',)]
    """
    cell = text.strip()
    if cell.startswith("{") and cell.endswith("}"):
        inside = cell[1:-1]
        separators = (" | ", ",") if " | " in inside else (",",)
        return (
            *(_split(inside, separator) for separator in separators),
            ValueSet((inside.strip(),)),
        )
    return (_split(cell, " / "),) if " / " in cell else ()


@dataclass(frozen=True, slots=True)
class _Intervals:
    """How intervals of numbers are written, by the decimal sign."""

    brackets: re.Pattern[str]
    dash: re.Pattern[str]
    bound: re.Pattern[str]


@cache
def _intervals(decimal: str) -> _Intervals:
    number = number_pattern(decimal)
    comma = r",\s" if decimal == "," else ","
    between = rf"\s*(?:{comma}|[;:–-]|\.\.)\s*"
    return _Intervals(
        re.compile(rf"([\[(])\s*({number}){between}({number})\s*([\])])"),
        re.compile(rf"({number})\s*[-–]\s*({number})"),
        re.compile(rf"(<=|>=|<|>|≤|≥)\s*({number})"),
    )


def _interval(cell: str, decimal: str) -> Interval | None:
    written = _intervals(decimal)
    if match := written.brackets.fullmatch(cell):
        ends = to_float(match[2], decimal), to_float(match[3], decimal)
        return _ordered(*ends, match[1] == "[", match[4] == "]")
    if (match := written.dash.fullmatch(cell)) and not _MONTH.fullmatch(cell):
        return _ordered(to_float(match[1], decimal), to_float(match[2], decimal), True, True)
    if match := written.bound.fullmatch(cell):
        end, closed = to_float(match[2], decimal), match[1] in ("<=", ">=", "≤", "≥")
        if match[1] in ("<", "<=", "≤"):
            return Interval(-inf, end, holds_high=closed)
        return Interval(end, inf, holds_low=closed)
    return None


def _ordered(first: float, second: float, holds_first: bool, holds_second: bool) -> Interval:
    if first <= second:
        return Interval(first, second, holds_first, holds_second)
    return Interval(second, first, holds_second, holds_first)


def _group(cell: str) -> ValueSet | ValueRun | None:
    if match := _RUN.fullmatch(cell):
        return ValueRun(match[1], match[2])
    return next(iter(set_readings(cell)), None)


def _split(text: str, separator: str) -> ValueSet:
    return ValueSet(tuple(part.strip() for part in text.split(separator)))


@dataclass(frozen=True, slots=True, eq=False)
class LabelReader:
    """Reads labels as a column's values suggest: as numbers, as dates or as texts.

    A label that is a value of the column is that value and nothing else. A set covers those of
    its members that the column holds: a sample does not hold them all. A run goes by the order of
    the column, as numbers only where all values are, whether its ends occur or not. Codes with
    idle zeros are texts, but an interval holds those whose number lies inside. A short value fits
    a mask at least as long as the longest value, which may have padded it, and no other.

    >>> ages = LabelReader.of(["17", "23", "28", "90"])
    >>> ages.covered("20-29"), ages.covered("{17, 90, 95}"), ages.covered("2*")
    (array([1, 2]), array([0, 3]), array([1, 2]))
    >>> born = LabelReader.of(["01/03/2020", "05/01/2020", "09/12/2020"])
    >>> [born.values[place] for place in born.covered("[05/01/2020, 01/03/2020]")]
    ['01/03/2020', '05/01/2020']
    """

    values: tuple[Value, ...]
    """In order: as numbers where all are, else as texts; the null, if any, last."""
    numbers: FloatArray
    """The values as numbers; nan for those that are none."""
    days: FloatArray
    """The values as days; nan for those that are no dates."""
    numeric: bool
    """Whether the values are quantities."""
    decimal: str = "."
    dates: str | None = None
    """The format of the dates, where there are some."""
    _places: dict[Value, int] = field(init=False, repr=False)
    _meanings: dict[str, Label] = field(default_factory=dict, repr=False)
    _masks: dict[tuple[int, ...], dict[str, list[int]]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        places = {value: position for position, value in enumerate(self.values)}
        for position, value in enumerate(self.values):
            if value is not None:
                places.setdefault(value.strip(), position)
        object.__setattr__(self, "_places", places)

    @classmethod
    def of(
        cls,
        values: Sequence[Value],
        numeric: bool | None = None,
        decimal: str | None = ".",
        dates: str | None = None,
    ) -> LabelReader:
        """Take the distinct values of a column.

        Parameters
        ----------
        numeric
            Whether they are quantities. Left out, they are when all of them are numbers and none
            starts with an idle zero; better say it.
        decimal
            Their decimal sign; None to find it out.
        dates
            The format of their dates, as `datetime.strptime` takes it; found out when left out.
        """
        texts = [value for value in values if value is not None]
        sign = decimal_sign(texts) if decimal is None else decimal
        numbers = {text: as_number(text, sign) for text in texts}
        all_numbers = bool(numbers) and not any(map(np.isnan, numbers.values()))
        if numeric is None:
            numeric = all_numbers and not any(map(is_code, texts))
        texts.sort()
        if all_numbers:
            texts.sort(key=numbers.__getitem__)
        nulls = [None] if len(texts) < len(values) else []
        found = dates if dates or numeric or all_numbers else date_format(texts)
        days = [nan if found is None else as_day(text, found) for text in texts]
        return cls(
            (*texts, *nulls),
            np.array([*(numbers[text] for text in texts), *(nan for _ in nulls)], np.float64),
            np.array([*days, *(nan for _ in nulls)], np.float64),
            numeric,
            sign,
            found,
        )

    def place(self, value: Value) -> int:
        """Where a value stands, blanks around it aside; -1 when it is not among them."""
        return self._places.get(value, -1)

    def read(self, text: str) -> Label:
        """Say what a label means in this column, unless it is a value of it."""
        if text not in self._meanings:
            self._meanings[text] = self._read(text)
        return self._meanings[text]

    def interval(self, text: str) -> Interval | None:
        """Give the numbers that a label stands for, or None when it tells none."""
        point = as_interval(Exact(text), self.decimal)
        return point or as_interval(self.read(text), self.decimal)

    def covered(self, text: str) -> IntArray:
        """Positions of the values that a label may stand for; none when it is not understood."""
        if text in self._places:
            return np.array([self._places[text]])
        return self.matching(self.read(text))

    def matching(self, label: Label) -> IntArray:
        """Positions of the values that fit what a label means."""
        match label:
            case Anything():
                return np.arange(len(self.values))
            case ValueSet(members):
                places = {self.place(member) for member in members} - {-1}
                return np.array(sorted(places), np.int64)
            case ValueRun():
                return self._run(label)
            case Period():
                return np.flatnonzero(label.holds(self.days))
            case Masked() if not self.numeric or as_interval(label) is None:
                return np.array(self._masked(label), np.int64)
            case Exact() if not self.numeric:
                return np.arange(0)
        interval = as_interval(label, self.decimal)
        return np.arange(0) if interval is None else np.flatnonzero(interval.holds(self.numbers))

    def _read(self, text: str) -> Label:
        label = read_label(text, self.decimal, self.dates)
        if not isinstance(label, ValueSet | ValueRun):
            return label
        split = max(set_readings(text), key=self._known)
        certain = self._known(split) == len(split.members)
        return split if certain or isinstance(label, ValueSet) else label

    def _known(self, label: ValueSet) -> int:
        return sum(self.place(member) >= 0 for member in label.members)

    def _run(self, run: ValueRun) -> IntArray:
        low, high = self.place(run.first), self.place(run.last)
        if low >= 0 and high >= 0:
            return np.arange(low, high + 1)
        texts = [value for value in self.values if value is not None]
        first, last = as_number(run.first, self.decimal), as_number(run.last, self.decimal)
        if not (isnan(first) or isnan(last) or np.isnan(self.numbers[: len(texts)]).any()):
            return np.flatnonzero(Interval(first, last).holds(self.numbers))
        inside = [place for place, text in enumerate(texts) if run.first <= text <= run.last]
        return np.array(inside, np.int64)

    def _masked(self, label: Masked) -> list[int]:
        """Values that look like the label once masked."""
        template = (len(label.text), *label.starred)
        if template not in self._masks:
            longest = max((len(value) for value in self.values if value is not None), default=0)
            found = self._masks.setdefault(template, {})
            for position, value in enumerate(self.values):
                if value is None or len(value) > len(label.text):
                    continue
                if len(value) == len(label.text) or len(label.text) >= longest:
                    found.setdefault(label.masks(value), []).append(position)
        return self._masks[template].get(label.text, [])
