"""Entropy l-diversity: the values of every class are as uncertain as l equally likely ones."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from celosia.core.classes import Classes
from celosia.core.model import MODELS, DeclaredModel, ModelDescription, ModelFigure, Monotone
from celosia.core.parameters import PUBLIC, Between, ColumnName
from celosia.core.values import BoolArray, FloatArray, IntArray
from celosia.models.per_class import summed
from celosia.text.messages import Message

EULER = 0.5772156649015329


def grassberger(counts: IntArray) -> FloatArray:
    """Give G(n), which stands for log(n) when n was merely observed.

    G(1) = -γ - ln 2, G(2) = 2 - γ - ln 2, G(2n + 1) = G(2n), G(2n + 2) = G(2n) + 2 / (2n + 1).

    References: Grassberger, *Entropy Estimates from Insufficient Samplings*,
    arXiv:physics/0307138, eqs. 28 to 31.

    >>> grassberger(np.array([1, 2, 3, 4])).round(4)
    array([-1.2704,  0.7296,  0.7296,  1.3963])
    """
    most = int(counts.max(initial=1)) // 2
    odd = 2.0 / (2 * np.arange(most) + 1)
    even = np.concatenate([[0.0], np.cumsum(odd)]) - EULER - np.log(2)
    return np.asarray(even[counts // 2], np.float64)


Estimator = Literal["shannon", "grassberger"]


def entropy(classes: Classes, attribute: str, estimator: Estimator = "shannon") -> FloatArray:
    """Entropy of an attribute in each class, in nats; 0 for a class without known values.

    `shannon` takes the class as the whole truth; `grassberger` corrects for small samples
    (Grassberger, arXiv:physics/0307138, eq. 35).

    >>> np.exp(entropy(Classes.from_histogram("dx", [[1, 1], [4, 0]]), "dx")).round(6)
    array([2., 1.])
    """
    histogram = classes.histogram(attribute)
    held = histogram.held(classes.number)
    counts = histogram.counts
    each = np.log(counts) if estimator == "shannon" else grassberger(counts)
    total = summed(classes, histogram.class_of, counts * each)
    size = np.maximum(held, 1)
    plain = np.where(held > 0, np.maximum(np.log(size) - total / size, 0.0), 0.0)
    if histogram.holders is None:
        return plain
    several = held > histogram.known(classes.number)  # else it is the same, or an estimate of it
    return np.where(several, np.minimum(plain, _of_persons(classes, attribute)), plain)


def _of_persons(classes: Classes, attribute: str) -> FloatArray:
    """Entropy where whoever has the commonest value counts for it alone.

    With the share p of the persons who have it, and the distribution R of all other values:
    h(p) + (1 - p) H(R), which is Shannon's entropy where everybody has one value, by his grouping
    axiom; 0 where all persons have one in common, whatever else they have.
    """
    histogram = classes.histogram(attribute)
    order = np.lexsort((-histogram.counts, histogram.class_of))
    class_of, counts = histogram.class_of[order], histogram.counts[order].astype(np.float64)
    first = np.append(True, class_of[1:] != class_of[:-1])[: class_of.size]
    top = np.zeros(classes.number)
    top[class_of[first]] = counts[first]
    rest = summed(classes, class_of[~first], counts[~first])
    logs = summed(classes, class_of[~first], counts[~first] * np.log(counts[~first]))
    spread = np.where(rest > 0, np.log(np.maximum(rest, 1)) - logs / np.maximum(rest, 1), 0.0)
    p = np.clip(top / np.maximum(histogram.known(classes.number), 1), 0.0, 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        two = -np.nan_to_num(p * np.log(p)) - np.nan_to_num((1 - p) * np.log1p(-p))
    return np.asarray(two + (1 - p) * spread, np.float64)


@MODELS.register("entropy-l-diversity", order=3)
@dataclass(frozen=True, slots=True)
class EntropyLDiversity(DeclaredModel):
    """The entropy of `attribute` in each class is at least log(`l`).

    With Shannon's entropy merging accepted classes gives an accepted one, as entropy is concave.
    Grassberger's estimate promises nothing of the kind.

    Where persons are counted, who has the commonest value counts for it alone.

    References: Machanavajjhala et al., ACM TKDD 1(1), 2007, Definition 4.1; of persons our own.

    >>> classes = Classes.from_histogram("dx", [[1, 1], [3, 1]])
    >>> EntropyLDiversity("dx", l=2).accepts(classes)
    array([ True, False])
    """

    attribute: Annotated[ColumnName, PUBLIC]
    l: Annotated[float, Between(1, inf, usual=2.0, public=True)]
    estimator: Annotated[Estimator, PUBLIC] = "shannon"
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.entropy-l-diversity"),
        named=Message("models.entropy-l-diversity-named"),
        protects=Message("models.entropy-l-diversity-protects"),
        reference="Machanavajjhala et al. 2007, definition 4.1",
        figures=(
            ModelFigure(
                "entropy_l",
                Message("models.figure-entropy-l"),
                Message("models.figure-entropy-l-meaning"),
                better="higher",
            ),
        ),
        labels={
            "attribute": Message("models.alpha-k-anonymity-attribute"),
            "l": Message("models.entropy-l-diversity-l"),
            "estimator": Message("models.entropy-l-diversity-estimator"),
        },
        choices={
            "shannon": Message("models.entropy-l-diversity-shannon"),
            "grassberger": Message("models.entropy-l-diversity-grassberger"),
        },
    )
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = True

    @property
    def gaps(self) -> dict[str, Any]:
        """Name the estimate, where it is not the usual one."""
        return {"kind": "" if self.estimator == "shannon" else f" ({self.estimator})"}

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
        there &= classes.sizes >= self.least_size
        return np.asarray(there & (found >= np.log(self.l) - 1e-9), np.bool_)
