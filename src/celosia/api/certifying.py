"""What a certificate says of a release."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from celosia.api.problems import Prepared
from celosia.api.verifying import Figures
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.roles import Roles
from celosia.domain.table import Table
from celosia.hierarchies import ExplicitRows, HierarchyRule, Taxonomy, rule_to_dict
from celosia.recipe import Recipe
from celosia.register import file_hash, text_hash

if TYPE_CHECKING:
    from celosia.api.releasing import Release

FORMAT = 1
RESIDUAL_RISKS = (
    "homogeneity: a class may share one sensitive value",
    "skewness: a class may be far from the whole in its sensitive values",
    "background knowledge: an attacker may rule out values",
    "composition: another release of the same people may be combined with this one",
    "downcoding: a minimal generalization tells that finer ones were unsafe",
)


def certificate(
    table: Table,
    recipe: Recipe,
    prepared: Prepared,
    roles: Roles,
    release: Release,
    written: Path,
) -> dict[str, Any]:
    """Gather parameters, versions, hashes and figures; columns and counts, never a value."""
    return {
        "format": FORMAT,
        "statement": statement(release, recipe),
        "residual_risks": list(RESIDUAL_RISKS),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": _versions(),
        "input": _file(table.path, table.path, table.records),
        "output": _file(release.path, written, release.after.figures.records),
        "roles": {column: role.value for column, role in roles.by_column.items()},
        "models": [_without_values(model.to_dict()) for model in recipe.models],
        "null_policy": recipe.nulls.value,
        "suppression_limit": recipe.suppression,
        "keep_suppressed": recipe.keep_suppressed,
        "population": _population(recipe),
        "objective": recipe.objective,
        "weights": dict(recipe.weights),
        "method": "node" if recipe.node else recipe.method.value,
        "seed": recipe.seed,
        "hierarchies": {
            name: _hierarchy(hierarchy, prepared.rules[name], recipe.levels.get(name))
            for name, hierarchy in prepared.hierarchies.items()
        },
        "node": release.node,
        "search": {
            "nodes": release.search.nodes,
            "checked": release.search.checked,
            "exact": release.search.exact,
            "gap": release.search.gap,
        },
        "before": _figures(release.before),
        "after": _figures(release.after.figures),
        "suppressed": release.suppressed,
        "excluded": release.excluded,
        "loss": release.search.optimum.loss,
    }


def statement(release: Release, recipe: Recipe) -> str:
    """Say in one sentence what was measured; never that the data are anonymous."""
    nulls = {
        "value": "nulls as values",
        "wildcard": "nulls matching anything",
        "excluded": "records with nulls left out",
    }[recipe.nulls.value]
    names = ", ".join(recipe.quasi_identifiers)
    return (
        f"Meets {' and '.join(map(str, recipe.models))} on {{{names}}}, {nulls}; "
        f"highest prosecutor risk {release.after.figures.risk.highest:.3g}."
    )


def _versions() -> dict[str, str]:
    packages = ("celosia", "duckdb", "numpy", "numba")
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


def _file(named: Path, stored: Path, records: int) -> dict[str, Any]:
    return {
        "name": named.name,
        "bytes": stored.stat().st_size,
        "sha256": file_hash(stored),
        "records": records,
    }


def _hierarchy(
    hierarchy: Hierarchy, rule: HierarchyRule, levels: tuple[int, int] | None
) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "rule": _rule_without_values(rule),
        "height": hierarchy.height,
        "sha256": text_hash("\n".join("\t".join(map(repr, row)) for row in hierarchy.rows)),
    }
    if levels is not None:
        entry["levels"] = list(levels)
    return entry


def _population(recipe: Recipe) -> dict[str, str] | None:
    if recipe.population is None:
        return None
    path = Path(recipe.population)
    return {"name": path.name, "sha256": file_hash(path)}


def _without_values(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out the tree of a model: it lists values of the data."""
    return {
        key: _without_values(value) if isinstance(value, dict) else value
        for key, value in entry.items()
        if key != "paths"
    }


def _rule_without_values(rule: HierarchyRule) -> Mapping[str, Any]:
    """Leave out what lists values of the data; the hash stands for it."""
    if isinstance(rule, ExplicitRows | Taxonomy):
        return {"kind": rule.kind}
    entries = rule_to_dict(rule)
    return {
        key: Path(value).name if key == "path" else value
        for key, value in entries.items()
        if key != "order"
    }


def _figures(figures: Figures) -> dict[str, Any]:
    return {
        "records": figures.records,
        "classes": figures.classes,
        "min_class": figures.min_class,
        "highest_prosecutor_risk": figures.risk.highest,
        "average_prosecutor_risk": figures.risk.average,
        "unique_records": figures.risk.unique,
        "sensitive": {name: asdict(found) for name, found in figures.attributes.items()},
    }
