"""Hierarchies built again from their rules, to understand the labels of a release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from celosia.domain.hierarchy import Hierarchy
from celosia.domain.table import Table
from celosia.hierarchies import HierarchyRule


def built_hierarchies(
    original: Table, names: Sequence[str], rules: Mapping[str, HierarchyRule]
) -> dict[str, Hierarchy]:
    """Build the hierarchies of the columns that have a rule, over the original's values."""
    built = {}
    for name in names:
        if name in rules:
            values = original.relation.values(name)
            built[name] = rules[name].build(name, values).fitted(values.values)
    return built
