"""A bound on the share of records that look like no other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np

from celosia.core.classes import Classes
from celosia.core.model import MODELS, DeclaredModel, ModelDescription, Monotone
from celosia.core.parameters import Between
from celosia.core.values import BoolArray
from celosia.text.messages import Message


@MODELS.register("sample-uniqueness", order=10)
@dataclass(frozen=True, slots=True)
class SampleUniqueness(DeclaredModel):
    """At most a share of `threshold` of the records is unique; judges the table as a whole.

    References: El Emam, *Guide to the De-Identification of Personal Health Information*, 2013.

    >>> SampleUniqueness(0.1).accepts(Classes(np.array([1, 9])))
    array([ True,  True])
    """

    threshold: Annotated[float, Between(0, 1, usual=0.0, public=True)]
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.sample-uniqueness"),
        named=Message("models.sample-uniqueness-named"),
        protects=Message("models.sample-uniqueness-protects"),
        reference="El Emam 2013",
        labels={"threshold": Message("models.sample-uniqueness-threshold")},
    )
    monotone: ClassVar[Monotone] = Monotone.UNSUPPRESSED
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = False
    least_size: ClassVar[int] = 1
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    @property
    def gaps(self) -> dict[str, Any]:
        """Round the share."""
        return {"share": float(f"{self.threshold:.3g}")}

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept all classes or none."""
        records = max(int(classes.records.sum()), 1)
        share = int(classes.records[classes.sizes == 1].sum()) / records
        return np.full(classes.number, share <= self.threshold + 1e-12)
