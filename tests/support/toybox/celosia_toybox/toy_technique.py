"""A technique: the first letters of a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from celosia.core.parameters import ColumnName, Whole, check_parameters
from celosia.core.technique import Applied, Technique, TechniqueDescription, declared, relabelled
from celosia.text.messages import Message


@declared(order=99)
@dataclass(frozen=True, slots=True)
class ToyShortening(Technique):
    """Keep the first `letters` of a text."""

    column: ColumnName
    letters: Annotated[int, Whole(1, 9, usual=2, public=True)]
    kind: ClassVar[str] = "toy-shortening"
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("toys.technique"), labels={"letters": Message("toys.technique-letters")}
    )
    by_value: ClassVar[bool] = True

    def __post_init__(self):
        check_parameters(self)

    @property
    def explanation(self):
        return Message("toys.technique-explained", letters=self.letters)

    def relabel(self, values, context):
        return [value[: self.letters] for value in values]

    def apply(self, cells, context):
        return Applied(relabelled(self, cells, context))
