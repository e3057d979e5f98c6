"""How the values of a column are spread, in a few bars."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import floor, log10

import celosia
from celosia.shells.app.numbers import plain

BARS = 6
BINS = 8


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
    if kind in (celosia.ColumnType.INTEGER, celosia.ColumnType.DECIMAL) and len(known) > BARS:
        return Spread(_binned(known, language), values.records, 0)
    most = sorted(known, key=lambda pair: (-pair[1], pair[0]))
    return Spread(tuple(most[:BARS]), values.records, max(0, len(most) - BARS))


def _binned(
    known: list[tuple[str, int]], language: celosia.Language
) -> tuple[tuple[str, int], ...]:
    numbers = sorted((float(value.replace(",", ".")), n) for value, n in known)
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
