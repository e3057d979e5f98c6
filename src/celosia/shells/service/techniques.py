"""Techniques of a project's recipe: what is suggested, what they do, and how to change them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import celosia
from celosia.shells.service.grid import Readers
from celosia.shells.service.projects import Project


def suggest(
    readers: Readers, project: Project, column: str, kind: str | None
) -> tuple[celosia.ColumnOption, ...]:
    """List what the guide offers for a column; the first is proposed."""
    with readers.table(project) as table:
        options: tuple[celosia.ColumnOption, ...] = celosia.technique_options(
            table, project.recipe(), column, kind
        )
        return options


def try_techniques(readers: Readers, project: Project) -> celosia.Preview:
    """Try the techniques of the recipe on the project's table; nothing is kept."""
    with readers.table(project) as table:
        preview: celosia.Preview = celosia.preview_techniques(table, project.recipe())
        return preview


def with_techniques(
    readers: Readers,
    project: Project,
    recipe: celosia.Recipe,
    techniques: Iterable[celosia.Technique],
) -> celosia.Recipe:
    """Decide the techniques, in their order, and keep the hierarchies in step with them.

    A technique that follows a hierarchy gets the proposed one where there is none. A hierarchy that
    does not hold the values that the techniques leave is dropped: another is proposed for them.
    """
    decided = replace(recipe, techniques=tuple(techniques), node={})
    with readers.table(project) as table:
        _check_columns(table, decided)
        decided = _with_needed(table, decided)
        stale = [
            column
            for column in _touched(recipe.techniques, decided.techniques)
            if column in decided.hierarchies and not _fits(table, decided, column)
        ]
    return replace(
        decided,
        hierarchies={c: rule for c, rule in decided.hierarchies.items() if c not in stale},
        levels={c: span for c, span in decided.levels.items() if c not in stale},
    )


def without(
    techniques: Sequence[celosia.Technique], technique: celosia.Technique
) -> tuple[celosia.Technique, ...]:
    """Leave a technique out; one that is not there any more is no error."""
    left = list(techniques)
    if technique in left:
        left.remove(technique)
    return tuple(left)


def moved(
    techniques: Sequence[celosia.Technique], technique: celosia.Technique, by: int
) -> tuple[celosia.Technique, ...]:
    """Put a technique earlier or later, as far as there is room.

    >>> moved(("a", "b", "c"), "c", -1)
    ('a', 'c', 'b')
    """
    order = list(techniques)
    if technique in order:
        place = order.index(technique)
        order.insert(max(place + by, 0), order.pop(place))
    return tuple(order)


def _check_columns(table: celosia.Table, recipe: celosia.Recipe) -> None:
    named = {name for each in recipe.techniques for name in each.about}
    if strange := named - set(table.columns):
        raise celosia.ParameterError("service.columns-techniques-name-do-not", strange=len(strange))


def _with_needed(table: celosia.Table, recipe: celosia.Recipe) -> celosia.Recipe:
    """Add the hierarchies that techniques follow."""
    needed = [
        column
        for technique in recipe.techniques
        if technique.needs_hierarchy
        for column in technique.about
        if column in table.columns and column not in recipe.hierarchies
    ]
    rules = {
        column: celosia.propose_hierarchy(
            column, table.relation.values(column), table.schema.column(column)
        ).rule
        for column in needed
    }
    return replace(recipe, hierarchies={**recipe.hierarchies, **rules})


def _touched(
    before: Sequence[celosia.Technique], after: Sequence[celosia.Technique]
) -> dict[str, None]:
    """List the columns of which something else is done than before."""
    other = [t for t in (*before, *after) if t not in before or t not in after]
    return dict.fromkeys(column for t in other for column in t.changes)


def _fits(table: celosia.Table, recipe: celosia.Recipe, column: str) -> bool:
    """Tell whether the recipe's hierarchy of a column holds what the techniques leave there."""
    followed = any(
        column in technique.changes and technique.needs_hierarchy for technique in recipe.techniques
    )
    if followed:
        return True
    try:
        values = celosia.values_after(table, recipe, column)
    except celosia.CelosiaError:  # the technique cannot be applied, as its preview says
        return True
    try:
        hierarchy = recipe.hierarchies[column].build(column, values)
    except celosia.HierarchyError:
        return False
    return not hierarchy.problems(values.values).fatal
