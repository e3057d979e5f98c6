"""A rule of hierarchies: initials."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from celosia.core.hierarchy import Hierarchy
from celosia.hierarchies.rule import RULES, RuleDescription
from celosia.text.messages import Message


@RULES.register("toy-initials")
@dataclass(frozen=True, slots=True)
class ToyInitials:
    """The first letter of each value."""

    kind: ClassVar[str] = "toy-initials"
    described: ClassVar[RuleDescription] = RuleDescription(title=Message("toys.rule"))

    def build(self, attribute, values):
        rows = [(text, text[:1], "*") for text in values.texts]
        return Hierarchy.from_rows(attribute, rows)
