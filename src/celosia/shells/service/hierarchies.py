"""Hierarchies of a project's columns: proposed, built, checked, brought in and taken out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import celosia
from celosia.shells.service.grid import Readers
from celosia.shells.service.projects import Project

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
