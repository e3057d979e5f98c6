"""β-likeness: seeing the class does not make any value much more likely than before."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Annotated, Any, ClassVar

import numpy as np

from celosia.core.classes import Classes
from celosia.core.model import MODELS, DeclaredModel, ModelDescription, ModelFigure, Monotone
from celosia.core.parameters import PUBLIC, Between, ColumnName
from celosia.core.values import BoolArray, FloatArray
from celosia.models.per_class import highest
from celosia.text.messages import Message


def gain(classes: Classes, attribute: str) -> FloatArray:
    """Largest relative gain (p - q) / q over the values of each class; 0 when none gains.

    >>> gain(Classes.from_histogram("dx", [[2, 0], [0, 2]]), "dx")
    array([1., 1.])
    """
    histogram = classes.histogram(attribute)
    q = histogram.overall_shares()[histogram.value_of]
    p = histogram.shares(classes.number)
    return highest(classes, histogram.class_of, np.maximum((p - q) / q, 0.0))


def enhanced_excess(classes: Classes, attribute: str, beta: float) -> FloatArray:
    """Largest gain beyond min(β, -ln q) over the values of each class; at most 0 when all hold."""
    histogram = classes.histogram(attribute)
    q = histogram.overall_shares()[histogram.value_of]
    p = histogram.shares(classes.number)
    excess = (p - q) / q - np.minimum(beta, -np.log(q))
    worst = np.full(classes.number, -np.inf)
    np.maximum.at(worst, histogram.class_of, np.where(p > q, excess, -np.inf))
    return worst


def needed_beta(classes: Classes, attribute: str) -> FloatArray:
    """Give the smallest β of enhanced β-likeness of each class; infinite where -ln q is exceeded.

    >>> needed_beta(Classes.from_histogram("dx", [[2, 0], [0, 2]]), "dx")
    array([inf, inf])
    """
    beyond = enhanced_excess(classes, attribute, np.inf) > 1e-9
    return np.where(beyond, np.inf, gain(classes, attribute))


@MODELS.register("beta-likeness", order=7)
@dataclass(frozen=True, slots=True)
class BetaLikeness(DeclaredModel):
    """No value's share in a class exceeds its share in the table by more than `beta` of it.

    Enhanced: nor by more than -ln q, which binds where a value is frequent already.

    References: Cao and Karras, PVLDB 5(11), 2012, Definitions 2 and 3.

    >>> classes = Classes.from_histogram("dx", [[3, 1], [1, 3]])
    >>> BetaLikeness("dx", beta=0.5).accepts(classes), BetaLikeness("dx", beta=0.4).accepts(classes)
    (array([ True,  True]), array([False, False]))
    """

    attribute: Annotated[ColumnName, PUBLIC]
    beta: Annotated[float, Between(0, inf, usual=1.0, open_low=True, public=True)]
    enhanced: Annotated[bool, PUBLIC] = False
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.beta-likeness"),
        named=Message("models.beta-likeness-named"),
        protects=Message("models.beta-likeness-protects"),
        reference="Cao and Karras 2012",
        figures=(
            ModelFigure(
                "beta_basic",
                Message("models.figure-beta-basic"),
                Message("models.figure-beta-basic-meaning"),
            ),
        ),
        labels={
            "attribute": Message("models.alpha-k-anonymity-attribute"),
            "beta": Message("models.beta-likeness-beta"),
            "enhanced": Message("models.beta-likeness-enhanced"),
        },
    )
    monotone: ClassVar[Monotone] = Monotone.UNSUPPRESSED
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = False
    least_size: ClassVar[int] = 1

    @property
    def gaps(self) -> dict[str, Any]:
        """Say which of the two it is."""
        kind = "models.enhanced" if self.enhanced else "models.basic"
        return {"kind": Message(kind)}

    @property
    def sensitive(self) -> tuple[tuple[str, ...], ...]:
        """The attribute whose values must not become much likelier."""
        return ((self.attribute,),)

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes in which no value gains too much."""
        if self.enhanced:
            return enhanced_excess(classes, self.attribute, self.beta) <= 1e-9
        return gain(classes, self.attribute) <= self.beta + 1e-9
