"""What to change in a table, by whichever method the recipe names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from celosia.core.classes import Classes
from celosia.core.hierarchy import Hierarchy
from celosia.core.objective import AdditiveObjective
from celosia.core.progress import Progress, silent
from celosia.core.relation import Change, Divisible, Draft, HeldGroups, Partition, Recoding
from celosia.core.schema import Roles
from celosia.core.table import Table
from celosia.core.values import IntArray, NullPolicy
from celosia.errors import NotAchievable, RoleError
from celosia.hierarchies import HierarchyRule
from celosia.methods.lattice import Candidate, SearchResult, evaluate_node, find_all
from celosia.methods.method import LevelsMethod, MethodFamily
from celosia.methods.none import Untouched
from celosia.recipe import Recipe
from celosia.workflow.count import Prepared, Stopwatch, prepare, recoding
from celosia.workflow.read import with_stored_hierarchies
from celosia.workflow.transform import transform
from celosia.workflow.verify import Figures, classes_of
from celosia.workflow.whose import Whose

if TYPE_CHECKING:
    from celosia.methods.clustering.group_records import Grouping
    from celosia.workflow.code_fuzzy import FuzzyResult
    from celosia.workflow.group_pieces import GroupedPieces


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """All generalizations that satisfy the recipe's models, and how they were reached."""

    result: SearchResult
    proposed: tuple[str, ...]
    """Quasi-identifiers whose hierarchy was proposed, not given."""
    records: int

    def to_dict(self, recipe: Recipe, listed: bool = True) -> dict[str, Any]:
        """Give what was found; without `listed`, all but the candidates one by one."""
        result = self.result
        found = {"candidates": [_told(each) for each in result.candidates]} if listed else {}
        return {
            "attributes": list(result.attributes),
            "min_levels": list(result.min_levels),
            "max_levels": list(result.max_levels),
            "number": len(result.candidates),
            **found,
            "heights": [asdict(height) for height in result.heights()],
            "optimum": list(result.optimum.node),
            "ties": [list(node) for node in result.ties],
            "objective": recipe.objective,
            "counted": "persons" if recipe.subject else "records",
            "models": [str(model) for model in recipe.models],
            "nulls": recipe.nulls.value,
            "records": self.records,
            "nodes": result.nodes,
            "checked": result.checked,
            "proposed_hierarchies": list(self.proposed),
        }


def _told(candidate: Candidate) -> dict[str, Any]:
    return {
        "node": list(candidate.node),
        "minimal": candidate.minimal,
        "optimal": candidate.optimal,
        "loss": candidate.loss,
        "suppressed": candidate.suppressed,
        "score": candidate.score,
        "classes": candidate.classes,
        "min_class": candidate.min_class,
    }


def candidates(
    table: Table, recipe: Recipe, progress: Progress = silent, key: bytes | None = None
) -> Candidates:
    r"""Find every generalization that satisfies the models, and the best of them.

    Parameters
    ----------
    table
        An open table, wherever it lives; it is not changed.
    recipe
        Roles, models and hierarchies; its techniques are applied first.
    progress
        Is told how far the search is; what it raises stops the search.
    key
        The secret of the techniques that need one.

    Returns
    -------
    Candidates
        All of them where the lattice can be enumerated, and the best by the recipe's objective.

    Raises
    ------
    NotAchievable
        When not even the coarsest generalization satisfies the models.
    RoleError
        When no column is a quasi-identifier.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import celosia
    >>> from celosia.models import KAnonymity
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "people.csv"
    ...     _ = path.write_text("sex\nf\nf\nm\nm\nm\n")
    ...     with celosia.read(path) as table:
    ...         recipe = celosia.Recipe(
    ...             roles={"sex": celosia.Role.QUASI_IDENTIFIER}, models=(KAnonymity(2),)
    ...         )
    ...         found = celosia.candidates(table, recipe)
    >>> [candidate.node for candidate in found.result.candidates], found.result.optimum.node
    ([(0,), (1,)], (0,))
    """
    recipe = with_stored_hierarchies(recipe)
    with transform(table, recipe, key, "candidates.csv") as made:
        prepared = prepare(made.table, made.recipe.deciding)
    result = find_all(prepared.problem, recipe.cache_mb << 20, progress)
    return Candidates(result, prepared.proposed, prepared.problem.records)


def chosen(prepared: Prepared, recipe: Recipe, progress: Progress = silent) -> SearchResult:
    """Find the generalization to apply: the one that the recipe names, or the best."""
    cache = recipe.cache_mb << 20
    if recipe.node:
        node = tuple(recipe.node[name] for name in prepared.problem.given)
        return evaluate_node(prepared.problem, node)
    how = recipe.how
    assert isinstance(how, LevelsMethod)
    options = recipe.search.of_method(how)
    return how.search(prepared.problem, options, cache, recipe.seconds, progress)


