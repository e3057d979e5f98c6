"""A bound on the share of records that look like no other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np

from celosia.domain.arrays import BoolArray
from celosia.domain.classes import Classes
from celosia.domain.model import Monotone
from celosia.domain.parameters import Between, check_parameters


@dataclass(frozen=True, slots=True)
class SampleUniqueness:
    """At most a share of `threshold` of the records is unique; judges the table as a whole.

    References: El Emam, *Guide to the De-Identification of Personal Health Information*, 2013.

    >>> SampleUniqueness(0.1).accepts(Classes(np.array([1, 9])))
    array([ True,  True])
    """

    threshold: Annotated[float, Between(0, 1, usual=0.0)]
    monotone: ClassVar[Monotone] = Monotone.UNSUPPRESSED
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = False
    least_size: ClassVar[int] = 1
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def __post_init__(self) -> None:
        check_parameters(self)

    def __str__(self) -> str:
        return f"at most {self.threshold:.3g} of the records unique"

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept all classes or none."""
        records = max(int(classes.records.sum()), 1)
        share = int(classes.records[classes.sizes == 1].sum()) / records
        return np.full(classes.number, share <= self.threshold + 1e-12)

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters."""
        return {"model": "sample-uniqueness", "threshold": self.threshold}
