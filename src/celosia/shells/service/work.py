"""What jobs do: each function calls the public names, and gives what JSON can hold.

No result holds a raw value of the data; files that do are the release and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import celosia
from celosia.files.atomic import write_whole
from celosia.shells.cli.showing import as_dict
from celosia.shells.service.alternatives import alternatives
from celosia.shells.service.candidates import CANDIDATES, write_candidates
from celosia.shells.service.errors import ConflictError
from celosia.shells.service.job_folder import JobFolder
from celosia.shells.service.populations import population_names
from celosia.shells.service.projects import Project
from celosia.shells.service.sources import Source
from celosia.shells.service.telling import (
    both,
    told_candidates,
    told_column,
    told_curve,
    told_quasi_identifiers,
    told_scenario,
)
from celosia.shells.service.verifying import verify

FORMATS = (".csv", ".csv.gz", ".parquet", ".xlsx")
"""What a release can be written as."""
PRIVATE = ("output", "certificate", "evidence", "vault")
"""Where the server keeps its files is nobody's business."""
VAULT = "identities.vault"
HIGHEST_K = 50


@dataclass(frozen=True, slots=True)
class Task:
    """What a job is to work on."""

    project: Project
    options: Mapping[str, Any]
    version: int
    """Of the recipe, and of the table that it is about."""
    files: Path
    """Where to put files."""
    progress: Callable[[str, float], None]
    key: bytes | None = None
    vault: bytes | None = None
    """The secret of the vault that keeps who is behind each pseudonym."""

    @property
    def counting_key(self) -> bytes | None:
        """The key for work that publishes nothing: the given one, else one that is forgotten."""
        return self.key or celosia.passing_key(self.recipe)

    @property
    def recipe(self) -> celosia.Recipe:
        """The recipe as it was when the job was asked for."""
        return self.project.recipe(self.version)

    @property
    def released_recipe(self) -> celosia.Recipe:
        """The recipe by which the release that is asked for was made."""
        return self.project.recipe(self.release_folder().described["recipe_version"])

    @property
    def source(self) -> Source:
        """The table that the recipe is about."""
        return self.project.source_at(self.version)

    def opened(self) -> celosia.Table:
        """Open the table as the recipe says, under the name that the user gave it."""
        self.progress("read", 0.0)
        recipe, source = self.recipe, self.source
        table = celosia.read(self.project.place_of(source), recipe.reading, recipe.schema)
        return replace(table, known_as=source.name) if source.is_file else table

    def release(self) -> Path:
        """Find the release that is asked for, else the newest one."""
        folder = self.release_folder()
        return folder.file(folder.result()["file"])

    def release_folder(self) -> JobFolder:
        """Find the job that made the release that is asked for, else the newest one."""
        wanted = self.options.get("release")
        for folder in JobFolder.all(self.project.jobs_folder, self.source.id):
            if folder.described["kind"] != "anonymize" or wanted not in (None, folder.id):
                continue
            if folder.has_result and folder.is_ended:
                return folder
        raise ConflictError("There is no such release yet: make one first.")


def profile(task: Task) -> dict[str, Any]:
    """Say what each column is and which role it may have, and propose a recipe."""
    with task.opened() as table:
        task.progress("propose", 0.0)
        proposal = celosia.propose(table)
        recipe = replace(
            proposal.recipe("", ""),
            source=None,
            output=None,
            reading=table.options,
        )
        notes = proposal.notes(task.options.get("language", "en"))
        write_whole(task.files / "recipe.toml", recipe.to_toml(notes))
        celosia.write_schema(table.schema, task.files / "schema.toml")
        task.progress("assess", 0.0)
        figures = None
        if recipe.quasi_identifiers and table.records:
            figures = celosia.assess(table, recipe.quasi_identifiers, recipe.sensitive)
        return {
            "records": table.records,
            "columns": [told_column(column, proposal) for column in proposal.columns],
            "quasi_identifiers": told_quasi_identifiers(proposal),
            "figures": figures and figures.to_dict(),
            "recipe": recipe.to_toml(notes),
        }


def k_curve(task: Task) -> dict[str, Any]:
    """Say what each k costs."""
    with task.opened() as table:
        highest = task.options.get("highest", HIGHEST_K)
        curve = celosia.propose_k(table, task.recipe, highest, task.progress, task.counting_key)
    return told_curve(curve)