Found: TypeAlias = "SearchResult | Grouping | GroupedPieces | FuzzyResult | Untouched"
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
    unseen: tuple[int, ...] | None = None
    """What would have been chosen without looking at sensitive values, where that is known: the
    very same node, with nobody else left out, gives nothing of them away."""

    def draft(self, table: Table, target: str, seed: int) -> Draft:
        """Write what was decided aside, near its target."""
        if isinstance(self.change, Recoding | Partition):
            return table.relation.draft(self.change, target, table.declared, seed)
        return self.change.draft(target, table.declared, seed)


def decide(
    table: Table, recipe: Recipe, roles: Roles, clock: Stopwatch, progress: Progress
) -> Decision:
    """Count, and let the recipe's method decide on the counts."""
    return _DECIDE[recipe.how.family](table, recipe.deciding, roles, clock, progress)


def _generalize(
    table: Table, recipe: Recipe, roles: Roles, clock: Stopwatch, progress: Progress
) -> Decision:
    with clock.of("count"):
        prepared = prepare(table, recipe)
        sizes = None if prepared.raised else prepared.problem.base.counts
        before = _before(table, recipe, sizes)
    with clock.of("search"):
        found = chosen(prepared, recipe, progress)
        unseen = _chosen_unseen(prepared, recipe, found, progress)
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
        unseen=unseen,
    )


def _chosen_unseen(
    prepared: Prepared, recipe: Recipe, found: SearchResult, progress: Progress
) -> tuple[int, ...] | None:
    """Give the node that models without sensitive values choose; None where nobody can say.

    Where it is the node that was chosen, and leaves out as many, the choice tells nothing: in every
    original that agrees with the release, all that is better fails by quasi-identifiers alone. That
    takes a proven optimum, and an objective that never gains by leaving records out.

    References: Wong et al., VLDB 2007.
    """
    objective = prepared.problem.objective
    judged = any(model.sensitive for model in recipe.models)
    proven = found.exact and isinstance(objective, AdditiveObjective) and objective.penalized
    if recipe.node or not judged or not proven:
        return None
    blind = recipe.blind
    problem = replace(prepared.problem, models=blind.models)
    other = chosen(replace(prepared, problem=problem), blind, progress)
    same = other.optimum.node == found.optimum.node
    if not other.exact or (same and other.optimum.suppressed < found.optimum.suppressed):
        return None
    return other.optimum.node


def _code_fuzzy(
    table: Table, recipe: Recipe, roles: Roles, clock: Stopwatch, progress: Progress
) -> Decision:
    from celosia.workflow.code_fuzzy import code_fuzzy_labels

    with clock.of("count"):
        before = figures_of(table, recipe)
    with clock.of("search"):
        change, found, records = code_fuzzy_labels(table, recipe, roles, progress)
    return Decision(change, found, records, before, hierarchies={}, rules={}, proposed=())


def _as_it_is(
    table: Table, recipe: Recipe, roles: Roles, clock: Stopwatch, progress: Progress
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


def _group(
    table: Table, recipe: Recipe, roles: Roles, clock: Stopwatch, progress: Progress
) -> Decision:
    relation = table.relation
    if (
        isinstance(relation, Divisible)
        and table.records > relation.most_together
        and not recipe.subject  # pieces would part the records of one person
    ):
        return _group_in_pieces(table, recipe, roles, clock)
    return _group_together(table, recipe, roles, clock, progress)


def _group_together(
    table: Table, recipe: Recipe, roles: Roles, clock: Stopwatch, progress: Progress
) -> Decision:
    from celosia.methods.clustering.group_records import group, partition
    from celosia.workflow.group import frame_table, prepare_groups
    from celosia.workflow.group_pieces import joined, together

    with clock.of("count"):
        frame = frame_table(table, recipe)
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


def _group_in_pieces(table: Table, recipe: Recipe, roles: Roles, clock: Stopwatch) -> Decision:
    from celosia.workflow.group import frame_table
    from celosia.workflow.group_pieces import group_in_pieces

    with clock.of("count"):
        frame = frame_table(table, recipe)
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
    if sizes is None or recipe.subject or recipe.sensitive or recipe.nulls is NullPolicy.WILDCARD:
        return figures_of(table, recipe)
    return Figures.of(Classes(sizes))


def figures_of(table: Table, recipe: Recipe) -> Figures:
    """Measure a table as it stands."""
    queries = [(name,) for name in recipe.sensitive]
    whose = Whose.of(table, recipe.subject)
    classes = classes_of(
        table.relation,
        recipe.quasi_identifiers,
        queries,
        recipe.nulls,
        whose=whose,
        as_written=recipe.as_written,
    )
    return Figures.of(classes)


_DECIDE: dict[MethodFamily, Callable[[Table, Recipe, Roles, Stopwatch, Progress], Decision]] = {
    MethodFamily.LEVELS: _generalize,
    MethodFamily.GROUPS: _group,
    MethodFamily.FUZZY: _code_fuzzy,
    MethodFamily.UNTOUCHED: _as_it_is,
}
