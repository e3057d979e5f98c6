"""IL1s: how far each number was moved, in standard deviations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import nan, sqrt

import numpy as np

from celosia.errors import ParameterError
from celosia.utility.table_pair import TablePair


@dataclass(frozen=True, slots=True)
class IL1s:
    """Mean of |x - x'| / (sqrt(2) S) over the cells of numeric columns, S the original's deviation.

    Intervals count at their midpoint. Cells without a number on either side are left out, and so
    are columns that were constant (nan in `by_column`); nan when no cell is left.

    Sort: comparison of two linked tables. References: Yancey, Winkler and Creecy, in Inference
    Control in Statistical Databases, Springer, 2002; Mateo-Sanz, Sebé and Domingo-Ferrer, Privacy
    in Statistical Databases, 2004.

    >>> table = {"age": ["20", "30", "40"]}
    >>> masked = {"age": ["20", "30", "50"]}
    >>> round(IL1s.of(TablePair.of(table, masked, linked=True)).mean, 4)
    0.2357
    """

    mean: float
    """Over all cells compared."""
    by_column: Mapping[str, float]
    left_out: float
    """Share of the numeric cells that could not be compared."""

    @classmethod
    def of(cls, pair: TablePair) -> IL1s:
        """Compare record with record."""
        pair.need_link("IL1s")
        names = pair.numeric
        if not names:
            raise ParameterError("utility.il1s-tables-share-no-numeric")
        old, new = pair.original_numbers(names), pair.released_numbers(names)
        moved = np.full(old.shape, nan)
        for place in range(len(names)):
            known = old[~np.isnan(old[:, place]), place]
            deviation = float(known.std(ddof=1)) if known.size > 1 else 0.0
            if deviation > 0 and np.ptp(known) > 0:
                apart = np.abs(old[:, place] - new[:, place])
                moved[:, place] = apart / (sqrt(2) * deviation)
        gone = np.isnan(moved)
        columns = [column[~np.isnan(column)] for column in moved.T]
        means = [float(column.mean()) if column.size else nan for column in columns]
        mean = nan if gone.all() else float(moved[~gone].mean())
        return cls(mean, dict(zip(names, means, strict=True)), float(gone.mean()))
