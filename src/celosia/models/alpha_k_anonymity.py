"""(α,k)-anonymity: no value of a class is too likely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from celosia.core.classes import Classes
from celosia.core.model import MODELS, DeclaredModel, ModelDescription, ModelFigure, Monotone
from celosia.core.parameters import PUBLIC, Between, ColumnName, Whole
from celosia.core.values import BoolArray
from celosia.models.per_class import highest_share
from celosia.text.messages import Message


@MODELS.register("alpha-k-anonymity", order=5)
@dataclass(frozen=True, slots=True)
class AlphaKAnonymity(DeclaredModel):
    """Each class holds at least `k` records, and none of its values has a share above `alpha`.

    References: Wong et al., KDD 2006, Definition 4 (here for every value of the attribute).

    >>> classes = Classes.from_histogram("dx", [[3, 1], [2, 2], [1, 0]])
    >>> AlphaKAnonymity("dx", alpha=0.5, k=2).accepts(classes)
    array([False,  True, False])
    """

    attribute: Annotated[ColumnName, PUBLIC]
    alpha: Annotated[float, Between(0, 1, usual=0.5, open_low=True, public=True)]
    k: Annotated[int, Whole(1, usual=5, public=True)]
    described: ClassVar[ModelDescription] = ModelDescription(
        title=Message("models.alpha-k-anonymity"),
        named=Message("models.alpha-k-anonymity-named"),
        protects=Message("models.alpha-k-anonymity-protects"),
        reference="Wong et al. 2006",
        figures=(
            ModelFigure(
                "alpha_k",
                Message("models.figure-alpha-k"),
                Message("models.figure-alpha-k-meaning"),
            ),
        ),
        labels={
            "attribute": Message("models.alpha-k-anonymity-attribute"),
            "alpha": Message("models.alpha-k-anonymity-alpha"),
            "k": Message("models.alpha-k-anonymity-k"),
        },
    )
    monotone: ClassVar[Monotone] = Monotone.UNSUPPRESSED
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = True

    @property
    def least_size(self) -> int:
        """A class needs k records."""
        return self.k

    @property
    def sensitive(self) -> tuple[tuple[str, ...], ...]:
        """The attribute whose values must not be too likely."""
        return ((self.attribute,),)

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept large classes whose most frequent value is not too frequent."""
        few = highest_share(classes, self.attribute) <= self.alpha
        return few & (classes.sizes >= self.k)
