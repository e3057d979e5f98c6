"""What is published of each group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from celosia.core.values import SUPPRESSED, CodeArray, IntArray, Value
from celosia.methods.clustering.attributes import Attribute
from celosia.methods.clustering.grouping_problem import GroupingProblem
from celosia.methods.method_options import Output

MORE_DIGITS = 2
"""How many decimals a mean has more than the values it is taken of."""
MOST_DIGITS = 340
"""No number that is told from 0 has more decimals before its digits begin."""


@dataclass(frozen=True, slots=True, eq=False)
class GroupMembers:
    """The codes of one attribute, group by group."""

    codes: CodeArray
    """Ordered by group, and by code inside each."""
    start: IntArray
    """(groups + 1,)"""

    @classmethod
    def of(cls, codes: CodeArray, group_of: IntArray) -> GroupMembers:
        """Sort the codes of the records; groups are numbered without gaps from 0."""
        inside = group_of >= 0
        codes, group_of = codes[inside], group_of[inside]
        order = np.lexsort((codes, group_of))
        groups = int(group_of.max(initial=-1)) + 1
        start = np.searchsorted(group_of[order], np.arange(groups + 1))
        return cls(codes[order], start)

    @property
    def low(self) -> IntArray:
        """Least code of each group."""
        return np.asarray(self.codes[self.start[:-1]], np.int64)

    @property
    def high(self) -> IntArray:
        """Greatest code of each group."""
        return np.asarray(self.codes[self.start[1:] - 1], np.int64)

    def group(self, number: int) -> CodeArray:
        """Give the codes of one group, in order."""
        return self.codes[self.start[number] : self.start[number + 1]]


def labels(problem: GroupingProblem, group_of: IntArray) -> dict[str, tuple[Value, ...]]:
    """Give the label of each group, for each quasi-identifier in the user's order."""
    place = {attribute.name: j for j, attribute in enumerate(problem.attributes)}
    return {
        name: tuple(attribute_labels(problem.attributes[j], problem.records.codes[j], group_of))
        for name, j in ((name, place[name]) for name in problem.given)
    }


def attribute_labels(attribute: Attribute, codes: CodeArray, group_of: IntArray) -> Sequence[Value]:
    """Label each group; one that mixes nulls with values tells nothing but `*`.

    >>> from celosia.core.values import ValueCounts
    >>> ages = Attribute.numeric("age", ValueCounts.of(["20", "35"]), {"20": 20.0, "35": 35.0})
    >>> attribute_labels(ages, np.array([0, 1, 1, 1]), np.array([0, 0, 1, 1]))
    ['[20, 35]', '35']
    """
    members = GroupMembers.of(codes, group_of)
    low, high = members.low, members.high
    if attribute.output is Output.ANCESTOR:
        return _by_pair(low, high, lambda a, b: _ancestor(attribute, a, b))
    if attribute.output is Output.INTERVAL:
        return _by_pair(low, high, lambda a, b: _interval(attribute, a, b))
    found: list[Value] = []
    known: dict[bytes, Value] = {}
    for number, (a, b) in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
        if a == b or b == attribute.null:
            found.append(attribute.values[a] if a == b else SUPPRESSED)
            continue
        group = members.group(number)
        key = group.tobytes()
        if key not in known:
            known[key] = _summary(attribute, group)
        found.append(known[key])
    return found


def _by_pair(
    low: IntArray, high: IntArray, label_of: Callable[[int, int], Value]
) -> Sequence[Value]:
    width = int(high.max(initial=0)) + 1
    pairs, inverse = np.unique(low * width + high, return_inverse=True)
    texts = [label_of(int(pair) // width, int(pair) % width) for pair in pairs]
    return [texts[i] for i in inverse.tolist()]


def _ancestor(attribute: Attribute, low: int, high: int) -> Value:
    hierarchy = attribute.hierarchy
    assert hierarchy is not None
    for level in range(hierarchy.levels):
        if hierarchy.groups[level][low] == hierarchy.groups[level][high]:
            return hierarchy.labels(level)[low]
    return SUPPRESSED


def _interval(attribute: Attribute, low: int, high: int) -> Value:
    assert attribute.numbers is not None
    first, last = attribute.values[low], attribute.values[high]
    if low == high:
        return first
    if first is None or last is None:
        return SUPPRESSED
    separator = "; " if "," in first + last else ", "
    return f"[{first.strip()}{separator}{last.strip()}]"


def _summary(attribute: Attribute, group: CodeArray) -> Value:
    if attribute.output is Output.SET:
        return set_label([attribute.values[code] or "" for code in np.unique(group)])
    if attribute.output is Output.MODE:
        codes, counts = np.unique(group, return_counts=True)
        return attribute.values[int(codes[counts.argmax()])]
    assert attribute.numbers is not None
    numbers = attribute.numbers[group]
    middle = np.mean(numbers) if attribute.output is Output.MEAN else np.median(numbers)
    if attribute.date_format is not None:
        return _date(date.fromordinal(round(float(middle))), attribute.date_format)
    texts = [attribute.values[code] or "" for code in np.unique(group)]
    digits = max(map(_decimals, texts)) + MORE_DIGITS
    told = str(np.format_float_positional(middle, precision=digits, trim="-"))
    return told.replace(".", attribute.decimal)


def set_label(values: Sequence[str]) -> str:
    """Write a set; a bar stands between values that hold commas themselves.

    >>> set_label(["a", "b"]), set_label(["Doe, Jana", "Roe, Ann"])
    ('{a, b}', '{Doe, Jana | Roe, Ann}')
    """
    separator = " | " if any("," in value for value in values) else ", "
    return "{" + separator.join(values) + "}"


def _date(day: date, format: str) -> str:
    return day.strftime(format.replace("%Y", f"{day.year:04}"))  # strftime pads no early years


def _decimals(text: str) -> int:
    """Count the decimals of a number, with a point or a comma, and perhaps an exponent."""
    digits, _, exponent = text.strip().lower().replace(",", ".").partition("e")
    return min(max(len(digits.partition(".")[2]) - int(exponent or 0), 0), MOST_DIGITS)
