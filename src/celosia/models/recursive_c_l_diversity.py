"""Recursive (c,l)-diversity: the commonest value is not too common, the rare ones not too rare."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.classes import Classes
from celosia.core.model import MODELS, DeclaredModel, ModelDescription, Monotone
from celosia.core.parameters import PUBLIC, Between, ColumnName, Whole
from celosia.core.values import BoolArray, FloatArray
from celosia.models.per_class import highest, summed
from celosia.text.messages import Message


def needed_c(classes: Classes, attribute: str, l: int) -> FloatArray:
    """Give r1 / (rl + ... + rm) of each class: its c must be greater; infinite under l values.

    Persons may have several values: then those that have not the commonest count for no more than
    they are, and the others for nothing.

    >>> needed_c(Classes.from_histogram("dx", [[98, 1, 1], [4, 0, 0]]), "dx", l=2)
    array([49., inf])
    """
    histogram = classes.histogram(attribute)
    order = np.lexsort((-histogram.counts, histogram.class_of))
    class_of, counts = histogram.class_of[order], histogram.counts[order]
    first = np.searchsorted(class_of, class_of)
    rank = np.arange(class_of.size) - first
    tail = summed(classes, class_of, np.where(rank >= l - 1, counts, 0))
    top = highest(classes, class_of, counts.astype(np.float64))
    tail = np.minimum(tail, histogram.known(classes.number) - top)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(tail > 0, top / tail, np.inf)


@MODELS.register("recursive-c-l-diversity", order=4)
@dataclass(frozen=True, slots=True)
class RecursiveCLDiversity(DeclaredModel):
    """In each class r1 < c (rl + ... + rm), with the counts of `attribute` from most to least.

    Where persons are counted, the sum is at most the number of those without the commonest value.

    References: Machanavajjhala et al., ACM TKDD 1(1), 2007, Definition 4.2; of persons our own.

    >>> classes = Classes.from_histogram("dx", [[3, 2, 1], [5, 1, 1]])
    >>> RecursiveCLDiversity("dx", c=2, l=2).accepts(classes)
    array([ True, False])
    """

    attribute: Annotated[ColumnName, PUBLIC]
    c: Annotated[float, Between(0, inf, usual=3.0, open_low=True, public=True)]
    l: Annotated[int, Whole(2, usual=2, public=True)]
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.recursive-c-l-diversity"),
        named=Message("models.recursive-c-l-diversity-named"),
        protects=Message("models.recursive-c-l-diversity-protects"),
        reference="Machanavajjhala et al. 2007, definition 4.2",
        labels={
            "attribute": Message("models.alpha-k-anonymity-attribute"),
            "c": Message("models.recursive-c-l-diversity-c"),
            "l": Message("models.distinct-l-diversity-l"),
        },
    )
    monotone: ClassVar[Monotone] = Monotone.UNSUPPRESSED
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = True

    @property
    def least_size(self) -> int:
        """Holding l values takes l records, or persons."""
        return self.l

    @property
    def sensitive(self) -> tuple[tuple[str, ...], ...]:
        """The attribute whose values must be well represented."""
        return ((self.attribute,),)

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes whose commonest value stays below c times the tail."""
        return (needed_c(classes, self.attribute, self.l) < self.c) & (classes.sizes >= self.l)
