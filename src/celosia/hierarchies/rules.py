"""Rules: how a hierarchy is made from a column's values, as a recipe writes it down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field
from typing import Any, ClassVar, Protocol

from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import from_entries, to_entries
from celosia.core.registry import Registry
from celosia.core.values import ValueCounts
from celosia.errors import HierarchyError
from celosia.text.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleDescription:
    """A rule as a person meets it."""

    title: Message
    """What it does, after "make it by"."""
    begins: Mapping[str, Any] = field(default_factory=dict)
    """Entries that it needs, to begin with where nobody has decided yet."""
    not_offered: Mapping[str, Message] = field(default_factory=dict)
    """Why a surface does not offer it by its name: `cli`, `rest` or `app`, and the reason."""


class HierarchyRule(Protocol):
    """A small frozen dataclass that builds a hierarchy, on this month's data or the next."""

    kind: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Build the hierarchy of the values that are not null."""
        ...


class DeclaredRule(HierarchyRule, Protocol):
    """A rule that recipes can name."""

    described: ClassVar[RuleDescription]


RULES: Registry[type[DeclaredRule]] = Registry(
    Message("core.noun-hierarchy-rule"), "celosia.hierarchies", HierarchyError
)
"""Every rule by its kind, in the order in which a person should think of them."""


def rule_to_dict(rule: HierarchyRule) -> dict[str, Any]:
    """Give the kind and the fields that differ from their default, as TOML or JSON can hold them.

    >>> from celosia.hierarchies import Intervals
    >>> rule_to_dict(Intervals((5, 10), top=90))
    {'kind': 'intervals', 'widths': [5, 10], 'top': 90}
    """
    return to_entries(rule)


def rule_from_dict(entries: Mapping[str, Any]) -> HierarchyRule:
    """Read what `rule_to_dict` gave.

    >>> rule_from_dict({"kind": "intervals", "widths": [5, 10]})
    Intervals(widths=(5, 10), origin=0, bottom=None, top=None, suppress=True, decimal='.')
    """
    return from_entries(entries, RULES, Message("core.noun-hierarchy-rule"), HierarchyError)


def usual_rule(kind: str) -> HierarchyRule:
    """Give a rule that nobody has decided yet.

    >>> usual_rule("digits")
    Digits(levels=None)
    """
    rule = RULES[kind]
    return rule(**rule.described.begins)
