"""Hierarchies built again from their rules, to understand the labels of a release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from celosia.domain.hierarchy import Hierarchy
from celosia.domain.table import Table
from celosia.domain.values import ValueCounts
from celosia.hierarchies import HierarchyRule, propose_hierarchy
from celosia.utility.attribute_domain import AttributeDomain


def built_hierarchies(
    original: Table, released: Table, names: Sequence[str], rules: Mapping[str, HierarchyRule]
) -> dict[str, Hierarchy]:
    """Build the hierarchies of columns over the original's values.

    A column without a rule gets the proposed one if its labels say nothing otherwise: that is how
    it was generalized if nobody named another.
    """
    built = {}
    for name in names:
        values = original.relation.values(name)
        rule = rules.get(name)
        if rule is None and not _understood(name, values, released.relation.values(name)):
            rule = propose_hierarchy(name, values, original.schema.column(name)).rule
        if rule is not None:
            built[name] = rule.build(name, values).fitted(values.values)
    return built


def _understood(name: str, values: ValueCounts, labels: ValueCounts) -> bool:
    domain = AttributeDomain.of(name, values)
    return all(domain.understands(label) for label in labels.values)
