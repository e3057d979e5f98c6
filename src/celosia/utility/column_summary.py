"""Mean, variance, mode and its share of a column, before and after."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.values import AnyCells, Value, counted
from celosia.utility.distribution import numbers_of


@dataclass(frozen=True, slots=True)
class ColumnSummary:
    """What statisticians first ask of a column.

    Mean and variance are of numeric columns, intervals at their midpoint, nulls and `*` left
    out; nan where there is no number (or, for the variance, a single one). The mode is the most
    frequent cell that is neither null nor suppressed, the first in text order of several.

    The original's mode is a raw value: a report may show whether it was kept, not what it is.

    Sort: of one column; counts are enough. References: Rosso 2023, section 6.1.2
    (docs: sources).

    >>> ages = ["20", "30", "30", "40"]
    >>> summary = ColumnSummary.of(AttributeDomain.of("age", ages), ages)
    >>> summary.mean, round(summary.variance, 3), summary.mode, summary.mode_share
    (30.0, 66.667, '30', 0.5)
    """

    mean: float
    variance: float
    """Over n - 1."""
    mode: Value
    mode_share: float
    """Share of all records, nulls included."""
    null_share: float

    @classmethod
    def of(cls, domain: AttributeDomain, cells: AnyCells) -> ColumnSummary:
        """Sum up a column, original or released, on the original's domain."""
        found = counted(cells)
        if not found.records:
            return cls(nan, nan, None, nan, nan)
        pairs = zip(found.values, found.counts, strict=True)
        mode, times = max(
            ((v, count) for v, count in pairs if v is not None and not domain.suppresses(v)),
            key=lambda pair: pair[1],
            default=(None, 0),
        )
        mean, variance = _moments(domain, cells)
        records = found.records
        return cls(mean, variance, mode, times / records, found.nulls / records)


@dataclass(frozen=True, slots=True)
class SummaryChange:
    """The summary of a column before and after.

    Sort: comparison of two columns, records in any order; counts are enough.

    >>> ages = ["20", "20", "30"]
    >>> change = SummaryChange.of(AttributeDomain.of("age", ages), ages, ["20", "20", "*"])
    >>> change.mode_kept, change.after.mean
    (True, 20.0)
    """

    column: str
    before: ColumnSummary
    after: ColumnSummary

    @classmethod
    def of(cls, domain: AttributeDomain, original: AnyCells, released: AnyCells) -> SummaryChange:
        """Sum up a column before and after."""
        return cls(
            domain.name, ColumnSummary.of(domain, original), ColumnSummary.of(domain, released)
        )

    @property
    def mode_kept(self) -> bool:
        """Whether the most frequent value is still the most frequent."""
        return self.before.mode == self.after.mode


def _moments(domain: AttributeDomain, cells: AnyCells) -> tuple[float, float]:
    if not domain.numeric:
        return nan, nan
    numbers, weights = numbers_of(domain, counted(cells))
    total = float(weights.sum())
    if not total:
        return nan, nan
    mean = float((numbers * weights).sum() / total)
    squares = float((weights * (numbers - mean) ** 2).sum())
    return mean, squares / (total - 1) if total > 1 else nan
