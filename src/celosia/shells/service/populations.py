"""Tables of the people from whom a project's records were drawn, kept in its folder."""

from __future__ import annotations

from dataclasses import replace
from secrets import token_hex
from typing import TYPE_CHECKING

import celosia
from celosia.shells.service.uploads import Receiving, ending_of

if TYPE_CHECKING:
    from celosia.shells.service.projects import Project


def take_population(project: Project, upload: Receiving, name: str) -> str:
    """Make what was uploaded the population of the recipe; give what it is called.

    Older ones stay, because an older version of the recipe may name them.
    """
    upload.close()
    try:
        stored = f"population-{token_hex(4)}{ending_of(upload.path, project.limits)}"
        place = upload.path.replace(project.folder / stored)
    finally:
        upload.discard()
    try:
        celosia.check_population(place, project.recipe().quasi_identifiers)
    except celosia.CelosiaError:
        place.unlink()
        raise

    with project.state.transaction() as change:
        change.execute("INSERT INTO populations VALUES (?, ?)", (stored, name))
        project.change_recipe(lambda recipe: replace(recipe, population=stored))
    return name


def population_names(project: Project) -> dict[str, str]:
    """Give what the user calls the populations, by the names of their files."""
    rows = project.state.rows("SELECT stored, name FROM populations ORDER BY rowid")
    return {row["stored"]: row["name"] for row in rows}


def own_population(project: Project, given: str | None) -> str | None:
    """Give the stored name of a population that the project holds; refuse any other file.

    A recipe that was taken away calls it as the user does.
    """
    if given is None:
        return None
    for stored, called in reversed(population_names(project).items()):
        if given in (stored, str(project.folder / stored), called):
            return stored
    raise celosia.RecipeError("service.projects-recipe-cannot-name-population")
