"""Changes of a recipe that keep its parts together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import celosia


def safe_recipe(recipe: celosia.Recipe) -> celosia.Recipe:
    """Take a recipe from outside; it may not name files, because the project holds its own."""
    named = [c for c, rule in recipe.hierarchies.items() if isinstance(rule, celosia.FromFile)]
    if named:
        raise celosia.RecipeError("service.hierarchies-files-import-into-project", named=named)
    reading = recipe.reading
    texts = [reading.separator, reading.quote, reading.encoding, reading.sheet]
    if not all(isinstance(text, str | None) for text in texts) or not all(
        isinstance(text, str) for text in reading.null_values
    ):
        raise celosia.RecipeError("service.entries-reading-texts-null-values")
    return recipe.changed(source=None, output=None)


def with_roles(recipe: celosia.Recipe, roles: Mapping[str, celosia.Role]) -> celosia.Recipe:
    """Decide roles; what was said of a column that is no quasi-identifier any more is dropped.

    So are models about a column that is not sensitive any more, and a generalization chosen for
    other quasi-identifiers.
    """
    decided = {**recipe.roles, **roles}
    keys = {c for c, role in decided.items() if role is celosia.Role.QUASI_IDENTIFIER}
    hidden = {c for c, role in decided.items() if role is celosia.Role.SENSITIVE}
    treated = {column for technique in recipe.techniques for column in technique.changes}
    return replace(
        recipe,
        roles=decided,
        models=tuple(m for m in recipe.models if set().union(*m.sensitive) <= hidden),
        hierarchies={c: rule for c, rule in recipe.hierarchies.items() if c in keys | treated},
        levels={c: span for c, span in recipe.levels.items() if c in keys},
        weights={c: weight for c, weight in recipe.weights.items() if c in keys},
        outputs={c: output for c, output in recipe.outputs.items() if c in keys},
        node=recipe.node if set(recipe.node) == keys else {},
    )


def with_hierarchy(
    recipe: celosia.Recipe, column: str, rule: celosia.HierarchyRule
) -> celosia.Recipe:
    """Decide the hierarchy of a quasi-identifier; a generalization chosen before is dropped."""
    if column not in recipe.quasi_identifiers:
        raise celosia.RoleError("service.no-quasi-identifier-give-role", column=column)
    return replace(
        recipe,
        hierarchies={**recipe.hierarchies, column: rule},
        levels={c: span for c, span in recipe.levels.items() if c != column},
        node={},
    )
