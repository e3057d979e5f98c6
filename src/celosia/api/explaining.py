"""How the labels of a release come from the values of its original, techniques included."""

from __future__ import annotations

from collections import Counter

from celosia.api.transforming import relabelled_values
from celosia.domain.table import Table
from celosia.domain.values import Value, ValueCounts
from celosia.hierarchies import ExplicitRows, HierarchyRule, propose_hierarchy
from celosia.recipe import Recipe


def hierarchies_of(
    table: Table, recipe: Recipe, key: bytes | None = None
) -> dict[str, HierarchyRule]:
    """Give the rules that lead from the values of the original to the labels of its release.

    A quasi-identifier that techniques changed value by value gets a rule that begins with what
    they make of each value. Others keep the recipe's rule; swapped and noisy columns hold values,
    not labels.
    """
    labels = relabelled_values(table, recipe, key)
    rules = dict(recipe.hierarchies)
    for name in recipe.quasi_identifiers:
        if name in labels:
            rules[name] = _composed(labels[name], table.relation.values(name), name, recipe)
    return rules


def _composed(
    labels: dict[Value, Value], values: ValueCounts, name: str, recipe: Recipe
) -> ExplicitRows:
    """Put what techniques made of a value between it and its hierarchy."""
    counts: Counter[str] = Counter()
    for value, count in zip(values.values, values.counts, strict=True):
        if (label := labels[value]) is not None:
            counts[label] += count
    made = ValueCounts(*zip(*sorted(counts.items()), strict=True))
    rule = recipe.hierarchies.get(name)
    climbed = {t.changes[0] for t in recipe.techniques if t.kind == "hierarchy-level"}
    if rule is None or name in climbed:
        rule = propose_hierarchy(name, made).rule
    rows = {row[0]: row for row in rule.build(name, made).rows}
    return ExplicitRows(
        tuple(
            (value, *map(str, rows[label]))
            for value, label in labels.items()
            if value is not None and label is not None
        )
    )
