"""Distinct l-diversity: every class holds several values of what must not be learned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from celosia.core.classes import Classes
from celosia.core.model import MODELS, DeclaredModel, ModelDescription, ModelFigure, Monotone
from celosia.core.parameters import PUBLIC, ColumnName, Whole
from celosia.core.values import BoolArray
from celosia.models.per_class import held_by_all
from celosia.text.messages import Message


@MODELS.register("distinct-l-diversity", order=2)
@dataclass(frozen=True, slots=True)
class DistinctLDiversity(DeclaredModel):
    """Each class holds at least `l` distinct values of `attribute`.

    Where persons are counted, who has several values has each of them; so the class must be of at
    least l persons, and no value may be that of all of them, however many others they have.

    References: Machanavajjhala et al., ACM TKDD 1(1), 2007, Principle 2; of persons our own.

    >>> DistinctLDiversity("dx", l=2).accepts(Classes.from_histogram("dx", [[3, 1], [4, 0]]))
    array([ True, False])
    """

    attribute: Annotated[ColumnName, PUBLIC]
    l: Annotated[int, Whole(2, usual=2, public=True)]
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.distinct-l-diversity"),
        named=Message("models.distinct-l-diversity-named"),
        protects=Message("models.distinct-l-diversity-protects"),
        reference="Machanavajjhala et al. 2007",
        figures=(
            ModelFigure(
                "distinct_l",
                Message("models.figure-distinct-l"),
                Message("models.figure-distinct-l-meaning"),
                better="higher",
            ),
        ),
        labels={
            "attribute": Message("models.alpha-k-anonymity-attribute"),
            "l": Message("models.distinct-l-diversity-l"),
        },
    )
    monotone: ClassVar[Monotone] = Monotone.ALWAYS
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = True

    @property
    def least_size(self) -> int:
        """Holding l values takes l records, or persons."""
        return self.l

    @property
    def sensitive(self) -> tuple[tuple[str, ...], ...]:
        """The attribute whose values must differ."""
        return ((self.attribute,),)

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes with at least l distinct values."""
        many = classes.distinct(self.attribute) >= self.l
        return many & (classes.sizes >= self.l) & ~held_by_all(classes, self.attribute)
