"""The people from whom the records were drawn, told by the labels of a release."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from celosia.api.problems import prepare, recoding
from celosia.api.reading import read
from celosia.api.stored_hierarchies import with_stored_hierarchies
from celosia.api.transforming import transformed
from celosia.domain.nulls import NullPolicy
from celosia.domain.ports import Draft
from celosia.domain.recoding import Recoding
from celosia.domain.table import Table
from celosia.errors import ParameterError
from celosia.recipe import Recipe


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
