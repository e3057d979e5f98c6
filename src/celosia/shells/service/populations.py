"""Tables of the people from whom a project's records were drawn, kept in its folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

import celosia
from celosia.shells.service.folders import read_json, write_json
from celosia.shells.service.uploads import Receiving, ending_of

if TYPE_CHECKING:
    from celosia.shells.service.projects import Project

NAMES = "populations.json"
"""What the user calls each stored file."""


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

    def named(recipe: celosia.Recipe) -> celosia.Recipe:
        """Write the name where no other upload can come between reading and writing."""
        write_json(project.folder / NAMES, {**population_names(project.folder), stored: name})
        return replace(recipe, population=stored)

    project.change_recipe(named)
    return name


def population_names(folder: Path) -> dict[str, str]:
    """Give what the user calls the populations, by the names of their files."""
    return dict(read_json(folder / NAMES) or {})


def own_population(folder: Path, given: str | None) -> str | None:
    """Give the stored name of a population that the project holds; refuse any other file.

    A recipe that was taken away calls it as the user does.
    """
    if given is None:
        return None
    for stored, called in reversed(population_names(folder).items()):
        if given in (stored, str(folder / stored), called):
            return stored
    raise celosia.RecipeError(
        "A project's recipe cannot name a population outside the project: upload it."
    )
