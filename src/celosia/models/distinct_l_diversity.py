"""Distinct l-diversity: every class holds several values of what must not be learned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from celosia.domain.arrays import BoolArray
from celosia.domain.classes import Classes
from celosia.domain.model import Monotone
from celosia.domain.parameters import Column, Whole, check_parameters


@dataclass(frozen=True, slots=True)
class DistinctLDiversity:
    """Each class holds at least `l` distinct values of `attribute`.

    References: Machanavajjhala et al., ACM TKDD 1(1), 2007, Principle 2.

    >>> DistinctLDiversity("dx", l=2).accepts(Classes.from_histogram("dx", [[3, 1], [4, 0]]))
    array([ True, False])
    """

    attribute: Column
    l: Annotated[int, Whole(2, usual=2)]
    monotone: ClassVar[Monotone] = Monotone.ALWAYS
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    def __str__(self) -> str:
        return f"distinct {self.l}-diversity of '{self.attribute}'"

    @property
    def least_size(self) -> int:
        """Holding l values takes l records."""
        return self.l

    @property
    def sensitive(self) -> tuple[tuple[str, ...], ...]:
        """The attribute whose values must differ."""
        return ((self.attribute,),)

    def accepts(self, classes: Classes) -> BoolArray:
        """Accept the classes with at least l distinct values."""
        return classes.distinct(self.attribute) >= self.l

    def to_dict(self) -> dict[str, Any]:
        """Name and parameters."""
        return {"model": "distinct-l-diversity", "attribute": self.attribute, "l": self.l}
