"""Hierarchies built again from their rules, to understand the labels of a release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from celosia.domain.attribute_domain import AttributeDomain
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.schema import Column, ColumnType
from celosia.domain.table import Table
from celosia.domain.values import ValueCounts
from celosia.hierarchies import HierarchyRule, propose_hierarchy

QUANTITIES = (ColumnType.INTEGER, ColumnType.DECIMAL)
"""Types of columns whose labels are read as numbers."""


def built_hierarchies(
    original: Table, released: Table, names: Sequence[str], rules: Mapping[str, HierarchyRule]
) -> dict[str, Hierarchy]:
    """Build the hierarchies of columns over the original's values.

    A column without a rule gets the proposed one if its labels say nothing otherwise: that is how
    it was generalized if nobody named another.
    """
    built = {}
    for name in names:
        column, values = original.schema.column(name), original.relation.values(name)
        rule = rules.get(name)
        if rule is None and not _understood(column, values, released.relation.values(name)):
            rule = propose_hierarchy(name, values, column).rule
        if rule is not None:
            built[name] = rule.build(name, values).fitted(values.values)
    return built


def _understood(column: Column, values: ValueCounts, labels: ValueCounts) -> bool:
    domain = AttributeDomain.of(
        column.name, values, numeric=column.type in QUANTITIES, decimal=None, dates=column.format
    )
    return all(domain.understands(label) for label in labels.values)
