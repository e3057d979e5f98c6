"""Rules: how a hierarchy is made from a column's values, and what the rules share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, replace
from typing import Any, ClassVar, Protocol, TypeVar

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
    labels: Mapping[str, Message] = field(default_factory=dict)
    """What each parameter means."""
    choices: Mapping[str, Mapping[str, Message]] = field(default_factory=dict)
    """By parameter, what each word means that it may be."""
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


def file_of(rule: HierarchyRule) -> str | None:
    """Give the address of the file that a rule reads: one that does says `reads_file`.

    >>> from celosia.hierarchies import Digits, FromFile
    >>> file_of(FromFile("tree.csv")), file_of(Digits())
    ('tree.csv', None)
    """
    given: Any = rule
    return str(given.path) if getattr(rule, "reads_file", False) else None


def with_file(rule: HierarchyRule, place: Callable[[str], str]) -> HierarchyRule:
    """Say where the file of a rule lies; a rule that reads none stays as it is.

    >>> from celosia.hierarchies import FromFile
    >>> with_file(FromFile("tree.csv"), "data/{}".format).path
    'data/tree.csv'
    """
    path = file_of(rule)
    return rule if path is None else replace(rule, path=place(path))


RULES: Registry[type[DeclaredRule]] = Registry(
    Message("core.noun-hierarchy-rule"), "celosia.hierarchies", HierarchyError, group="rules"
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


def from_labels(
    attribute: str, texts: Sequence[str], levels: Iterable[Sequence[str]], suppress: bool = True
) -> Hierarchy:
    """Put the values below the labels of each level, and `*` on top when several labels remain.

    >>> from_labels("postcode", ("28001", "37003"), [("28", "37")]).rows
    (('28001', '28', '*'), ('37003', '37', '*'))
    """
    hierarchy = Hierarchy(attribute, (tuple(texts), *(tuple(level) for level in levels)))
    return hierarchy.with_suppression() if suppress else hierarchy


RuleT = TypeVar("RuleT", bound=Any)


def useful_levels(hierarchy: Hierarchy) -> tuple[int, ...]:
    """Give level 0 and the levels that merge labels of the last useful one below.

    As levels nest, two levels part the values alike exactly when they have as many labels. The
    top level always counts when it is the only one above the values.

    >>> rows = [("1", "a", "A", "*"), ("2", "a", "A", "*"), ("3", "b", "B", "*")]
    >>> useful_levels(Hierarchy.from_rows("x", rows))
    (0, 1, 3)
    """
    useful = [0]
    labels = len(set(hierarchy.levels[0]))
    for level, row in enumerate(hierarchy.levels[1:], start=1):
        found = len(set(row))
        if found < labels:
            useful.append(level)
            labels = found
    return tuple(useful) if len(useful) > 1 or not hierarchy.height else (0, hierarchy.height)


def trimmed(rule: RuleT, steps: str, attribute: str, values: ValueCounts) -> RuleT | None:
    """Drop from the rule's field `steps` the levels that are idle, or already one single label.

    Level `l` must be made by entry `l - 1` of the field. None means that no level is left.

    >>> from celosia.hierarchies.interval_rule import Intervals
    >>> trimmed(Intervals((5, 10, 100)), "widths", "age", ValueCounts.of(["1", "2", "17"])).widths
    (5,)
    """
    hierarchy = rule.build(attribute, values)
    useful = useful_levels(hierarchy)
    kept = tuple(
        step
        for level, step in enumerate(getattr(rule, steps), start=1)
        if level in useful and len(set(hierarchy.levels[level])) > 1
    )
    return replace(rule, **{steps: kept}) if kept else None
