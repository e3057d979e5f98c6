"""The job *anonymize*: a release, verified, with its certificate."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import celosia
from celosia.core.model import model_name
from celosia.core.parameters import LevelsOfColumns, NamedIn, OneOf
from celosia.files.atomic import write_whole
from celosia.methods.method import MethodFamily
from celosia.recipe.recipe import RecipeEntries
from celosia.text.languages import ENGLISH, languages
from celosia.text.messages import Message
from celosia.vault.vault import VaultFile
from celosia.web.service.project_tables import read_population_names
from celosia.web.service.work import (
    APPLY,
    COUNT,
    JOB_KINDS,
    READ,
    SEARCH,
    VERIFY,
    WRITE,
    JobKind,
    JobTask,
    both,
)

FORMATS = tuple(celosia.FILE_FORMATS.choices)
"""What a release can be written as."""
PRIVATE = ("output", "certificate", "evidence", "vault")
"""Where the server keeps its files is nobody's business."""
VAULT = "identities.vault"


@dataclass(frozen=True, slots=True)
class AnonymizeOptions:
    """Which release is made."""

    format: Annotated[str, OneOf(FORMATS)] = ".csv"
    method: Annotated[str, NamedIn(celosia.METHODS)] | None = None
    """Instead of the recipe's."""
    node: Annotated[dict[str, int], LevelsOfColumns()] | None = None
    """The candidate that was picked: a level for each quasi-identifier."""
    language: Annotated[str, OneOf(languages())] | None = None
    """Of words that are published, where the recipe says none; English if nobody says any."""


def anonymize(task: JobTask[AnonymizeOptions]) -> dict[str, Any]:
    """Publish a release into the job's own folder, verified, with its certificate."""
    entries, options = task.entries, task.options
    if options.method:
        entries = entries.changed(method=options.method, node={})
    if options.node:
        entries = entries.changed(node=options.node)
    entries = _in_language(entries, options)
    recipe = celosia.Recipe.checked(entries)
    target = task.files / f"release{options.format}"
    kept = VaultFile(task.files / VAULT, task.vault) if task.vault else None
    with task.open_table() as table:
        release = celosia.anonymize(table, recipe, target, task.progress, task.key, kept)
    taken = _by_their_names(task, entries)
    write_whole(task.files / "recipe.toml", taken.to_toml())
    told = release.to_dict(recipe)
    return {
        **{key: value for key, value in told.items() if key not in PRIVATE},
        "file": target.name,
        "certificate": release.certificate.name,
        "evidence": release.evidence.name,
        "vault": kept and VAULT,
        "named": [both(model_name(model)) for model in recipe.models],
    }


def _in_language(recipe: RecipeEntries, options: AnonymizeOptions) -> RecipeEntries:
    """Publish words in the language of whoever asks where the recipe says none.

    One that it says stays: a release must not change with who looks at it.
    """
    if recipe.language is not None or recipe.how.family is not MethodFamily.FUZZY:
        return recipe
    return recipe.changed(language=options.language or ENGLISH)


def _by_their_names(task: JobTask[AnonymizeOptions], recipe: RecipeEntries) -> RecipeEntries:
    """Call the files of a recipe that is taken away as the user does."""
    source, people = task.source, recipe.population
    return recipe.changed(
        source=source.name if source.is_file else source.place,
        population=people and read_population_names(task.project)[Path(people).name],
    )


JOB_KINDS.add(
    "anonymize",
    JobKind(
        Message("service.making-release"),
        anonymize,
        AnonymizeOptions,
        stages=(READ, COUNT, SEARCH, APPLY, WRITE, VERIFY),
        command="anonymize",
        secrets=("key", "vault"),
    ),
    order=5,
)
