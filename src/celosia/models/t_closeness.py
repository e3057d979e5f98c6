"""t-closeness: no class's values are distributed far from the whole table's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from celosia.core.classes import Classes
from celosia.core.model import MODELS, DeclaredModel, ModelDescription, ModelFigure, Monotone
from celosia.core.parameters import PUBLIC, Between, ColumnName, check_parameters
from celosia.core.values import BoolArray, FloatArray
from celosia.errors import ParameterError
from celosia.models.earth_mover import check_tree, emd_equal, emd_hierarchical, emd_ordered
from celosia.text.messages import Message

DistanceName = Literal["equal", "ordered", "hierarchical"]


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

    attribute: Annotated[ColumnName, PUBLIC]
    t: Annotated[float, Between(0, 1, usual=0.2, public=True)]
    distance: Annotated[DistanceName, PUBLIC] = "equal"
    paths: tuple[tuple[str, ...], ...] = ()
    """For `hierarchical`: each value with its ancestors up to the root."""
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.t-closeness"),
        named=Message("models.t-closeness-named"),
        protects=Message("models.t-closeness-protects"),
        reference="Li, Li and Venkatasubramanian 2007",
        figures=(
            ModelFigure(
                "t_equal",
                Message("models.figure-t-equal"),
                Message("models.figure-t-equal-meaning"),
            ),
            ModelFigure(
                "t_ordered",
                Message("models.figure-t-ordered"),
                Message("models.figure-t-ordered-meaning"),
                reference="Li, Li and Venkatasubramanian 2007, section 3.1",
            ),
        ),
        labels={
            "attribute": Message("models.alpha-k-anonymity-attribute"),
            "t": Message("models.t-closeness-t"),
            "distance": Message("models.t-closeness-distance"),
        },
        choices={
            "equal": Message("models.t-closeness-equal"),
            "ordered": Message("models.t-closeness-ordered"),
            "hierarchical": Message("models.t-closeness-hierarchical"),
        },
    )
    monotone: ClassVar[Monotone] = Monotone.UNSUPPRESSED
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = False
    least_size: ClassVar[int] = 1

    def __post_init__(self) -> None:
        check_parameters(self)
        if (self.distance == "hierarchical") != bool(self.paths):
            raise ParameterError("models.tcloseness-paths-go-hierarchical-distance")
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
