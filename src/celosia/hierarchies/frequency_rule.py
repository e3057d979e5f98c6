"""Rare values joined into one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, ClassVar

from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import PUBLIC, check_parameters
from celosia.core.values import ValueCounts
from celosia.errors import HierarchyError, ParameterError
from celosia.hierarchies.rule import RULES, RuleDescription, from_labels
from celosia.text.messages import Message


@RULES.register("frequent", order=6)
@dataclass(frozen=True, slots=True)
class Frequent:
    """Values held by fewer records than the level's threshold become `other`.

    Thresholds increase, so what is rare at one level stays rare at the next and levels nest. The
    groups follow the counts of the data: next month's may differ.

    >>> jobs = ValueCounts(("chef", "diver", "nurse"), (40, 1, 90))
    >>> Frequent((5, 50)).build("job", jobs).rows[0]
    ('chef', 'chef', 'other', '*')
    """

    thresholds: Annotated[tuple[int, ...], PUBLIC]
    other: Annotated[str, PUBLIC] = "other"
    suppress: Annotated[bool, PUBLIC] = True
    kind: ClassVar[str] = "frequent"
    described: ClassVar[RuleDescription] = RuleDescription(
        title=Message("hierarchies.frequent"),
        labels={
            "thresholds": Message("hierarchies.label-thresholds"),
            "other": Message("hierarchies.label-other"),
            "suppress": Message("hierarchies.label-suppress"),
        },
        begins={"thresholds": (10, 100)},
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        if not self.thresholds or self.thresholds[0] < 2:
            raise ParameterError("hierarchies.frequent-give-least-threshold-each")
        if any(high <= low for low, high in pairwise(self.thresholds)):
            raise ParameterError("hierarchies.frequent-thresholds-must-increase-levels")

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Keep the values that reach each threshold."""
        if self.other in values.values:
            raise HierarchyError("hierarchies.label-rare-values-itself-values", attribute=attribute)
        counted = [
            (value, count)
            for value, count in zip(values.values, values.counts, strict=True)
            if value is not None
        ]
        levels = [
            [value if count >= threshold else self.other for value, count in counted]
            for threshold in self.thresholds
        ]
        return from_labels(attribute, values.texts, levels, self.suppress)
