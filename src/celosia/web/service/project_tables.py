"""Where a project's table comes from, and the people whom it was drawn from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

import celosia
from celosia.core.address_secrets import refuse_secret
from celosia.core.engine import browser_example, engine_of, is_by_browser, schemes
from celosia.errors import RecipeError
from celosia.files.atomic import move_for_good
from celosia.web.service.project_files import Receiving, find_ending
from celosia.web.service.service_errors import AddressError
from celosia.workflow.count import check_population

if TYPE_CHECKING:
    from celosia.web.service.projects import Project


LONGEST_ADDRESS = 2000
"""Signs, as browsers agree on for addresses of the web; a query of a server may be long."""
LONGEST_NAME = 200
"""Signs of a name that is shown: beside 255, which file systems take, and on one line."""


@dataclass(frozen=True, slots=True)
class ProjectSource:
    """Where a project's table comes from."""

    name: str
    """What the user calls it; never a path."""
    place: str
    """The stored file's name inside the project, or the address of a server's table."""
    is_file: bool
    id: str = field(default_factory=lambda: token_hex(4))
    """Tells it from others that the project had before, be they of the same name and place."""

    @classmethod
    def on_server(cls, address: str) -> ProjectSource:
        """Take the address of a server's table; one that holds a password is refused.

        Nothing of what is refused is kept: an address goes into the history, and into recipes.
        """
        refuse_secret(address)
        if not _is_offered(address):
            raise AddressError(
                "service.write-address-of-table",
                schemes=schemes(by_browser=True),
                example=browser_example(),
            )
        engine_of(address).table_of(address)  # what is wrong with it is said now, and not stored
        return cls(shown_name(re.sub(r"^\w+://[^/]*/", "", address)), address, is_file=False)


def _is_offered(address: str) -> bool:
    """Tell whether it is of an engine that may be named in a browser."""
    if len(address) > LONGEST_ADDRESS or re.search(r"\s", address):
        return False
    try:
        return is_by_browser(engine_of(address))
    except celosia.ParameterError:
        return False


def shown_name(name: str) -> str:
    r"""Keep of a name what can be shown; it is never used as a path.

    >>> shown_name("../../etc/pass\x00wd")
    'passwd'
    """
    return printable(re.split(r"[/\\]", name)[-1])


def printable(name: str) -> str:
    r"""Keep of a name what can be shown on one line.

    >>> printable(" Flu\n2025/26 ")
    'Flu2025/26'
    """
    return "".join(sign for sign in name if sign.isprintable()).strip()[:LONGEST_NAME]


def take_population(project: Project, upload: Receiving, name: str) -> str:
    """Make what was uploaded the population of the recipe; give what it is called.

    Older ones stay, because an older version of the recipe may name them.
    """
    upload.close()
    try:
        with project.looked_into(upload) as plain:
            stored = f"population-{token_hex(4)}{find_ending(plain, project.limits)}"
            people = plain.rename(plain.with_name(stored))
            check_population(people, project.recipe().quasi_identifiers)
        move_for_good(upload.path, project.folder / stored)
    finally:
        upload.discard()

    with project.state.transaction() as change:
        change.execute("INSERT INTO populations VALUES (?, seal(?))", (stored, name))
        project.change_recipe(
            lambda recipe: replace(recipe, population=stored, population_subject=())
        )
    return name


def read_population_names(project: Project) -> dict[str, str]:
    """Give what the user calls the populations, by the names of their files."""
    rows = project.state.rows("SELECT stored, opened(name) AS name FROM populations ORDER BY rowid")
    return {row["stored"]: row["name"] for row in rows}


def read_population_columns(project: Project) -> tuple[str, ...]:
    """Name the columns of the recipe's population; it is read for that, which may take a while."""
    people = project.recipe().population
    if people is None:
        return ()
    with celosia.read(project.folder / Path(people).name) as opened:
        return tuple(opened.columns)


def find_population(project: Project, given: str | None) -> str | None:
    """Give the stored name of a population that the project holds; refuse any other file.

    A recipe that was taken away calls it as the user does.
    """
    if given is None:
        return None
    for stored, called in reversed(read_population_names(project).items()):
        if given in (stored, project.plain_path(stored), called):
            return stored
    raise RecipeError("service.projects-recipe-cannot-name-population")
