"""What a class gives away of a secret: all of it, or that it is likelier than in the table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from celosia.core.classes import Classes
from celosia.core.parameters import check_between
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


@dataclass(frozen=True, slots=True)
class SkewnessRisk:
    """Records in classes where some value became likely that is not likely in the table.

    A class is skewed when a value's share in it (the posterior) is at least `posterior`, and at
    least `ratio` times its share in the whole table (the prior).

    References: Li, Li and Venkatasubramanian, ICDE 2007 (skewness attack).

    >>> SkewnessRisk.of(Classes.from_histogram("hiv", [[1, 1], [98, 0]]), "hiv")
    SkewnessRisk(attribute='hiv', records=2, share=0.02, classes=1, highest_ratio=50.0, \
highest_gain=0.49)
    """

    attribute: str
    records: int
    """Records in skewed classes."""
    share: float
    """Those records, over all."""
    classes: int
    """Skewed classes."""
    highest_ratio: float
    """Largest posterior / prior of any class and value."""
    highest_gain: float
    """Largest posterior - prior of any class and value."""

    @classmethod
    def of(
        cls, classes: Classes, attribute: str, ratio: float = 2.0, posterior: float = 0.5
    ) -> SkewnessRisk:
        """Measure classes."""
        check_between("SkewnessRisk: ratio", ratio, 1, open_low=True)
        check_between("SkewnessRisk: posterior", posterior, 0, 1)
        total = int(classes.records.sum())
        if total == 0:
            raise ParameterError("risk.skewnessrisk-release-holds-no-records")
        histogram = classes.histogram(attribute)
        after = histogram.shares(classes.number)
        before = histogram.overall()[histogram.value_of]
        telling = (after >= posterior) & (after >= ratio * before)
        skewed = np.unique(histogram.class_of[telling])
        records = int(classes.records[skewed].sum())
        return cls(
            attribute,
            records,
            records / total,
            int(skewed.size),
            float((after / before).max(initial=0.0)),
            float((after - before).max(initial=0.0)),
        )
