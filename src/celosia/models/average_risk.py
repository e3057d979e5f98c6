"""A bound on the average risk of the whole table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.classes import Classes
from celosia.core.model import MODELS, DeclaredModel, ModelDescription, Monotone
from celosia.core.parameters import Between
from celosia.core.values import BoolArray
from celosia.text.messages import Message


@MODELS.register("average-risk", order=9)
@dataclass(frozen=True, slots=True)
class AverageRisk(DeclaredModel):
    """The mean over all records of 1 / class size is at most `threshold`.

    It judges the table as a whole: all classes are accepted, or none. Merging classes lowers it,
    but a coarser node may also keep small classes that a finer one suppressed.

    References: El Emam, *Guide to the De-Identification of Personal Health Information*, 2013.

    >>> AverageRisk(0.3).accepts(Classes(np.array([1, 9]))), AverageRisk(0.1).accepts(
    ...     Classes(np.array([1, 9])))
    (array([ True,  True]), array([False, False]))
    """

    threshold: Annotated[float, Between(0, 1, usual=0.1, open_low=True, public=True)]
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.average-risk"),
        named=Message("models.average-risk-named"),
        protects=Message("models.average-risk-protects"),
        reference="El Emam 2013",
        labels={"threshold": Message("models.average-risk-threshold")},
    )
    monotone: ClassVar[Monotone] = Monotone.UNSUPPRESSED
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = False
    least_size: ClassVar[int] = 1
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept all classes or none."""
        records = max(int(classes.records.sum()), 1)
        risk = float((classes.records / np.maximum(classes.sizes, 1)).sum()) / records
        return np.full(classes.number, risk <= self.threshold + 1e-12)
