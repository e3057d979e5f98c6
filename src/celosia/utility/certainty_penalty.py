"""Normalised certainty penalty: how wide each released cell is, by cell, tuple and attribute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.values import FloatArray, Value, numbered
from celosia.text.messages import Message
from celosia.utility.cost_figure import COST_FIGURES, CostFigure
from celosia.utility.table_pair import check_columns, check_understood, left_out


def cell_penalty(domain: AttributeDomain, label: Value) -> float:
    """NCP of one released cell, from 0 (the value itself) to 1 (anything).

    A number costs the width of its interval over the range of the original column (equation 1);
    a category costs the other values in its set over all other values (equation 2), and so does
    any label of a column with a hierarchy, by leaves. An interval is first cut to the range of the
    column. Where the column holds a single value there is nothing to lose, and every label is 0.

    Sort: from labels and the original domain. References: Xu et al., KDD 2006, section 2.2;
    the examinations paper (docs: sources), equations 1 and 2.

    >>> cell_penalty(AttributeDomain.of("practicals", ["5", "8", "10"]), "5-8")
    0.6
    >>> cell_penalty(AttributeDomain.of("teacher", ["Jana", "John", "Ann"]), "Jana / Ann")
    0.5
    """
    if domain.numeric and not domain.hierarchical:
        return _by_width(domain, label)
    return max(domain.covered(label).size - 1, 0) / max(domain.size - 1, 1)


@dataclass(frozen=True, slots=True, eq=False)
class CertaintyPenalty:
    """NCP of every cell of a release, and its sums: by tuple, by attribute, and of all (GCP).

    Sort: from labels and the original domain; the release may be shuffled and have fewer records.
    References: Xu et al., KDD 2006; Ghinita et al., VLDB 2007 (GCP); the examinations paper
    (docs: sources), equations 1 to 4.

    >>> domains = {"age": AttributeDomain.of("age", ["20", "25", "30"])}
    >>> penalty = CertaintyPenalty.of({"age": ["20-25", "*"]}, domains, records=3)
    >>> penalty.tuples, penalty.gcp, round(penalty.gcp_with_left_out, 3)
    (array([0.5, 1. ]), 0.75, 0.833)
    """

    attributes: tuple[str, ...]
    cells: FloatArray
    """(records, attributes)."""
    left_out: int
    """Records of the original that the release does not hold."""

    @classmethod
    def of(
        cls,
        released: Mapping[str, Sequence[Value]],
        domains: Mapping[str, AttributeDomain],
        records: int | None = None,
    ) -> CertaintyPenalty:
        """Measure the columns that have a domain.

        `records` is the size of the original table, to know how many were left out.
        """
        names = tuple(domains)
        number = check_columns(released, names)
        cells = np.empty((number, len(names)))
        for place, name in enumerate(names):
            labels, codes = numbered(released[name])
            check_understood(domains[name], labels)
            penalties = [cell_penalty(domains[name], label) for label in labels]
            cells[:, place] = np.array(penalties, np.float64)[codes]
        return cls(names, cells, left_out(records, number))

    @property
    def tuples(self) -> FloatArray:
        """NCP of each record: the sum over its attributes (equation 3)."""
        return np.asarray(self.cells.sum(axis=1), np.float64)

    @property
    def by_attribute(self) -> dict[str, float]:
        """Mean NCP of each attribute over the released records; nan when there are none."""
        if not self.cells.size:
            return dict.fromkeys(self.attributes, nan)
        return dict(zip(self.attributes, self.cells.mean(axis=0).tolist(), strict=True))

    @property
    def gcp(self) -> float:
        """Global certainty penalty of the released records (equation 4); nan without any."""
        return float(self.cells.mean()) if self.cells.size else nan

    @property
    def gcp_with_left_out(self) -> float:
        """The same, where a record left out costs 1 in every attribute."""
        lost = self.left_out * len(self.attributes)
        total = self.cells.size + lost
        return float((self.cells.sum() + lost) / total) if total else nan


def _by_width(domain: AttributeDomain, label: Value) -> float:
    span = domain.greatest - domain.least
    if not span > 0:
        return 0.0
    if domain.suppresses(label):
        return 1.0
    ends = domain.bounds(label)
    if ends is None:
        return 0.0
    low, high = max(ends[0], domain.least), min(ends[1], domain.greatest)
    if low > high:
        low, high = ends
    return min((high - low) / span, 1.0)


COST_FIGURES.add(
    "gcp_with_left_out",
    CostFigure(
        Message("utility.figure-gcp-with-left-out-title"),
        Message("utility.figure-gcp-with-left-out-meaning"),
        "Xu et al. 2006 (NCP); Ghinita et al. 2007 (GCP)",
    ),
    order=1,
)