def candidates(task: Task) -> dict[str, Any]:
    """Find every generalization that satisfies the models."""
    with task.opened() as table:
        found = celosia.candidates(table, task.recipe, task.progress, task.counting_key)
    write_candidates(found.result, task.files / CANDIDATES)
    return told_candidates(found, task.recipe)


def anonymize(task: Task) -> dict[str, Any]:
    """Publish a release into the job's own folder, verified, with its certificate."""
    ending = task.options.get("format", ".csv")
    if ending not in FORMATS:
        raise celosia.ParameterError(f"Unknown format. Formats: {', '.join(FORMATS)}.")
    recipe = task.recipe
    if method := task.options.get("method"):
        recipe = replace(recipe, method=celosia.Method(method), node={})
    if node := task.options.get("node"):
        recipe = replace(recipe, node=node)
    target = task.files / f"release{ending}"
    kept = celosia.VaultFile(task.files / VAULT, task.vault) if task.vault else None
    with task.opened() as table:
        release = celosia.anonymize(table, recipe, target, task.progress, task.key, kept)
    taken = _by_their_names(task, recipe)
    write_whole(task.files / "recipe.toml", taken.to_toml())
    told = as_dict(release, recipe, 0.0)
    return {
        **{key: value for key, value in told.items() if key not in PRIVATE},
        "file": target.name,
        "certificate": release.certificate.name,
        "evidence": release.evidence.name,
        "vault": kept and VAULT,
        "models": [str(model) for model in recipe.models],
        "named": [both(celosia.model_name(model)) for model in recipe.models],
        "before": asdict(release.before),
        "after": asdict(release.after.figures),
    }


def _by_their_names(task: Task, recipe: celosia.Recipe) -> celosia.Recipe:
    """Call the files of a recipe that is taken away as the user does."""
    source, people = task.source, recipe.population
    return replace(
        recipe,
        source=source.name if source.is_file else source.place,
        population=people and population_names(task.project.folder)[Path(people).name],
    )


def assess(task: Task) -> dict[str, Any]:
    """Measure the table, and the release if there is one, with every model and attacker.

    Both are measured by the quasi-identifiers that the release was made for: else the two could not
    be compared.
    """
    alone = bool(task.options.get("only_source"))
    recipe = task.recipe if alone else task.released_recipe
    threshold = task.options.get("threshold", 0.2)
    with task.opened() as table:
        task.progress("assess", 0.0)
        before = celosia.assess(
            table, recipe.quasi_identifiers, recipe.sensitive, recipe.nulls, threshold=threshold
        )
    after = None
    if not alone:
        with celosia.read(task.release()) as released:
            names = [name for name in recipe.quasi_identifiers if name in released.columns]
            sensitive = [name for name in recipe.sensitive if name in released.columns]
            after = celosia.assess(released, names, sensitive, recipe.nulls, threshold=threshold)
    judged = told_scenario((after or before).k, task.options.get("scenario"))
    return {"before": before.to_dict(), "after": after and after.to_dict(), "scenario": judged}


def compare(task: Task) -> dict[str, Any]:
    """Say what the release costs, column by column."""
    recipe = task.released_recipe
    with task.opened() as table, celosia.read(task.release()) as released:
        task.progress("compare", 0.0)
        rules = celosia.hierarchies_of(table, recipe, task.counting_key)
        names = [name for name in recipe.quasi_identifiers if name in released.columns]
        found = celosia.compare(table, released, names, rules, task.options.get("target"))
    return dict(found.to_dict())


def report(task: Task) -> dict[str, Any]:
    """Write the page about the release."""
    recipe, options = task.released_recipe, task.options
    task.progress("report", 0.0)
    language, threshold = options.get("language", "en"), options.get("threshold", 0.2)
    source, key = task.project.place_of(task.source), task.counting_key
    page = celosia.report(source, [task.release()], recipe, language, threshold, key)
    write_whole(task.files / "report.html", page)
    return {"file": "report.html", "language": language}


WORK: dict[str, Callable[[Task], dict[str, Any]]] = {
    "profile": profile,
    "k-curve": k_curve,
    "candidates": candidates,
    "alternatives": alternatives,
    "anonymize": anonymize,
    "assess": assess,
    "compare": compare,
    "report": report,
    "verify": verify,
}
"""Every kind of job by its name."""
