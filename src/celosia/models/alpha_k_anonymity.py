"""(α,k)-anonymity: no value of a class is too likely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from celosia.domain.arrays import BoolArray
from celosia.domain.classes import Classes
from celosia.domain.model import Monotone
from celosia.domain.parameters import Between, Column, Whole, check_parameters
from celosia.models.per_class import highest_share


@dataclass(frozen=True, slots=True)
class AlphaKAnonymity:
    """Each class holds at least `k` records, and none of its values has a share above `alpha`.

    References: Wong et al., KDD 2006, Definition 4 (here for every value of the attribute).

    >>> classes = Classes.from_histogram("dx", [[3, 1], [2, 2], [1, 0]])
    >>> AlphaKAnonymity("dx", alpha=0.5, k=2).accepts(classes)
    array([False,  True, False])
    """

    attribute: Column
    alpha: Annotated[float, Between(0, 1, usual=0.5, open_low=True)]
    k: Annotated[int, Whole(1, usual=5)]
    monotone: ClassVar[Monotone] = Monotone.UNSUPPRESSED
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    def __str__(self) -> str:
        return f"({self.alpha:g}, {self.k})-anonymity of '{self.attribute}'"

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

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters."""
        return {
            "model": "alpha-k-anonymity",
            "attribute": self.attribute,
            "alpha": self.alpha,
            "k": self.k,
        }
