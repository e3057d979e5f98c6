"""How the values of a column are spread, and a hierarchy as a tree."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nsmallest
from itertools import pairwise
from math import floor, isfinite, log10
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from nicegui import ui

import celosia
from celosia.core.values import ValueCounts
from celosia.text.days import date_format, read_date
from celosia.text.messages import Message
from celosia.text.numerals import as_number, decimal_sign
from celosia.web.app import look, parts
from celosia.web.app.look import plain
from celosia.web.app.page_session import PageSession

FloatArray: TypeAlias = npt.NDArray[np.float64]
CountedNumbers: TypeAlias = tuple[FloatArray, npt.NDArray[np.int64]]
"""The numbers of a column, and of how many records each is."""
BARS = 6
BINS = 8
"""As many bars as a card shows without scrolling; a choice of layout."""
NUMERIC = (celosia.ColumnType.INTEGER, celosia.ColumnType.DECIMAL)
DATE = celosia.ColumnType.DATE
NARROWEST = 1e-9
"""Bounds of narrower intervals would be long rows of zeros."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The bars of a column: a label and a number of records each."""

    bars: tuple[tuple[str, int], ...]
    records: int
    others: int
    """Values without a bar of their own."""


def spread_of(
    values: ValueCounts,
    kind: celosia.ColumnType,
    language: celosia.Language = "en",
    format: str | None = None,
) -> Spread:
    """Put numbers and years into intervals; of other values, show the most frequent ones.

    Dates are read by the format that was declared for them, or else by the one that they have.

    >>> counted = ValueCounts.of(["a", "b", "a"])
    >>> spread_of(counted, celosia.ColumnType.TEXT).bars
    (('a', 2), ('b', 1))
    """
    known = [(v, n) for v, n in zip(values.values, values.counts, strict=True) if v is not None]
    many = len(known) > BARS
    counted = _years(known, format) if kind is DATE else known
    numbers = _numbers(counted) if many and kind in (*NUMERIC, DATE) else None
    if numbers is not None:
        binned = _binned if kind is celosia.ColumnType.DECIMAL else _ranges
        return Spread(binned(numbers, language), values.records, 0)
    most = nsmallest(BARS, known, key=lambda pair: (-pair[1], pair[0]))
    return Spread(tuple(most), values.records, max(0, len(known) - BARS))


def _years(known: list[tuple[str, int]], format: str | None = None) -> list[tuple[str, int]]:
    """Give the years of a column's dates; what is no date of its format stays as it is.

    >>> _years([("13/08/1981", 2), ("05/01/1996", 1)])
    [('1981', 2), ('1996', 1)]
    """
    written = format or date_format([text for text, _ in known])
    if written is None:
        return known
    found = ((read_date(text, written), text, records) for text, records in known)
    return [(text if day is None else str(day.year), records) for day, text, records in found]


def _numbers(known: list[tuple[str, int]]) -> CountedNumbers | None:
    """Read all values as numbers; None where they cannot be put into intervals."""
    sign = decimal_sign([value for value, _ in known])
    read = (as_number(value, sign) for value, _ in known)
    numbers = np.fromiter(read, np.float64, len(known))
    width = float(numbers.max()) - float(numbers.min())  # nan where some value is no number
    if not isfinite(width) or width < NARROWEST:
        return None
    return numbers, np.array([records for _, records in known], np.int64)


def _ranges(numbers: CountedNumbers, language: celosia.Language) -> tuple[tuple[str, int], ...]:
    """Put whole numbers into ranges that say their first and their last number.

    >>> _ranges((np.array([20.0, 26, 27, 69]), np.array([1, 3, 2, 1])), "en")[:2]
    (('20 – 26', 4), ('27 – 33', 2))
    """
    low, high = int(numbers[0].min()), int(numbers[0].max())
    step = -(-(high - low + 1) // BINS)
    firsts = range(low, high + 1, step)
    within = _counted(numbers, np.array([float(first) for first in firsts]))
    bars = []
    for first, records in zip(firsts, within, strict=True):
        last = min(first + step - 1, high)
        said = [plain(bound, language, 0) for bound in dict.fromkeys((first, last))]
        bars.append((" – ".join(said), records))
    return tuple(bars)


def _binned(numbers: CountedNumbers, language: celosia.Language) -> tuple[tuple[str, int], ...]:
    low, high = float(numbers[0].min()), float(numbers[0].max())
    edges = [low + (high - low) * i / BINS for i in range(BINS + 1)]
    digits = max(0, 1 - floor(log10((high - low) / BINS)))
    said = [plain(edge, language, digits) for edge in edges]
    within = _counted(numbers, np.array(edges[:-1]))
    return tuple(
        (" – ".join(bounds), records)
        for bounds, records in zip(pairwise(said), within, strict=True)
    )


def _counted(numbers: CountedNumbers, starts: FloatArray) -> list[int]:
    """Count the records from each start to the next."""
    values, counts = numbers
    place = np.searchsorted(starts, values, side="right") - 1
    return [int(counts[place == bar].sum()) for bar in range(len(starts))]


MOST_LEAVES = 60
"""Values of a drawn tree: at 32 pixels each, two screens, and who needs more has the table."""


def tree_picture(page: PageSession, hierarchy: celosia.Hierarchy) -> None:
    """Draw the tree, the coarsest label at the left; only a part of a large one."""
    rows = hierarchy.rows[:MOST_LEAVES]
    root: dict[str, Any] = {"name": hierarchy.attribute, "children": nested(rows)}
    if len(root["children"]) == 1:
        root = root["children"][0]
    if len(rows) < len(hierarchy.rows):
        more = page.say(
            Message("app.hierarchies-tree-more"),
            number=page.number(len(hierarchy.rows) - len(rows)),
        )
        root.setdefault("children", []).append({"name": more})
    label = {"position": "top", "fontSize": 13, "color": "#1b2429"}
    said = page.say(
        Message("app.hierarchies-tree-said"),
        column=hierarchy.attribute,
        values=page.number(len(hierarchy.rows)),
        levels=len(hierarchy.levels),
    )
    options = {
        "tooltip": {"trigger": "item"},
        "series": [
            {
                "type": "tree",
                "data": [root],
                "left": 40,
                "right": 140,
                "top": 24,
                "bottom": 24,
                "roam": True,
                "initialTreeDepth": -1,
                "symbolSize": 9,
                "itemStyle": {"color": look.PRIMARY, "borderColor": look.PRIMARY},
                "lineStyle": {"color": "#9fb2bb"},
                "label": label,
                "leaves": {"label": {**label, "position": "right"}},
            }
        ],
    }
    with ui.element("div").classes("scrolling w-full"):
        drawn = parts.chart(options, said)
        tall, wide = max(220, 32 * len(rows)), 180 + 150 * len(hierarchy.levels)
        drawn.style(f"height: {tall}px; min-width: {wide}px")


def nested(rows: tuple[tuple[str | None, ...], ...]) -> list[dict[str, Any]]:
    """Put rows, from the value to its coarsest label, under each other.

    >>> nested((("a", "x"), ("b", "x")))
    [{'name': 'x', 'children': [{'name': 'a'}, {'name': 'b'}]}]
    """
    branches: dict[str, list[tuple[Any, ...]]] = {}
    for row in rows:
        branches.setdefault("–" if row[-1] is None else str(row[-1]), []).append(row[:-1])
    return [
        {"name": label, "children": nested(tuple(below))} if below[0] else {"name": label}
        for label, below in branches.items()
    ]
