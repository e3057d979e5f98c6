"""The people from whom the records were drawn, told by the labels of a release."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from celosia.core.change import Recoding
from celosia.core.engine import Draft
from celosia.core.table import Table
from celosia.core.values import NullPolicy
from celosia.errors import ParameterError
from celosia.recipe import Recipe
from celosia.workflow.count import prepare, recoding
from celosia.workflow.read import read, with_stored_hierarchies
from celosia.workflow.transform import transformed


def write_population(
    table: Table, recipe: Recipe, target: str | Path, key: bytes | None = None
) -> None:
    """Write the recipe's population, generalized as a release at the recipe's node is.

    `verify` compares a release with it. The table is the original: its values say what each label
    stands for.
    """
    population = recipe.population
    if population is None or not recipe.node:
        raise ParameterError("workflow.name-population-node-recipe")
    recipe = with_stored_hierarchies(recipe)
    with transformed(table, recipe, key, str(target)) as made:
        levels = tuple(made.recipe.node[name] for name in made.recipe.quasi_identifiers)
        change = recoding(made.table, made.recipe, prepare(made.table, made.recipe), levels)
    draft = people_alike(population, change, Path(target))
    try:
        draft.publish()
    finally:
        draft.discard()


def people_alike(population: str, change: Recoding, target: Path) -> Draft:
    """Tell the population by the labels of a recoding, aside; nobody is left out."""
    alike = replace(change, published=change.quasi_identifiers, rejected=(), nulls=NullPolicy.VALUE)
    with read(population) as people:
        return people.relation.draft(alike, str(target), people.declared, 0)
