"""Rules: how a hierarchy is made from a column's values, as a recipe writes it down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field
from typing import Any, ClassVar, Protocol

from celosia.domain.entries import from_entries, to_entries
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.values import ValueCounts
from celosia.errors import HierarchyError
from celosia.hierarchies.dates import Dates
from celosia.hierarchies.digits import Digits
from celosia.hierarchies.frequency import Frequent
from celosia.hierarchies.intervals import Intervals
from celosia.hierarchies.masking import Masking
from celosia.hierarchies.ordered import OrderedGroups
from celosia.hierarchies.suppression import Suppression
from celosia.hierarchies.table import ExplicitRows, FromFile
from celosia.hierarchies.taxonomy import Taxonomy


class HierarchyRule(Protocol):
    """A small frozen dataclass that builds a hierarchy, on this month's data or the next."""

    kind: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Build the hierarchy of the values that are not null."""
        ...


RULES: dict[str, type[HierarchyRule]] = {
    rule.kind: rule
    for rule in (
        Intervals,
        Masking,
        Digits,
        Dates,
        OrderedGroups,
        Frequent,
        Taxonomy,
        ExplicitRows,
        FromFile,
        Suppression,
    )
}
"""Every rule by its kind."""


def rule_to_dict(rule: HierarchyRule) -> dict[str, Any]:
    """Give the kind and the fields that differ from their default, as TOML or JSON can hold them.

    >>> rule_to_dict(Intervals((5, 10), top=90))
    {'kind': 'intervals', 'widths': [5, 10], 'top': 90}
    """
    return to_entries(rule)


def rule_from_dict(entries: Mapping[str, Any]) -> HierarchyRule:
    """Read what `rule_to_dict` gave.

    >>> rule_from_dict({"kind": "intervals", "widths": [5, 10]})
    Intervals(widths=(5, 10), origin=0, bottom=None, top=None, suppress=True, decimal='.')
    """
    return from_entries(entries, RULES, "hierarchy rule", HierarchyError)
