"""Options of the method fuzzy, and how they enter a recipe."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

import celosia
from celosia.shells.cli.options import pair, stack
from celosia.shells.cli.speaking import option

CODINGS = ("c-means", "gustafson-kessel", "k-means", "equidistant", "logEqui", "equalAmount")
OPTIONS = ("coding", "sets", "together", "memberships", "words")

fuzzy_options = stack(
    option("--coding", type=click.Choice(CODINGS), help="cli.option-coding"),
    option("--sets", type=int, help="cli.option-sets"),
    option("--together", is_flag=True, help="cli.option-together"),
    option("--memberships", type=int, metavar="DECIMALS", help="cli.option-memberships"),
    option("--words", multiple=True, metavar="NAME=LOW,…,HIGH", help="cli.option-words"),
)


def with_fuzzy_sets(recipe: celosia.Recipe, given: dict[str, Any]) -> celosia.Recipe:
    """Take what is said about fuzzy sets; other methods have none."""
    told = {
        name: value
        for name, value in given.items()
        if value is not None and value is not False and value != ()
    }
    if not told:
        return recipe
    if recipe.how.family is not celosia.MethodFamily.VAGUE:
        raise celosia.ParameterError(
            "cli.coding-sets-together-memberships-words", method=recipe.method
        )
    names = {name: tuple(words.split(",")) for name, words in map(pair, told.pop("words", ()))}
    changes = {"decimals" if key == "memberships" else key: told[key] for key in told}
    fuzzy = replace(recipe.fuzzy, **changes, names={**recipe.fuzzy.names, **names})
    return recipe.changed(fuzzy=fuzzy)
