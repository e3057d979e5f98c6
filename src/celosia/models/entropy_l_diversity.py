"""Entropy l-diversity: the values of every class are as uncertain as l equally likely ones."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from celosia.domain.arrays import BoolArray, FloatArray
from celosia.domain.classes import Classes
from celosia.domain.model import Monotone
from celosia.domain.parameters import Between, Column, check_parameters
from celosia.models.grassberger import grassberger
from celosia.models.per_class import summed

Estimator = Literal["shannon", "grassberger"]


def entropy(classes: Classes, attribute: str, estimator: Estimator = "shannon") -> FloatArray:
    """Entropy of an attribute in each class, in nats; 0 for a class without known values.

    `shannon` takes the class as the whole truth; `grassberger` corrects for small samples
    (Grassberger, arXiv:physics/0307138, eq. 35).

    >>> np.exp(entropy(Classes.from_histogram("dx", [[1, 1], [4, 0]]), "dx")).round(6)
    array([2., 1.])
    """
    histogram = classes.histogram(attribute)
    known = histogram.known(classes.number)
    counts = histogram.counts
    each = np.log(counts) if estimator == "shannon" else grassberger(counts)
    total = summed(classes, histogram.class_of, counts * each)
    size = np.maximum(known, 1)
    return np.where(known > 0, np.maximum(np.log(size) - total / size, 0.0), 0.0)


@dataclass(frozen=True, slots=True)
class EntropyLDiversity:
    """The entropy of `attribute` in each class is at least log(`l`).

    With Shannon's entropy merging accepted classes gives an accepted one, as entropy is concave.
    Grassberger's estimate promises nothing of the kind.

    References: Machanavajjhala et al., ACM TKDD 1(1), 2007, Definition 4.1.

    >>> classes = Classes.from_histogram("dx", [[1, 1], [3, 1]])
    >>> EntropyLDiversity("dx", l=2).accepts(classes)
    array([ True, False])
    """

    attribute: Column
    l: Annotated[float, Between(1, inf, usual=2.0)]
    estimator: Estimator = "shannon"
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    def __str__(self) -> str:
        kind = "" if self.estimator == "shannon" else f" ({self.estimator})"
        return f"entropy {self.l:g}-diversity{kind} of '{self.attribute}'"

    @property
    def monotone(self) -> Monotone:
        """Only Shannon's entropy is concave."""
        return Monotone.UNSUPPRESSED if self.estimator == "shannon" else Monotone.NEVER

    @property
    def least_size(self) -> int:
        """Holding l values takes l records."""
        return int(np.ceil(self.l - 1e-9))

    @property
    def sensitive(self) -> tuple[tuple[str, ...], ...]:
        """The attribute whose values must be uncertain."""
        return ((self.attribute,),)

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes of enough entropy; a billionth is forgiven for rounding.

        An estimate guesses at values not seen, so that a single record has an entropy above 0:
        the values must be there too.
        """
        found = entropy(classes, self.attribute, self.estimator)
        there = classes.distinct(self.attribute) >= self.least_size
        return np.asarray(there & (found >= np.log(self.l) - 1e-9), np.bool_)

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters."""
        return {
            "model": "entropy-l-diversity",
            "attribute": self.attribute,
            "l": self.l,
            "estimator": self.estimator,
        }
