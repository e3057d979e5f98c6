"""Made-up cells of the same type and format as a column's, whose statistics are not kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date
from math import ceil, floor, log10
from typing import TypeAlias

import numpy as np

from celosia.domain.arrays import FloatArray
from celosia.domain.cells import CellArray, cell_array
from celosia.domain.randomness import Randomness
from celosia.errors import NotAchievable
from celosia.methods.techniques.tables.synthetic.scales import Scale
from celosia.methods.techniques.tables.synthetic.shapes import filled, usable_shapes

Inventor: TypeAlias = Callable[[int, Randomness], CellArray]
"""Makes up as many cells as it is asked for."""

COMMON_SHARE = 0.9
TRIES = 100


def inventor(name: str, cells: CellArray, least: int, identifier: bool = False) -> Inventor:
    """Choose how a column's cells are made up.

    Where nearly all records hold values that `least` records share, each of those values is
    equally likely: software needs to know its categories. Other numbers and dates are drawn from
    a wider range than theirs, and other texts are new, of usual shapes. Nulls are as frequent as
    they were. An identifier is always new, however many records of a person there are.
    """
    known = [cell for cell in cells if cell is not None]
    if not known:
        return lambda size, rng: cell_array([None] * size)
    counts = Counter(known)
    common = sorted(value for value, n in counts.items() if n >= least)
    scale = Scale.of(cells)
    made: Inventor
    if identifier and scale is not None and scale.dates is None:
        made = _new_numbers(scale, np.sort(scale.read(cell_array(known))), least)
    elif identifier:
        made = _texts(name, known, least)
    elif sum(counts[value] for value in common) >= COMMON_SHARE * len(known):
        made = _categories(common)
    elif scale is not None:
        made = _points(scale, *_wider(scale, np.sort(scale.read(cell_array(known))), least))
    else:
        made = _texts(name, known, least)
    return _with_nulls(made, 1 - len(known) / cells.size)


def _categories(values: list[str]) -> Inventor:
    return lambda size, rng: cell_array(values)[rng.integers(0, len(values), size)]


def _points(scale: Scale, low: float, high: float) -> Inventor:
    steps = round((high - low) / scale.unit)

    def points(size: int, rng: Randomness) -> CellArray:
        drawn = low + rng.integers(0, steps + 1, size) * scale.unit
        return scale.written(np.asarray(drawn, np.float64))

    return points


def _new_numbers(scale: Scale, points: FloatArray, least: int) -> Inventor:
    """Draw numbers that are nobody's, from a range of which at most half are somebody's."""
    low, high = _wider(scale, points, least)
    real = np.unique(np.rint(points / scale.unit))
    first, steps = round(low / scale.unit), max(round((high - low) / scale.unit), 2 * real.size)

    def numbers(size: int, rng: Randomness) -> CellArray:
        drawn = first + rng.integers(0, steps + 1, size)
        while (taken := np.flatnonzero(np.isin(drawn, real))).size:
            drawn[taken] = first + rng.integers(0, steps + 1, taken.size)
        return scale.written(np.asarray(drawn * scale.unit, np.float64))

    return numbers


def _wider(scale: Scale, points: FloatArray, least: int) -> tuple[float, float]:
    """Round the range outwards, so that it tells nobody's value; a few extremes do not count."""
    beyond = min(least, (points.size - 1) // 2)
    low, high = float(points[beyond]), float(points[points.size - 1 - beyond])
    if scale.dates is not None:
        first, last = date.fromordinal(int(low)).year, date.fromordinal(int(high)).year
        return date(first, 1, 1).toordinal(), date(last, 12, 31).toordinal() + 1 - scale.unit
    size = max(abs(low), abs(high), scale.unit)
    step = max(10.0 ** floor(log10(size)), scale.unit)
    return floor(low / step) * step, ceil(high / step) * step + (low == high) * step


def _texts(name: str, known: list[str], least: int) -> Inventor:
    real, patterns = set(known), usable_shapes(known, least)

    def one(rng: Randomness) -> str:
        for _ in range(TRIES):
            text = filled(patterns[rng.below(len(patterns))], rng)
            if text not in real:
                return text
        raise NotAchievable("techniques.column-format-leaves-too-few", name=name)

    return lambda size, rng: cell_array(one(rng) for _ in range(size))


def _with_nulls(made: Inventor, share: float) -> Inventor:
    def cells(size: int, rng: Randomness) -> CellArray:
        drawn = made(size, rng)
        drawn[rng.random(size) < share] = None
        return drawn

    return cells
