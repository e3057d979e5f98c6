"""Hierarchies and techniques of a project's recipe: suggested, tried, changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import celosia
from celosia.web.service.projects import Project
from celosia.web.service.row_grid import Readers

FORMATS = ("own", "arx", "amnesia", "taxonomy")
WRONG_ENTRIES = (TypeError, ValueError, KeyError, IndexError)
"""What a rule raises whose entries, from outside, are of a kind that nobody thought of."""


def values_of(readers: Readers, project: Project, column: str) -> celosia.ValueCounts:
    """Count the values that a column's hierarchy is about.

    They are those that the techniques leave, unless one of these follows the hierarchy itself.
    """
    recipe = project.recipe()
    mine = [technique for technique in recipe.techniques if column in technique.changes]
    if any(technique.needs_hierarchy for technique in mine):
        return readers.values(project, column)
    with readers.table(project) as table:
        values: celosia.ValueCounts = celosia.values_after(table, recipe, column)
        return values


def propose(
    readers: Readers, project: Project, column: str
) -> tuple[celosia.ProposedHierarchy, celosia.Hierarchy]:
    """Propose a hierarchy for a column, with the reason, and build it."""
    recipe = project.recipe()
    changed = {name for technique in recipe.techniques for name in technique.changes}
    declared = {each.name: each for each in recipe.schema if each.name not in changed}
    values = values_of(readers, project, column)
    found = celosia.propose_hierarchy(column, values, declared.get(column))
    return found, found.rule.build(column, values)


def build(
    readers: Readers, project: Project, column: str, rule: celosia.HierarchyRule | None = None
) -> celosia.Hierarchy:
    """Build the hierarchy of a column by a rule; by the recipe's, else a proposed one."""
    chosen = rule or project.recipe().hierarchies.get(column)
    if chosen is None:
        return propose(readers, project, column)[1]
    values = values_of(readers, project, column)
    try:
        return chosen.build(column, values)
    except WRONG_ENTRIES:
        raise celosia.HierarchyError(
            "service.rule-cannot-applied-entry-wrong", column=column
        ) from None


def rule_of(entries: Mapping[str, Any]) -> celosia.HierarchyRule:
    """Read a rule from outside; it may not name a file of the server."""
    try:
        rule: celosia.HierarchyRule = celosia.rule_from_dict(entries)
    except WRONG_ENTRIES:
        raise celosia.HierarchyError("service.entry-rule-wrong-type") from None
    if isinstance(rule, celosia.FromFile):
        raise celosia.HierarchyError("service.rule-cannot-name-file-server")
    return rule


def problems(
    readers: Readers, project: Project, hierarchy: celosia.Hierarchy
) -> celosia.HierarchyProblems:
    """List what a hierarchy misses of the column's values, lists twice, or splits."""
    return hierarchy.problems(values_of(readers, project, hierarchy.attribute).values)


def describe_problems(found: celosia.HierarchyProblems) -> dict[str, Any]:
    """Give the problems as JSON can hold them; they name values, as their owner asked."""
    return {
        "usable": not found.fatal,
        "missing": list(found.missing),
        "duplicates": list(found.duplicates),
        "splits": [{"level": level, "label": label} for level, label in found.splits],
    }


def explicit(hierarchy: celosia.Hierarchy) -> celosia.ExplicitRows:
    """Give the rule that holds the rows of a hierarchy themselves, as an edited table does."""
    return celosia.ExplicitRows(
        tuple(tuple(map(str, row)) for row in hierarchy.rows if None not in row)
    )


def from_rows(column: str, rows: Iterable[Sequence[str]]) -> celosia.Hierarchy:
    """Take the rows of an edited table: the value first, its coarsest label last."""
    hierarchy: celosia.Hierarchy = celosia.Hierarchy.from_rows(column, rows)
    return hierarchy


def with_missing(hierarchy: celosia.Hierarchy, missing: Iterable[str]) -> celosia.Hierarchy:
    """Give missing values a place: each stays itself up to the top, where it joins the root."""
    top = hierarchy.root or "*"
    between = max(0, hierarchy.height - 1)
    added = [(value, *(value,) * between, top)[: hierarchy.height + 1] for value in missing]
    return from_rows(hierarchy.attribute, [*hierarchy.rows, *added])  # type: ignore[list-item]


def read_content(column: str, content: bytes, written: str | None = None) -> celosia.Hierarchy:
    """Read the content of a hierarchy file; the format is recognized when not given."""
    with TemporaryDirectory(prefix="celosia-") as folder:
        path = Path(folder) / "hierarchy"
        path.write_bytes(content)
        hierarchy: celosia.Hierarchy = celosia.read_hierarchy(path, column, written)
        return hierarchy


def content_of(hierarchy: celosia.Hierarchy, written: str = "own") -> bytes:
    """Write a hierarchy in a format that this or another tool reads."""
    with TemporaryDirectory(prefix="celosia-") as folder:
        path = Path(folder) / "hierarchy"
        celosia.write_hierarchy(hierarchy, path, written)
        return path.read_bytes()


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
