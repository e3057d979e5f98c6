"""Numbers placed into the ranges of an Amnesia `range` file."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from decimal import Decimal

from celosia.domain.hierarchy import Hierarchy
from celosia.domain.values import Value, ValueCounts
from celosia.errors import HierarchyError
from celosia.hierarchies.building import from_labels
from celosia.hierarchies.formats import amnesia
from celosia.hierarchies.numbers import all_numbers, number, plain


def place(text: str, attribute: str, values: ValueCounts) -> Hierarchy:
    r"""Put each number into the lowest range that holds it, and that into the ranges above.

    As in Amnesia a range holds its lower end, and the last one its upper end too. The
    labels `0,50` become `[0, 50)`, for a comma is a decimal mark to many. The range of missing
    values, `NaN,NaN`, is left out.

    >>> text = "range\nname age\ntype int\nheight 2\n\n0,100 has 0,50 50,100\n\n"
    >>> place(text, "age", ValueCounts.of(["50", "7"])).rows
    (('50', '[50, 100]', '[0, 100]'), ('7', '[0, 50)', '[0, 100]'))
    """
    rows = sorted(_ranges(amnesia.read(text, attribute), attribute), key=lambda row: row[0].low)
    lows = [row[0].low for row in rows]
    end = max(row[0].high for row in rows)
    placed = []
    for value in all_numbers(attribute, values.texts):
        row = rows[max(bisect_right(lows, value) - 1, 0)]
        if row[0].holds(value, end):
            placed.append([step.label(end) for step in row])
    _check_outside(attribute, len(values.texts) - len(placed))
    levels = zip(*placed, strict=True) if placed else [()] * len(rows[0])
    return from_labels(attribute, values.texts, levels)


@dataclass(frozen=True, slots=True)
class _Range:
    low: Decimal
    high: Decimal

    def holds(self, value: Decimal, end: Decimal) -> bool:
        return self.low <= value and (value < self.high or value == self.high == end)

    def label(self, end: Decimal) -> str:
        return f"[{plain(self.low)}, {plain(self.high)}{']' if self.high == end else ')'}"


def _ranges(hierarchy: Hierarchy, attribute: str) -> list[list[_Range]]:
    rows = [row for row in hierarchy.rows if row[0] != "NaN,NaN"]
    ranges = [[found for found in map(_range, row) if found] for row in rows]
    if not ranges or any(len(found) < hierarchy.height + 1 for found in ranges):
        raise HierarchyError("hierarchies.ranges-hierarchy-file-not-all", attribute=attribute)
    return ranges


def _range(label: Value) -> _Range | None:
    ends = [number(end) for end in (label or "").split(",")]
    if len(ends) != 2 or ends[0] is None or ends[1] is None:
        return None
    return _Range(ends[0], ends[1])


def _check_outside(attribute: str, outside: int) -> None:
    if outside:
        raise HierarchyError(
            "hierarchies.distinct-values-lie-outside-every", outside=outside, attribute=attribute
        )
