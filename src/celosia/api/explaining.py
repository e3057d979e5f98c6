"""How the labels of a release come from the values of its original, techniques included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from celosia.api.label_covers import SharedLabels
from celosia.api.replaying import relabelled_values
from celosia.api.stored_hierarchies import with_stored_hierarchies
from celosia.domain.table import Table
from celosia.domain.values import Value, ValueCounts
from celosia.hierarchies import ExplicitRows, HierarchyRule, propose_hierarchy
from celosia.methods.method import MethodFamily
from celosia.recipe import Recipe

if TYPE_CHECKING:
    from celosia.api.fuzzy_coding import CodedNumbers


def hierarchies_of(
    table: Table, recipe: Recipe, key: bytes | None = None
) -> dict[str, HierarchyRule]:
    """Give the rules that lead from the values of the original to the labels of its release.

    A quasi-identifier that techniques changed value by value gets a rule that begins with what
    they make of each value. Others keep the recipe's rule; swapped and noisy columns hold values,
    not labels. A word for a fuzzy set covers the values of all records that were given it, as
    whoever knew the sets and the original would read it; of two attributes that were coded together
    the words may share values.
    """
    recipe = with_stored_hierarchies(recipe)
    labels = relabelled_values(table, recipe, key)
    rules = dict(recipe.hierarchies)
    for name in recipe.quasi_identifiers:
        if any(label is not None for label in labels.get(name, {}).values()):
            rules[name] = _composed(labels[name], table.relation.values(name), name, recipe)
    if recipe.how.family is MethodFamily.VAGUE:
        rules |= _fuzzy(table, recipe, key, labels)
    return rules


def _fuzzy(
    table: Table,
    recipe: Recipe,
    key: bytes | None,
    made: Mapping[str, Mapping[Value, Value]],
) -> dict[str, HierarchyRule]:
    """Find the sets again, and give the words of each value, through what techniques made of it."""
    from celosia.api.fuzzy_coding import coded_as_released

    coded, _ = coded_as_released(table, recipe, key)
    return {
        name: _words(coded, name, table.relation.values(name), made.get(name, {}))
        for name in coded.numbers
    }


def _words(
    coded: CodedNumbers, name: str, values: ValueCounts, made: Mapping[Value, Value]
) -> SharedLabels:
    """Give the words of each original value, in the numbers that the sets were found in.

    After noise, or without the records that have nulls, some values are no longer there: each is
    read as the nearest one below.
    """
    from celosia.api.fuzzy_coding import as_numbers

    known, places = coded.column(name)
    given: dict[Value, dict[str, None]] = {value: {} for value in known}
    for place, text in zip(places.tolist(), coded.texts[name], strict=True):
        if text is not None:
            given[known[place]][text] = None
    became = [made.get(value, value) for value in values.texts]
    strange = [value for value in became if value not in given]
    numbers = as_numbers(strange)
    if numbers is not None:
        order = np.argsort(coded.numbers[name], kind="stable")  # nulls last
        ranked = coded.numbers[name][order]
        last = int((~np.isnan(ranked)).sum()) - 1
        below = np.clip(np.searchsorted(ranked, numbers, side="right") - 1, 0, last)
        given |= {v: given[known[places[order[at]]]] for v, at in zip(strange, below, strict=True)}
    return SharedLabels(
        {v: tuple(given.get(now, ())) for v, now in zip(values.texts, became, strict=True)}
    )


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
    climbed = {name for t in recipe.techniques if t.climbs for name in t.changes}
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
