"""t-closeness: no class's values are distributed far from the whole table's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from celosia.domain.arrays import BoolArray, FloatArray
from celosia.domain.classes import Classes
from celosia.domain.language import Sentence
from celosia.domain.model import MODELS, DeclaredModel, ModelDescription, Monotone
from celosia.domain.parameters import PUBLIC, Between, Column, check_parameters
from celosia.errors import ParameterError
from celosia.models.earth_mover import check_tree, emd_equal, emd_hierarchical, emd_ordered

Distance = Literal["equal", "ordered", "hierarchical"]


@MODELS.register("t-closeness", order=6)
@dataclass(frozen=True, slots=True)
class TCloseness(DeclaredModel):
    """The distribution of `attribute` in each class is within `t` of that in the whole table.

    References: Li, Li and Venkatasubramanian, ICDE 2007, Definition 2; Quirós 2013, principle 2.22.

    >>> classes = Classes.from_histogram("dx", [[2, 0], [1, 1]])
    >>> TCloseness("dx", t=0.25).accepts(classes)
    array([ True,  True])
    >>> TCloseness("dx", t=0.2).accepts(classes)
    array([False, False])
    """

    attribute: Annotated[Column, PUBLIC]
    t: Annotated[float, Between(0, 1, usual=0.2, public=True)]
    distance: Annotated[Distance, PUBLIC] = "equal"
    paths: tuple[tuple[str, ...], ...] = ()
    """For `hierarchical`: each value with its ancestors up to the root."""
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Sentence("t-closeness", "t-proximidad"),
        named=Sentence(
            "{t}-closeness ({distance}) of '{attribute}'", "{t}-proximidad de «{attribute}»"
        ),
        protects=Sentence(
            "A group tells little that the whole table does not tell: its values are spread almost "
            "as there. For skewed columns, where a rare value in a group would stand out.",
            "Un grupo dice poco que no diga ya la tabla entera: sus valores se reparten casi como "
            "en ella. Para columnas desiguales, donde un valor raro en un grupo llamaría la "
            "atención.",
        ),
        labels={
            "attribute": Sentence("Sensitive column", "Columna sensible"),
            "t": Sentence("Furthest from the whole (t)", "Lo más lejos del total (t)"),
            "distance": Sentence("How far values are apart", "Cómo distan los valores"),
        },
        choices={
            "equal": Sentence("all alike", "todos por igual"),
            "ordered": Sentence(
                "by their order (numbers, dates)", "por su orden (números, fechas)"
            ),
            "hierarchical": Sentence("by a hierarchy of them", "por una jerarquía de ellos"),
        },
    )
    monotone: ClassVar[Monotone] = Monotone.UNSUPPRESSED
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = False
    least_size: ClassVar[int] = 1

    def __post_init__(self) -> None:
        check_parameters(self)
        if (self.distance == "hierarchical") != bool(self.paths):
            raise ParameterError("TCloseness: paths go with the hierarchical distance.")
        if self.paths:
            check_tree("TCloseness: paths", self.paths)

    @property
    def sensitive(self) -> tuple[tuple[str, ...], ...]:
        """The attribute whose distribution must not stand out."""
        return ((self.attribute,),)

    def distances(self, classes: Classes) -> FloatArray:
        """Measure how far each class is from the whole table."""
        if self.distance == "ordered":
            return emd_ordered(classes, self.attribute)
        if self.distance == "hierarchical":
            return emd_hierarchical(classes, self.attribute, self.paths)
        return emd_equal(classes, self.attribute)

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes within t; a billionth is forgiven for rounding."""
        return self.distances(classes) <= self.t + 1e-9
