"""How the correlations between numeric columns changed."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np

from celosia.core.values import FloatArray
from celosia.errors import ParameterError
from celosia.text.messages import Message
from celosia.utility.cost_figure import COST_FIGURES, CostFigure
from celosia.utility.table_pair import Differences, TablePair

_NOTHING = 1e-12


def pearson_matrix(numbers: FloatArray) -> FloatArray:
    """Pearson correlation of each pair of columns, over the records that have both.

    nan where a column is constant, or a pair has fewer than two records. References: Pearson,
    Proceedings of the Royal Society 58, 1895.

    >>> pearson_matrix(np.array([[1.0, 2.0, 5.0], [2.0, 4.0, 5.0], [3.0, 6.0, 5.0]])).round(6)
    array([[ 1.,  1., nan],
           [ 1.,  1., nan],
           [nan, nan, nan]])
    """
    width = numbers.shape[1]
    matrix = np.full((width, width), nan)
    known = ~np.isnan(numbers)
    for i in range(width):
        for j in range(i, width):
            both = known[:, i] & known[:, j]
            matrix[i, j] = matrix[j, i] = _pearson(numbers[both, i], numbers[both, j])
    return matrix


@dataclass(frozen=True, slots=True, eq=False)
class CorrelationChange:
    """Pearson correlation matrices before and after, and how far apart they are.

    Intervals count at their midpoint; cells without a number are left out pair by pair. A pair
    that is undefined on either side (a constant column) is not in the differences; pairs that
    only the release leaves undefined are counted in `lost`.

    Sort: comparison of two tables, records in any order. References: Domingo-Ferrer and Torra,
    2001 (R - R'); see `Differences`.

    >>> table = {"a": ["1", "2", "3"], "b": ["1", "2", "4"]}
    >>> change = CorrelationChange.of(TablePair.of(table, table))
    >>> change.differences.mae, change.lost
    (0.0, 0)
    """

    columns: tuple[str, ...]
    before: FloatArray
    after: FloatArray

    @classmethod
    def of(cls, pair: TablePair) -> CorrelationChange:
        """Compare all numeric columns that the tables share; at least two."""
        names = pair.numeric
        if len(names) < 2:
            raise ParameterError("utility.correlation-needs-two-numeric-columns", number=len(names))
        before = pearson_matrix(pair.original_numbers(names))
        return cls(names, before, pearson_matrix(pair.released_numbers(names)))

    @property
    def differences(self) -> Differences:
        """Differences over the pairs of distinct columns; `mae` is the mean absolute one."""
        pairs = np.triu_indices(len(self.columns), k=1)
        return Differences.of(self.before[pairs], self.after[pairs])

    @property
    def lost(self) -> int:
        """Pairs whose correlation the release no longer tells."""
        gone = np.isnan(self.after) & ~np.isnan(self.before)
        return int(np.triu(gone, k=1).sum())


def _pearson(first: FloatArray, second: FloatArray) -> float:
    x, y = _unit(first), _unit(second)
    return nan if x is None or y is None else float(np.clip(x @ y, -1.0, 1.0))


def _unit(numbers: FloatArray) -> FloatArray | None:
    """Center and scale to length 1; None for a constant, whatever rounding leaves of it."""
    if numbers.size < 2:
        return None
    centered = numbers - numbers.mean()
    length = float(np.linalg.norm(centered))
    if length <= _NOTHING * float(np.linalg.norm(numbers)):
        return None
    return np.asarray(centered / length, np.float64)


COST_FIGURES.add(
    "correlation_mae",
    CostFigure(
        Message("utility.figure-correlation-mae-title"),
        Message("utility.figure-correlation-mae-meaning"),
        "Domingo-Ferrer and Torra 2001",
    ),
    order=10,
)
