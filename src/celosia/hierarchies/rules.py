"""Rules: how a hierarchy is made from a column's values, as a recipe writes it down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, ClassVar, Protocol

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
    entries: dict[str, Any] = {"kind": rule.kind}
    for entry in fields(rule):
        value = getattr(rule, entry.name)
        if value is not None and value != entry.default:
            entries[entry.name] = _as_lists(value)
    return entries


def rule_from_dict(entries: Mapping[str, Any]) -> HierarchyRule:
    """Read what `rule_to_dict` gave.

    >>> rule_from_dict({"kind": "intervals", "widths": [5, 10]})
    Intervals(widths=(5, 10), origin=0, bottom=None, top=None, suppress=True, decimal='.')
    """
    kind = entries.get("kind")
    if not isinstance(kind, str) or kind not in RULES:
        raise HierarchyError(f"Unknown kind of hierarchy rule. Kinds: {', '.join(RULES)}.")
    rule, given = RULES[kind], {key: value for key, value in entries.items() if key != "kind"}
    _check_entries(kind, given, {entry.name: entry for entry in fields(rule)})
    try:
        return rule(**{key: _as_tuples(value) for key, value in given.items()})
    except TypeError:
        raise HierarchyError(f"An entry of the '{kind}' rule has the wrong type.") from None


def _check_entries(kind: str, given: Mapping[str, Any], known: Mapping[str, Field[Any]]) -> None:
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise HierarchyError(
            f"The '{kind}' rule has no entries {', '.join(unknown)}. "
            f"Entries: {', '.join(known) or 'none'}."
        )
    needed = [n for n, entry in known.items() if entry.default is MISSING]
    missing = [name for name in needed if name not in given]
    if missing:
        raise HierarchyError(f"The '{kind}' rule needs the entries {', '.join(missing)}.")


def _as_lists(value: Any) -> Any:
    return [_as_lists(item) for item in value] if isinstance(value, tuple) else value


def _as_tuples(value: Any) -> Any:
    return tuple(_as_tuples(item) for item in value) if isinstance(value, list) else value
