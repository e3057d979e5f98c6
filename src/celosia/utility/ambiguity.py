"""Ambiguity: how many original combinations a released record may stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.values import Value
from celosia.text.messages import Message
from celosia.utility.cost_figure import COST_FIGURES, CostFigure
from celosia.utility.table_pair import Coverage, check_columns, left_out


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Mean over the records of the product of how many values each of its labels covers.

    A record left out may be anything: it counts as the whole domain.

    Sort: from labels and the original domain. References: Nergiz and Clifton, Data & Knowledge
    Engineering 63(3), 2007; Goldberger and Tassa, Transactions on Data Privacy 3(2), 2010
    (ambiguity metric); as ARX's row-oriented ambiguity, which sums where this takes the mean.

    >>> domains = {"age": AttributeDomain.of("age", ["20", "25", "30"]),
    ...            "sex": AttributeDomain.of("sex", ["F", "M"])}
    >>> Ambiguity.of({"age": ["20-25", "30"], "sex": ["*", "F"]}, domains)
    Ambiguity(mean=2.5, most=6.0)
    """

    mean: float
    """Combinations per record; 1 is the original. nan without records."""
    most: float
    """Combinations that there are: what a fully suppressed record covers."""

    @classmethod
    def of(
        cls,
        released: Mapping[str, Sequence[Value]],
        domains: Mapping[str, AttributeDomain],
        records: int | None = None,
    ) -> Ambiguity:
        """Measure the columns that have a domain; `records` is the size of the original."""
        number = check_columns(released, tuple(domains))
        lost = left_out(records, number)
        product = np.ones(number)
        for name, domain in domains.items():
            coverage = Coverage.of(domain, released[name])
            product *= coverage.sizes[coverage.codes]
        most = float(np.prod([float(max(domain.size, 1)) for domain in domains.values()]))
        total = number + lost
        return cls(float((product.sum() + lost * most) / total) if total else nan, most)

    @property
    def share(self) -> float:
        """Where the mean lies between one combination (0) and all of them (1).

        >>> Ambiguity(mean=2.5, most=6.0).share
        0.3
        """
        return (self.mean - 1) / (self.most - 1) if self.most > 1 else 0.0


COST_FIGURES.add(
    "ambiguity",
    CostFigure(
        Message("utility.figure-ambiguity-title"),
        Message("utility.figure-ambiguity-meaning"),
        "ARX",
    ),
    order=7,
)
