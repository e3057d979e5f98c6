"""What to change in a table, by whichever method the recipe names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from celosia.api.clock import Clock
from celosia.api.problems import prepare, recoding
from celosia.api.searching import chosen
from celosia.api.verifying import Figures, classes_of
from celosia.domain.arrays import IntArray
from celosia.domain.classes import Classes
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.nulls import NullPolicy
from celosia.domain.ports import Divisible, Draft, HeldGroups
from celosia.domain.progress import Progress
from celosia.domain.recoding import Change, Partition, Recoding
from celosia.domain.roles import Roles
from celosia.domain.table import Table
from celosia.errors import NotAchievable, RoleError
from celosia.hierarchies import HierarchyRule
from celosia.methods.lattice import SearchResult
from celosia.methods.method import MethodFamily
from celosia.methods.untouched import Untouched
from celosia.recipe import Recipe

if TYPE_CHECKING:
    from celosia.api.grouping_in_pieces import GroupedPieces
    from celosia.api.vague import VagueLabels
    from celosia.methods.clustering.grouping import Grouping


Found: TypeAlias = "SearchResult | Grouping | GroupedPieces | VagueLabels | Untouched"
"""How the labels were found; nothing was looked for where techniques are all that was asked."""


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What will be published, what it costs, and how the table stood before."""

    change: Change | HeldGroups
    """What to change, or groups that stay where the table is."""
    found: Found
    records: int
    """Records judged: all but those with nulls, where they are left out."""
    before: Figures
    hierarchies: Mapping[str, Hierarchy]
    rules: Mapping[str, HierarchyRule]
    proposed: tuple[str, ...]
    """Quasi-identifiers whose hierarchy was proposed, not given."""
    raised: Mapping[str, int] = field(default_factory=dict)
    """Lowest level of those whose values were too many to count."""

    def draft(self, table: Table, target: str, seed: int) -> Draft:
        """Write what was decided aside, near its target."""
        if isinstance(self.change, Recoding | Partition):
            return table.relation.draft(self.change, target, table.declared, seed)
        return self.change.draft(target, table.declared, seed)


def decide(
    table: Table, recipe: Recipe, roles: Roles, clock: Clock, progress: Progress
) -> Decision:
    """Count, and let the recipe's method decide on the counts."""
    return _DECIDE[recipe.how.family](table, recipe, roles, clock, progress)


def _generalized(
    table: Table, recipe: Recipe, roles: Roles, clock: Clock, progress: Progress
) -> Decision:
    with clock.of("count"):
        prepared = prepare(table, recipe)
        sizes = None if prepared.raised else prepared.problem.base.counts
        before = _before(table, recipe, sizes)
    with clock.of("search"):
        found = chosen(prepared, recipe, progress)
    if found.optimum.classes == 0:
        raise NotAchievable("core.nothing-left")
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


def _vague(
    table: Table, recipe: Recipe, roles: Roles, clock: Clock, progress: Progress
) -> Decision:
    from celosia.api.fuzzy_release import vague_labels

    with clock.of("count"):
        before = figures_of(table, recipe)
    with clock.of("search"):
        change, found, records = vague_labels(table, recipe, roles, progress)
    return Decision(change, found, records, before, hierarchies={}, rules={}, proposed=())


def _as_it_is(
    table: Table, recipe: Recipe, roles: Roles, clock: Clock, progress: Progress
) -> Decision:
    """Publish the table as the techniques left it; the models only judge it."""
    if recipe.models and not recipe.quasi_identifiers:
        raise RoleError("workflow.no-column-quasi-identifier-nothing")
    with clock.of("count"):
        before = figures_of(table, recipe)
    names = recipe.quasi_identifiers
    return Decision(
        change=Recoding(names, roles.published, nulls=recipe.nulls),
        found=Untouched(),
        records=before.records,
        before=before,
        hierarchies={},
        rules={},
        proposed=(),
    )


def _grouped(
    table: Table, recipe: Recipe, roles: Roles, clock: Clock, progress: Progress
) -> Decision:
    relation = table.relation
    if isinstance(relation, Divisible) and table.records > relation.most_together:
        return _grouped_in_pieces(table, recipe, roles, clock)
    return _grouped_together(table, recipe, roles, clock, progress)


def _grouped_together(
    table: Table, recipe: Recipe, roles: Roles, clock: Clock, progress: Progress
) -> Decision:
    from celosia.api.grouping import framed, prepare_groups
    from celosia.api.grouping_in_pieces import joined, together
    from celosia.methods.clustering.grouping import group, partition

    with clock.of("count"):
        frame = framed(table, recipe)
        prepared = prepare_groups(table, recipe, frame)
        width = len(prepared.problem.attributes)
        alike = prepared.problem.counts.onto(range(width)).counts
        before = _before(table, recipe, alike)
    with clock.of("search"):
        found = group(prepared.problem, recipe.method, recipe.grouping, prepared.lattice, progress)
    if not np.any(found.group_of >= 0):
        raise NotAchievable("core.nothing-left")
    if isinstance(table.relation, Divisible):
        where = together(prepared.problem.size, table.relation.most_together)
        found = replace(found, reason=joined(found.reason, where))
    with clock.of("apply"):
        change = partition(prepared.problem, found, roles.published, recipe.keep_suppressed)
    return Decision(
        change=change,
        found=found,
        records=prepared.problem.size,
        before=before,
        hierarchies=frame.hierarchies,
        rules=frame.rules,
        proposed=frame.proposed,
    )


def _grouped_in_pieces(table: Table, recipe: Recipe, roles: Roles, clock: Clock) -> Decision:
    from celosia.api.grouping import framed
    from celosia.api.grouping_in_pieces import group_in_pieces

    with clock.of("count"):
        frame = framed(table, recipe)
    with clock.of("search"):
        held, found, before = group_in_pieces(table, recipe, roles, frame)
        if recipe.nulls is NullPolicy.WILDCARD:  # records of two pieces may look alike
            before = _before(table, recipe, None)
    return Decision(
        change=held,
        found=found,
        records=int(found.sizes.sum()),
        before=before,
        hierarchies=frame.hierarchies,
        rules=frame.rules,
        proposed=frame.proposed,
    )


def _before(table: Table, recipe: Recipe, sizes: IntArray | None) -> Figures:
    """Measure the table as it came; without more to measure, what was counted says it."""
    if sizes is None or recipe.sensitive or recipe.nulls is NullPolicy.WILDCARD:
        return figures_of(table, recipe)
    return Figures.of(Classes(sizes))


def figures_of(table: Table, recipe: Recipe) -> Figures:
    """Measure a table as it stands."""
    queries = [(name,) for name in recipe.sensitive]
    classes = classes_of(table.relation, recipe.quasi_identifiers, queries, recipe.nulls)
    return Figures.of(classes)


_DECIDE: dict[MethodFamily, Callable[[Table, Recipe, Roles, Clock, Progress], Decision]] = {
    MethodFamily.LEVELS: _generalized,
    MethodFamily.GROUPS: _grouped,
    MethodFamily.VAGUE: _vague,
    MethodFamily.UNTOUCHED: _as_it_is,
}
