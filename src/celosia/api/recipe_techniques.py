"""The techniques of a recipe: what the guide offers for a column, and what they will need."""

from __future__ import annotations

from dataclasses import fields

from celosia.api.guided_columns import ColumnOption, offered_options
from celosia.domain.schema import ColumnType
from celosia.domain.table import Table
from celosia.domain.technique import Technique
from celosia.domain.use_case import UseCase
from celosia.hierarchies import propose_hierarchy
from celosia.methods.techniques.generalization.categories import HierarchyLevel
from celosia.methods.techniques.perturbation.semantic_noise import SemanticNoise
from celosia.methods.techniques.perturbation.swapping import SemanticRankSwap
from celosia.methods.techniques.pseudonyms.kinds import Keyed, Pseudonym
from celosia.proposals.kinds import Kind
from celosia.recipe import Recipe

CLIMBING = HierarchyLevel | SemanticNoise | SemanticRankSwap


def technique_options(
    table: Table, recipe: Recipe, column: str, kind: str | None = None
) -> tuple[ColumnOption, ...]:
    """List what the guide offers for a column by its role and the use case; the first is proposed.

    Nothing for a column without a role. Without a use case, that of publishing to others is meant.

    Parameters
    ----------
    kind
        What the column was found to hold, as its profile tells.
    """
    role = recipe.roles.get(column)
    if role is None:
        return ()
    declared = {each.name: each for each in recipe.schema}.get(column)
    known = declared or table.schema.column(column)

    def height() -> int:
        values = table.relation.values(column)
        rule = recipe.hierarchies.get(column) or propose_hierarchy(column, values, known).rule
        return rule.build(column, values).height

    return offered_options(
        column,
        role,
        recipe.use_case or UseCase.EXTERNAL,
        Kind(kind) if kind else None,
        known.type in (ColumnType.INTEGER, ColumnType.DECIMAL),
        height,
    )


def technique_columns(technique: Technique) -> tuple[str, ...]:
    """List the columns that a technique is about, also where it only leaves records out.

    >>> from celosia.methods.techniques.suppression.outliers import OutlierSuppression
    >>> technique_columns(OutlierSuppression(("pay",)))
    ('pay',)
    """
    names = {entry.name for entry in fields(technique)}
    if "column" in names:
        return (str(getattr(technique, "column")),)  # noqa: B009
    return tuple(getattr(technique, "columns"))  # noqa: B009


def uses_key(technique: Technique) -> bool:
    """Tell whether a technique needs a secret key."""
    return isinstance(technique, Keyed)


def needs_key(recipe: Recipe) -> bool:
    """Tell whether a technique of the recipe needs a secret key."""
    return any(map(uses_key, recipe.techniques))


def needs_hierarchy(technique: Technique) -> bool:
    """Tell whether a technique follows the hierarchy of its column."""
    return isinstance(technique, CLIMBING)


def pseudonymized_columns(recipe: Recipe) -> tuple[str, ...]:
    """List the columns that will hold pseudonyms: while there are some, it is personal data."""
    return tuple(dict.fromkeys(s.column for s in recipe.techniques if isinstance(s, Pseudonym)))
