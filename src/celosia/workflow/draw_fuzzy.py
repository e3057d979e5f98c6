"""The fuzzy sets of a release, ready to be drawn without telling anybody's value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, islice
from math import floor, log10
from typing import ClassVar

import numpy as np

from celosia.core.hierarchy import Hierarchy
from celosia.core.table import Table
from celosia.core.values import FloatArray, Value, ValueCounts
from celosia.errors import HierarchyError
from celosia.methods.fuzzy.label_records import FuzzyPart
from celosia.methods.fuzzy_labels import Coding
from celosia.recipe import Recipe
from celosia.workflow.code_fuzzy import (
    Axis,
    CodedNumbers,
    FuzzyPictures,
    SetsPicture,
    code_fuzzy_labels_again,
)


@dataclass(frozen=True, slots=True)
class Cover(Hierarchy):
    """All labels that a value may have, a level for each; unlike a hierarchy's they do not nest.

    Two records of the same age may be *low* and *medium*, where age and income were coded
    together: so *low* and *medium* both cover that age.
    """

    def fitted(self, values: Iterable[Value]) -> Hierarchy:
        """Keep only the values that occur; a null has no label."""
        row_of = {
            None: (None,) * len(self.levels),
            **dict(zip(self.values, self.rows, strict=True)),
        }
        occurring = list(dict.fromkeys(values))
        missing = sum(value not in row_of for value in occurring)
        if missing:
            raise HierarchyError(
                "workflow.labels-do-not-know-values", attribute=self.attribute, missing=missing
            )
        return Cover.from_rows(self.attribute, [row_of[value] for value in occurring])


@dataclass(frozen=True, slots=True)
class SharedLabels:
    """The labels that each value of a column may have; more than one where labels share values.

    >>> rule = SharedLabels({"30": ("low",), "40": ("low", "high"), "50": ("high",)})
    >>> rule.build("age", ValueCounts.of(["30", "40", "50"])).rows
    (('30', 'low', 'low'), ('40', 'low', 'high'), ('50', 'high', 'high'))
    """

    labels: Mapping[str, tuple[str, ...]]
    kind: ClassVar[str] = "shared-labels"

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Write the labels of each value behind it, the last as often as needed."""
        most = max(map(len, self.labels.values()), default=0)
        rows = []
        for value, labels in self.labels.items():
            row = (value, *labels)
            rows.append((*row, *(row[-1],) * (1 + most - len(row))))
        return Cover.from_rows(attribute, rows)


ALONG, ACROSS = 121, 49
"""Points at which memberships of one attribute, and of each of two, are reckoned."""
BEYOND, FEWEST_BEYOND = 0.01, 10
"""Share, and number, of the records that lie beyond each end of an axis."""
MOST_PAIRS = 6
"""Pictures of two columns: every pair of four. Of more, a report would be nothing else."""
FROM_EXTREMES = (Coding.EQUIDISTANT, Coding.LOG_EQUI)
"""Codings whose borders give the least and the greatest value away."""


def fuzzy_pictures(table: Table, recipe: Recipe, key: bytes | None = None) -> FuzzyPictures:
    """Find the sets of a release again, and reckon their memberships where they may be drawn.

    Of an attribute only what lies between two quantiles is drawn, rounded to the ticks: at least
    1 % of the records, and at least ten, lie beyond each. Sets whose borders follow from the least
    and the greatest value are not drawn at all.
    """
    coded, fuzzy = code_fuzzy_labels_again(table, recipe, key)
    axes = {} if recipe.fuzzy.coding in FROM_EXTREMES else _axes(coded)
    pictures = tuple(one for part in coded.found.parts for one in _drawn(part, coded, axes))
    shown = {axis.name for picture in pictures for axis in picture.axes}
    not_drawn = tuple(name for name in fuzzy.coded if name not in shown)
    return FuzzyPictures(fuzzy.coded, fuzzy.figures, pictures, not_drawn)


def _axes(coded: CodedNumbers) -> dict[str, Axis]:
    counts = coded.rows.counts[coded.complete]
    beyond = min(max(BEYOND, FEWEST_BEYOND / int(counts.sum())), 0.25)
    axes = {}
    for name, numbers in coded.numbers.items():
        low, high = np.quantile(np.repeat(numbers[coded.complete], counts), [beyond, 1 - beyond])
        if (axis := _rounded(name, float(low), float(high))) is not None:
            axes[name] = axis
    return axes


def _rounded(name: str, low: float, high: float) -> Axis | None:
    """Round the ends of an axis to a tick; None where nothing is left between them.

    >>> _rounded("age", 19.2, 71.8)
    Axis(name='age', low=20.0, high=70.0, step=10.0)
    """
    if not high > low:
        return None
    rough = (high - low) / 5
    power = 10.0 ** floor(log10(rough))
    step = min((power * times for times in (1, 2, 5, 10)), key=lambda one: abs(one - rough))
    first, last = round(low / step), round(high / step)
    return Axis(name, first * step, last * step, step) if last > first else None


def _drawn(part: FuzzyPart, coded: CodedNumbers, axes: Mapping[str, Axis]) -> Iterator[SetsPicture]:
    """Draw the sets of one attribute, or those of several over every pair of them."""
    names = coded.found.names
    if len(part.attributes) == 1:
        (name,) = part.attributes
        if name in axes:
            places = part.words[name].tolist()
            points = np.linspace(axes[name].low, axes[name].high, ALONG)
            words = tuple(names[name][place] for place in places)
            shares = part.fit.shape.memberships(points[None, :])
            yield SetsPicture((axes[name],), words, shares)
        return
    drawn = [name for name in part.attributes if name in axes]
    for first, second in islice(combinations(drawn, 2), MOST_PAIRS):
        others = tuple(name for name in part.attributes if name not in (first, second))
        shares = _over_two(part, coded, axes[first], axes[second])
        words = tuple(
            " × ".join(names[name][part.words[name][place]] for name in (first, second))
            for place in range(shares.shape[-1])
        )
        yield SetsPicture((axes[first], axes[second]), words, shares, others)


def _over_two(part: FuzzyPart, coded: CodedNumbers, first: Axis, second: Axis) -> FloatArray:
    """Reckon memberships over a grid of two attributes, the others at their median."""
    counts = coded.rows.counts[coded.complete]
    across, up = (np.linspace(axis.low, axis.high, ACROSS) for axis in (first, second))
    grid = {first.name: np.tile(across, ACROSS), second.name: np.repeat(up, ACROSS)}
    columns = []
    for name in part.attributes:
        if name not in grid:
            middle = np.median(np.repeat(coded.numbers[name][coded.complete], counts))
            grid[name] = np.full(ACROSS * ACROSS, middle)
        columns.append(grid[name])
    shares = part.fit.shape.memberships(np.stack(columns))
    return shares.reshape(ACROSS, ACROSS, shares.shape[1])
