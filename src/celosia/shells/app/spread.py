"""How the values of a column are spread, in a few bars."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import floor, isfinite, log10

import celosia
from celosia.shells.app.numbers import plain

BARS = 6
BINS = 8
NUMERIC = (celosia.ColumnType.INTEGER, celosia.ColumnType.DECIMAL)
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
    values: celosia.ValueCounts, kind: celosia.ColumnType, language: celosia.Language = "en"
) -> Spread:
    """Put numbers into intervals; of other values, show the most frequent ones.

    >>> counted = celosia.ValueCounts.of(["a", "b", "a"])
    >>> spread_of(counted, celosia.ColumnType.TEXT).bars
    (('a', 2), ('b', 1))
    """
    known = [(v, n) for v, n in zip(values.values, values.counts, strict=True) if v is not None]
    numbers = _numbers(known) if kind in NUMERIC and len(known) > BARS else []
    if numbers:
        whole = kind is celosia.ColumnType.INTEGER
        bars = _ranges(numbers, language) if whole else _binned(numbers, language)
        return Spread(bars, values.records, 0)
    most = sorted(known, key=lambda pair: (-pair[1], pair[0]))
    return Spread(tuple(most[:BARS]), values.records, max(0, len(most) - BARS))


def _numbers(known: list[tuple[str, int]]) -> list[tuple[float, int]]:
    """Read all values as numbers; nothing where they cannot be put into intervals."""
    try:
        numbers = sorted((float(value.replace(",", ".")), n) for value, n in known)
    except ValueError:
        return []
    width = numbers[-1][0] - numbers[0][0]
    return numbers if isfinite(width) and width >= NARROWEST else []


def _ranges(
    numbers: list[tuple[float, int]], language: celosia.Language
) -> tuple[tuple[str, int], ...]:
    """Put whole numbers into ranges that say their first and their last number.

    >>> _ranges([(20.0, 1), (26.0, 3), (27.0, 2), (69.0, 1)], "en")[:2]
    (('20 – 26', 4), ('27 – 33', 2))
    """
    low, high = int(numbers[0][0]), int(numbers[-1][0])
    step = -(-(high - low + 1) // BINS)
    bars = []
    for first in range(low, high + 1, step):
        last = min(first + step - 1, high)
        within = sum(n for value, n in numbers if first <= value <= last)
        said = [plain(bound, language, 0) for bound in dict.fromkeys((first, last))]
        bars.append((" – ".join(said), within))
    return tuple(bars)


def _binned(
    numbers: list[tuple[float, int]], language: celosia.Language
) -> tuple[tuple[str, int], ...]:
    low, high = numbers[0][0], numbers[-1][0]
    edges = [low + (high - low) * i / BINS for i in range(BINS + 1)]
    digits = max(0, 1 - floor(log10((high - low) / BINS)))
    bars = []
    for start, end in pairwise(edges):
        last = end == edges[-1]
        within = sum(n for value, n in numbers if start <= value and (value < end or last))
        bounds = (plain(bound, language, digits) for bound in (start, end))
        bars.append((" – ".join(bounds), within))
    return tuple(bars)
