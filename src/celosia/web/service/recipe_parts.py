"""Hierarchies and techniques of a project's recipe: suggested, tried, changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import celosia
from celosia.core.hierarchy import HierarchyProblems
from celosia.core.technique import Technique
from celosia.core.values import ValueCounts
from celosia.errors import HierarchyError
from celosia.hierarchies import (
    RULES,
    ExplicitRows,
    HierarchyRule,
    ProposedHierarchy,
    rule_from_dict,
)
from celosia.web.service.projects import Project
from celosia.web.service.row_grid import Readers
from celosia.workflow import change_recipe
from celosia.workflow.guide import ColumnOption, technique_options
from celosia.workflow.preview import Preview, preview_techniques, values_after

WRONG_ENTRIES = (TypeError, ValueError, KeyError, IndexError)
"""What a rule raises whose entries, from outside, are of a kind that nobody thought of."""


def count_values(readers: Readers, project: Project, column: str) -> ValueCounts:
    """Count the values that a column's hierarchy is about.

    They are those that the techniques leave, unless one of these follows the hierarchy itself.
    """
    recipe = project.recipe()
    mine = [technique for technique in recipe.techniques if column in technique.changes]
    if any(technique.needs_hierarchy for technique in mine):
        return readers.values(project, column)
    with readers.table(project) as table:
        values: ValueCounts = values_after(table, recipe, column)
        return values


def propose(
    readers: Readers, project: Project, column: str
) -> tuple[ProposedHierarchy, celosia.Hierarchy]:
    """Propose a hierarchy for a column, with the reason, and build it."""
    recipe = project.recipe()
    changed = {name for technique in recipe.techniques for name in technique.changes}
    declared = {each.name: each for each in recipe.schema if each.name not in changed}
    values = count_values(readers, project, column)
    found = celosia.propose_hierarchy(column, values, declared.get(column))
    return found, found.rule.build(column, values)


def build(
    readers: Readers, project: Project, column: str, rule: HierarchyRule | None = None
) -> celosia.Hierarchy:
    """Build the hierarchy of a column by a rule; by the recipe's, else a proposed one."""
    chosen = rule or project.recipe().hierarchies.get(column)
    if chosen is None:
        return propose(readers, project, column)[1]
    values = count_values(readers, project, column)
    try:
        return chosen.build(column, values)
    except WRONG_ENTRIES:
        raise HierarchyError("service.rule-cannot-applied-entry-wrong", column=column) from None


def rule_of(entries: Mapping[str, Any]) -> HierarchyRule:
    """Read a rule from outside; one that would name a file of the server is refused."""
    rule: HierarchyRule = rule_from_dict(entries)
    if reason := RULES[rule.kind].described.not_offered.get("rest"):
        raise HierarchyError(reason)
    return rule


def problems(readers: Readers, project: Project, hierarchy: celosia.Hierarchy) -> HierarchyProblems:
    """List what a hierarchy misses of the column's values, lists twice, or splits."""
    return hierarchy.problems(count_values(readers, project, hierarchy.attribute).values)


def describe_problems(found: HierarchyProblems) -> dict[str, Any]:
    """Give the problems as JSON can hold them; they name values, as their owner asked."""
    return {
        "usable": not found.fatal,
        "missing": list(found.missing),
        "duplicates": list(found.duplicates),
        "splits": [{"level": level, "label": label} for level, label in found.splits],
    }


def explicit(hierarchy: celosia.Hierarchy) -> ExplicitRows:
    """Give the rule that holds the rows of a hierarchy themselves, as an edited table does."""
    return ExplicitRows(tuple(tuple(map(str, row)) for row in hierarchy.rows if None not in row))


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


def write_content(hierarchy: celosia.Hierarchy, written: str = "own") -> bytes:
    """Write a hierarchy in a format that this or another tool reads."""
    with TemporaryDirectory(prefix="celosia-") as folder:
        path = Path(folder) / "hierarchy"
        celosia.write_hierarchy(hierarchy, path, written)
        return path.read_bytes()


def suggest(
    readers: Readers, project: Project, column: str, kind: str | None
) -> tuple[ColumnOption, ...]:
    """List what the guide offers for a column; the first is proposed."""
    with readers.table(project) as table:
        options: tuple[ColumnOption, ...] = technique_options(table, project.recipe(), column, kind)
        return options


def try_techniques(readers: Readers, project: Project) -> Preview:
    """Try the techniques of the recipe on the project's table; nothing is kept."""
    with readers.table(project) as table:
        preview: Preview = preview_techniques(table, project.recipe())
        return preview


def set_techniques(
    readers: Readers,
    project: Project,
    recipe: celosia.Recipe,
    techniques: Iterable[Technique],
) -> celosia.Recipe:
    """Decide the techniques, in their order, and keep the hierarchies in step with them."""
    with readers.table(project) as table:
        decided = change_recipe.set_techniques(table, recipe, techniques)
        return change_recipe.drop_unfitting_hierarchies(table, recipe, decided)


def without(techniques: Sequence[Technique], technique: Technique) -> tuple[Technique, ...]:
    """Leave a technique out; one that is not there any more is no error."""
    left = list(techniques)
    if technique in left:
        left.remove(technique)
    return tuple(left)


def moved(techniques: Sequence[Technique], technique: Technique, by: int) -> tuple[Technique, ...]:
    """Put a technique earlier or later, as far as there is room.

    >>> moved(("a", "b", "c"), "c", -1)
    ('a', 'c', 'b')
    """
    order = list(techniques)
    if technique in order:
        place = order.index(technique)
        order.insert(max(place + by, 0), order.pop(place))
    return tuple(order)
