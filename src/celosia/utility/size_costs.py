"""What is given up in classes, records and cells: class sizes, and the share suppressed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.classes import Classes
from celosia.core.parameters import check_whole
from celosia.core.values import Value, numbered
from celosia.text.messages import Message
from celosia.utility.cost_figure import COST_FIGURES, CostFigure
from celosia.utility.table_pair import check_columns, left_out


@dataclass(frozen=True, slots=True)
class ClassSizeLoss:
    """Figures of a release that need nothing but its equivalence classes.

    With k, records in smaller classes count as suppressed, as the paper has it; a release that
    meets k has none. Records left out always do.

    Sort: from classes. References: Bayardo and Agrawal, ICDE 2005, section 3.1 (C_DM); LeFevre,
    DeWitt and Ramakrishnan, ICDE 2006, section 5.1 (C_avg).

    >>> import numpy as np
    >>> loss = ClassSizeLoss.of(Classes(np.array([4, 5])), records=10, k=2)
    >>> loss.discernibility, loss.average_class_size, loss.suppressed
    (51.0, 2.25, 1)
    """

    records: int
    """Records of the original table."""
    suppressed: int
    """Records left out, or in classes smaller than k."""
    classes: int
    """Classes of at least k."""
    discernibility: float
    average_class_size: float
    """Records per class in multiples of k; nan when no class is left."""

    @classmethod
    def of(cls, classes: Classes, records: int | None = None, k: int = 1) -> ClassSizeLoss:
        """Measure classes; `records` is the size of the original table, if some were left out."""
        check_whole("ClassSizeLoss: k", k, least=1)
        released = int(classes.records.sum())
        total = released + left_out(records, released)
        kept = classes.kept(classes.sizes >= k)
        inside = int(kept.records.sum())
        squares = float((kept.records.astype(float) * kept.sizes).sum())
        return cls(
            records=total,
            suppressed=total - inside,
            classes=kept.number,
            discernibility=squares + float(total) * (total - inside),
            average_class_size=inside / kept.number / k if kept.number else nan,
        )


@dataclass(frozen=True, slots=True)
class SuppressedShare:
    """Shares of the original's records and cells of which the release says nothing.

    A record is suppressed when it is left out, or when every measured cell of it is.

    Sort: from labels and the original domain. References: Samarati, IEEE TKDE 13(6), 2001.

    >>> domains = {"age": AttributeDomain.of("age", ["20", "30"])}
    >>> SuppressedShare.of({"age": ["20", "*", "30"]}, domains, records=4)
    SuppressedShare(records=0.5, cells=0.5, by_attribute={'age': 0.5})
    """

    records: float
    cells: float
    by_attribute: Mapping[str, float]

    @classmethod
    def of(
        cls,
        released: Mapping[str, Sequence[Value]],
        domains: Mapping[str, AttributeDomain],
        records: int | None = None,
    ) -> SuppressedShare:
        """Measure the columns that have a domain; nan when the original has no records."""
        number = check_columns(released, tuple(domains))
        lost = left_out(records, number)
        total = number + lost
        if not total:
            return cls(nan, nan, dict.fromkeys(domains, nan))
        whole, shares = np.ones(number, np.bool_), {}
        for name, domain in domains.items():
            labels, codes = numbered(released[name])
            starred = np.array([domain.suppresses(label) for label in labels], np.bool_)[codes]
            whole &= starred
            shares[name] = float((starred.sum() + lost) / total)
        cells = sum(shares.values()) / len(shares)
        return cls(float((whole.sum() + lost) / total), cells, shares)


COST_FIGURES.add(
    "suppressed_records",
    CostFigure(
        Message("utility.figure-suppressed-records-title"),
        Message("utility.figure-suppressed-records-meaning"),
        "Samarati 2001",
    ),
    order=2,
)
COST_FIGURES.add(
    "suppressed_cells",
    CostFigure(
        Message("utility.figure-suppressed-cells-title"),
        Message("utility.figure-suppressed-cells-meaning"),
        "Samarati 2001",
    ),
    order=3,
)
COST_FIGURES.add(
    "classes",
    CostFigure(
        Message("utility.figure-classes-title"),
        Message("utility.figure-classes-meaning"),
        "LeFevre et al. 2006",
        "higher",
    ),
    order=4,
)
COST_FIGURES.add(
    "average_class_size",
    CostFigure(
        Message("utility.figure-average-class-size-title"),
        Message("utility.figure-average-class-size-meaning"),
        "LeFevre et al. 2006",
    ),
    order=5,
)
COST_FIGURES.add(
    "discernibility",
    CostFigure(
        Message("utility.figure-discernibility-title"),
        Message("utility.figure-discernibility-meaning"),
        "Bayardo and Agrawal 2005",
    ),
    order=6,
)
