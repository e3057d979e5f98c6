"""Hierarchies in files, and in tables of a database server (level_0 … level_n)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from celosia import hierarchies
from celosia.domain.engine import engine_of, is_path
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.values import ValueCounts
from celosia.hierarchies import FromFile, HierarchyRule
from celosia.recipe import Recipe


@dataclass(frozen=True, slots=True)
class StoredLevels:
    """A hierarchy as it was read from a table, nulls among its values and labels included."""

    hierarchy: Hierarchy
    kind: ClassVar[str] = "table"

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Give it as it is, whatever values occur."""
        return self.hierarchy


def read_hierarchy(
    path: str | Path, attribute: str, format: str | None = None, password: str | None = None
) -> Hierarchy:
    """Read a hierarchy from a file of any known format, or from a table of a server."""
    if is_path(str(path)):
        return hierarchies.read_hierarchy(path, attribute, format)
    return engine_of(str(path)).read_hierarchy(str(path), attribute, password)


def write_hierarchy(
    hierarchy: Hierarchy, path: str | Path, format: str = "own", password: str | None = None
) -> None:
    """Write a hierarchy as a file, or as a table of a server; what was there is replaced."""
    if is_path(str(path)):
        hierarchies.write_hierarchy(hierarchy, path, format)
    else:
        engine_of(str(path)).write_hierarchy(str(path), hierarchy, password)


def with_stored_hierarchies(recipe: Recipe) -> Recipe:
    """Read the hierarchies that the recipe names as tables of a server."""
    return recipe.changed(
        hierarchies={name: _stored(name, rule) for name, rule in recipe.hierarchies.items()}
    )


def _stored(name: str, rule: HierarchyRule) -> HierarchyRule:
    if not isinstance(rule, FromFile) or is_path(rule.path):
        return rule
    return StoredLevels(read_hierarchy(rule.path, name))
