"""Consecutive groups of an ordered list of values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import PUBLIC, check_parameters
from celosia.core.values import ValueCounts
from celosia.errors import HierarchyError, ParameterError
from celosia.hierarchies.numbers import number
from celosia.hierarchies.rule import RULES, RuleDescription, from_labels
from celosia.text.messages import Message


@RULES.register("ordered", order=5)
@dataclass(frozen=True, slots=True)
class OrderedGroups:
    """Join neighbours of an ordered list: level 1 takes `sizes[0]` values at a time.

    Each further level joins `sizes[l]` groups of the level before; the last group of a level may
    be smaller. A group is labelled by its first and last member, `{a..c}`, and a group of one by
    that value. Without `order` the values that occur are ordered as numbers when all of them are,
    else as text; give an order to keep the same groups next month.

    >>> grades = ValueCounts.of(["A", "B", "C", "D", "E"])
    >>> OrderedGroups((2, 2)).build("grade", grades).levels[1:]
    (('{A..B}', '{A..B}', '{C..D}', '{C..D}', 'E'), ('{A..D}', '{A..D}', '{A..D}', '{A..D}', 'E'), \
('*', '*', '*', '*', '*'))
    """

    sizes: Annotated[tuple[int, ...], PUBLIC]
    order: tuple[str, ...] | None = None
    suppress: Annotated[bool, PUBLIC] = True
    kind: ClassVar[str] = "ordered"
    described: ClassVar[RuleDescription] = RuleDescription(
        title=Message("hierarchies.ordered"),
        labels={
            "sizes": Message("hierarchies.label-sizes"),
            "order": Message("hierarchies.label-order"),
            "suppress": Message("hierarchies.label-suppress"),
        },
        begins={"sizes": (2, 2, 2)},
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        if not self.sizes or min(self.sizes) < 2:
            raise ParameterError("hierarchies.orderedgroups-give-least-size-each")
        if self.order is not None and len(set(self.order)) < len(self.order):
            raise ParameterError("hierarchies.orderedgroups-order-lists-value-more")

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Group the values by their place in the order."""
        order = _natural_order(values.texts) if self.order is None else self.order
        place = {value: index for index, value in enumerate(order)}
        unknown = sum(text not in place for text in values.texts)
        if unknown:
            raise HierarchyError(
                "hierarchies.distinct-values-not-order-rule", unknown=unknown, attribute=attribute
            )
        levels, size = [], 1
        for joined in self.sizes:
            size *= joined
            labels = _labels(attribute, order, size)
            levels.append([labels[place[text] // size] for text in values.texts])
        return from_labels(attribute, values.texts, levels, self.suppress)


def _natural_order(texts: tuple[str, ...]) -> Sequence[str]:
    numbers = [number(text) for text in texts]
    if None in numbers:
        return sorted(texts)
    return [text for _, text in sorted(zip(numbers, texts, strict=True))]


def _labels(attribute: str, order: Sequence[str], size: int) -> list[str]:
    groups = [order[start : start + size] for start in range(0, len(order), size)]
    labels = [group[0] if len(group) == 1 else f"{{{group[0]}..{group[-1]}}}" for group in groups]
    if len(set(labels)) < len(labels):
        raise HierarchyError("hierarchies.two-groups-would-get-same", attribute=attribute)
    return labels
