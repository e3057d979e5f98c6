"""Keep the value or give it up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from celosia.core.hierarchy import Hierarchy
from celosia.core.values import ValueCounts
from celosia.hierarchies.rule import RULES, RuleDescription, from_labels
from celosia.text.messages import Message


@RULES.register("suppression", order=7)
@dataclass(frozen=True, slots=True)
class Suppression:
    """The value, or `*`: nothing in between.

    >>> Suppression().build("sex", ValueCounts.of(["F", "M"])).rows
    (('F', '*'), ('M', '*'))
    """

    kind: ClassVar[str] = "suppression"
    described: ClassVar[RuleDescription] = RuleDescription(
        title=Message("hierarchies.suppression"),
    )

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Put `*` above every value."""
        return from_labels(attribute, values.texts, [])
