"""What the rules share: labels in, a hierarchy out, without levels that tell nothing apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from celosia.core.hierarchy import Hierarchy
from celosia.core.values import ValueCounts


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


def without_idle_levels(hierarchy: Hierarchy) -> Hierarchy:
    """Leave out the levels that part the values as the level below does.

    >>> rows = [("1", "a", "A", "*"), ("2", "a", "A", "*"), ("3", "b", "B", "*")]
    >>> without_idle_levels(Hierarchy.from_rows("x", rows)).rows[0]
    ('1', 'a', '*')
    """
    kept = useful_levels(hierarchy)
    return Hierarchy(hierarchy.attribute, tuple(hierarchy.levels[level] for level in kept))


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
