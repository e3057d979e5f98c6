"""The values of one column, and which of them a label covers by how it is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan, nan

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray
from celosia.domain.labels.meanings import (
    Anything,
    Exact,
    Interval,
    Label,
    Masked,
    OneOf,
    Period,
    Run,
)
from celosia.domain.labels.reading import as_interval, read_label, set_readings
from celosia.domain.values import Value
from celosia.text.days import as_day, date_format
from celosia.text.numerals import as_number, decimal_sign, is_code


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
            case OneOf(members):
                places = {self.place(member) for member in members} - {-1}
                return np.array(sorted(places), np.int64)
            case Run():
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
        if not isinstance(label, OneOf | Run):
            return label
        split = max(set_readings(text), key=self._known)
        certain = self._known(split) == len(split.members)
        return split if certain or isinstance(label, OneOf) else label

    def _known(self, label: OneOf) -> int:
        return sum(self.place(member) >= 0 for member in label.members)

    def _run(self, run: Run) -> IntArray:
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
