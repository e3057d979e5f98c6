"""Homogeneity: a class whose records all hold the same secret gives it away."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from celosia.core.classes import Classes
from celosia.errors import ParameterError


@dataclass(frozen=True, slots=True)
class HomogeneityRisk:
    """Records whose secret is known to anybody who finds their class.

    Nulls are no value: a class of one value and nulls counts as one value.

    References: Machanavajjhala et al., ACM TKDD 1(1), 2007 (homogeneity attack).

    >>> HomogeneityRisk.of(Classes.from_histogram("dx", [[3, 1], [4, 0]]), "dx")
    HomogeneityRisk(attribute='dx', records=4, share=0.5, classes=1, highest=1.0)
    """

    attribute: str
    records: int
    """Records in classes with a single value."""
    share: float
    """Those records, over all."""
    classes: int
    """Classes with a single value."""
    highest: float
    """Largest share of one value within a class: how sure an attacker can be at best."""

    @classmethod
    def of(cls, classes: Classes, attribute: str) -> HomogeneityRisk:
        """Measure classes."""
        total = int(classes.records.sum())
        if total == 0:
            raise ParameterError("risk.homogeneityrisk-release-holds-no-records")
        shares = classes.histogram(attribute).shares(classes.number)
        single = classes.distinct(attribute) == 1
        records = int(classes.records[single].sum())
        return cls(
            attribute,
            records,
            records / total,
            int(np.count_nonzero(single)),
            float(shares.max(initial=0.0)),
        )
