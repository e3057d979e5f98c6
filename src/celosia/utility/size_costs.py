"""What the sizes of the classes cost: discernibility, average size, records left out."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from celosia.core.classes import Classes
from celosia.core.parameters import check_whole
from celosia.utility.table_pair import left_out


@dataclass(frozen=True, slots=True)
class ClassSizeLoss:
    """Figures of a release that need nothing but its equivalence classes.

    With k, records in smaller classes count as suppressed, as the paper has it; a release that
    meets k has none. Records left out always do.

    Sort: from classes. References: Bayardo and Agrawal, ICDE 2005, section 3.1 (C_DM); LeFevre,
    DeWitt and Ramakrishnan, ICDE 2006, section 5.1 (C_avg).

    >>> import numpy as np
    >>> loss = ClassSizeLoss.of(Classes(np.array([4, 5])), records=10, k=2)
    >>> loss.discernibility, loss.average_class_size, loss.suppressed_share
    (51.0, 2.25, 0.1)
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

    @property
    def suppressed_share(self) -> float:
        """Share of the original records that are suppressed; 0 for an empty table."""
        return self.suppressed / self.records if self.records else 0.0

    @property
    def discernibility_share(self) -> float:
        """Discernibility between all records apart (0) and all in one class (1)."""
        if self.records < 2:
            return 0.0
        return (self.discernibility / self.records - 1) / (self.records - 1)
