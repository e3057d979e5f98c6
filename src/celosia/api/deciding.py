"""What to change in a table, by whichever method the recipe names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from celosia.api.clock import Clock
from celosia.api.problems import prepare, recoding
from celosia.api.searching import chosen
from celosia.api.verifying import Figures
from celosia.domain.arrays import IntArray
from celosia.domain.classes import Classes
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.nulls import NullPolicy
from celosia.domain.progress import Progress
from celosia.domain.recoding import Change
from celosia.domain.roles import Roles
from celosia.domain.table import Table
from celosia.errors import NotAchievable
from celosia.hierarchies import HierarchyRule
from celosia.methods.lattice import SearchResult
from celosia.recipe import Recipe

if TYPE_CHECKING:
    from celosia.methods.clustering.grouping import Grouping


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What will be published, what it costs, and how the table stood before."""

    change: Change
    found: SearchResult | Grouping
    records: int
    """Records judged: all but those with nulls, where they are left out."""
    before: Figures
    hierarchies: Mapping[str, Hierarchy]
    rules: Mapping[str, HierarchyRule]
    proposed: tuple[str, ...]
    """Quasi-identifiers whose hierarchy was proposed, not given."""
    raised: Mapping[str, int] = field(default_factory=dict)
    """Lowest level of those whose values were too many to count."""


def decide(
    table: Table, recipe: Recipe, roles: Roles, clock: Clock, progress: Progress
) -> Decision:
    """Count, and let the recipe's method decide on the counts."""
    if recipe.method.groups:
        return _grouped(table, recipe, roles, clock, progress)
    with clock.of("count"):
        prepared = prepare(table, recipe)
        sizes = None if prepared.raised else prepared.problem.base.counts
        before = _before(table, recipe, sizes)
    with clock.of("search"):
        found = chosen(prepared, recipe, progress)
    if found.optimum.classes == 0:
        raise NotAchievable("Every record would be suppressed: nothing would be left.")
    with clock.of("apply"):
        change = recoding(table, recipe, prepared, found.optimum.node)
    return Decision(
        change=change,
        found=found,
        records=prepared.problem.records,
        before=before,
        hierarchies=prepared.hierarchies,
        rules=prepared.rules,
        proposed=prepared.proposed,
        raised=prepared.raised,
    )


def _grouped(
    table: Table, recipe: Recipe, roles: Roles, clock: Clock, progress: Progress
) -> Decision:
    from celosia.api.grouping import prepare_groups
    from celosia.methods.clustering.grouping import group, partition

    with clock.of("count"):
        prepared = prepare_groups(table, recipe)
        width = len(prepared.problem.attributes)
        alike = prepared.problem.counts.onto(range(width)).counts
        before = _before(table, recipe, alike)
    with clock.of("search"):
        found = group(prepared.problem, recipe.method, recipe.grouping, prepared.lattice, progress)
    if not np.any(found.group_of >= 0):
        raise NotAchievable("Every record would be suppressed: nothing would be left.")
    with clock.of("apply"):
        change = partition(prepared.problem, found, roles.published, recipe.keep_suppressed)
    return Decision(
        change=change,
        found=found,
        records=prepared.problem.size,
        before=before,
        hierarchies=prepared.hierarchies,
        rules=prepared.rules,
        proposed=prepared.proposed,
    )


def _before(table: Table, recipe: Recipe, sizes: IntArray | None) -> Figures:
    """Measure the table as it came; without more to measure, what was counted says it."""
    if sizes is None or recipe.sensitive or recipe.nulls is NullPolicy.WILDCARD:
        queries = [(name,) for name in recipe.sensitive]
        return Figures.of(table.relation.classes(recipe.quasi_identifiers, queries, recipe.nulls))
    return Figures.of(Classes(sizes))
