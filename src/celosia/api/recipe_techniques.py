"""The techniques of a recipe: what the guide offers for a column, and what they will need."""

from __future__ import annotations

from celosia.api.guided_columns import ColumnOption, offered_options
from celosia.domain.schema import ColumnType
from celosia.domain.table import Table
from celosia.domain.use_case import UseCase
from celosia.hierarchies import propose_hierarchy
from celosia.proposals.kinds import Kind
from celosia.recipe import Recipe


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


def needs_key(recipe: Recipe) -> bool:
    """Tell whether a technique of the recipe needs a secret key."""
    return any(technique.needs_key for technique in recipe.techniques)


def pseudonymized_columns(recipe: Recipe) -> tuple[str, ...]:
    """List the columns that will hold pseudonyms: while there are some, it is personal data."""
    coded = [technique for technique in recipe.techniques if technique.pseudonymizes]
    return tuple(dict.fromkeys(name for technique in coded for name in technique.changes))
