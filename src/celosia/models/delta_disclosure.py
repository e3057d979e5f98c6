"""δ-disclosure privacy: no value is much more or much less likely in a class."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.classes import Classes
from celosia.core.model import MODELS, DeclaredModel, ModelDescription, ModelFigure, Monotone
from celosia.core.parameters import PUBLIC, Between, ColumnName
from celosia.core.values import BoolArray, FloatArray
from celosia.models.per_class import highest
from celosia.text.messages import Message


def log_ratio(classes: Classes, attribute: str) -> FloatArray:
    """Largest |log2(p / q)| over the values *present* in each class.

    >>> log_ratio(Classes.from_histogram("dx", [[2, 0], [1, 1]]), "dx").round(4)
    array([0.415, 1.   ])
    """
    histogram = classes.histogram(attribute)
    q = histogram.overall_shares()[histogram.value_of]
    ratio = np.abs(np.log2(histogram.shares(classes.number) / q))
    return highest(classes, histogram.class_of, ratio)


def needed_delta(classes: Classes, attribute: str) -> FloatArray:
    """Largest |log2(p / q)| over *all* values: infinite where a class lacks one.

    >>> needed_delta(Classes.from_histogram("dx", [[2, 0], [1, 1]]), "dx")
    array([inf,  1.])
    """
    lacks = classes.distinct(attribute) < np.count_nonzero(classes.histogram(attribute).overall())
    return np.where(lacks, np.inf, log_ratio(classes, attribute))


@MODELS.register("delta-disclosure", order=8)
@dataclass(frozen=True, slots=True)
class DeltaDisclosure(DeclaredModel):
    """|log2(p / q)| < `delta` for every value of `attribute` and every class.

    A value that a class lacks is ruled out for its members, an infinite disclosure.

    References: Brickell and Shmatikov, KDD 2008, Definition 2.

    >>> classes = Classes.from_histogram("dx", [[3, 1], [1, 3]])
    >>> DeltaDisclosure("dx", delta=1.1).accepts(classes)
    array([ True,  True])
    """

    attribute: Annotated[ColumnName, PUBLIC]
    delta: Annotated[float, Between(0, inf, usual=1.0, open_low=True, public=True)]
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.delta-disclosure"),
        named=Message("models.delta-disclosure-named"),
        protects=Message("models.delta-disclosure-protects"),
        reference="Brickell and Shmatikov 2008",
        figures=(
            ModelFigure(
                "delta_disclosure",
                Message("models.figure-delta-disclosure"),
                Message("models.figure-delta-disclosure-meaning"),
            ),
        ),
        labels={
            "attribute": Message("models.alpha-k-anonymity-attribute"),
            "delta": Message("models.delta-disclosure-delta"),
        },
    )
    monotone: ClassVar[Monotone] = Monotone.UNSUPPRESSED
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = False
    least_size: ClassVar[int] = 1

    @property
    def sensitive(self) -> tuple[tuple[str, ...], ...]:
        """The attribute whose values must not be disclosed."""
        return ((self.attribute,),)

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes that disclose little of every value."""
        return needed_delta(classes, self.attribute) < self.delta
