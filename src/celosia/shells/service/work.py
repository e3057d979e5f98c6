"""What jobs do: each function calls the public names, and gives what JSON can hold.

No result holds a raw value of the data; files that do are the release and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import celosia
from celosia.shells.cli.showing import as_dict
from celosia.shells.service.errors import ConflictError
from celosia.shells.service.job_folder import JobFolder
from celosia.shells.service.projects import Project
from celosia.shells.service.telling import (
    told_candidates,
    told_column,
    told_curve,
    told_quasi_identifiers,
    told_scenario,
    told_verification,
)

FORMATS = (".csv", ".csv.gz", ".parquet", ".xlsx")
"""What a release can be written as."""
PRIVATE = ("output", "certificate", "vault")
"""Where the server keeps its files is nobody's business."""
HIGHEST_K = 50
MORE_SUPPRESSION = 0.01


@dataclass(frozen=True, slots=True)
class Task:
    """What a job is to work on."""

    project: Project
    options: Mapping[str, Any]
    version: int | None
    """Of the recipe; None before there is any."""
    files: Path
    """Where to put files."""
    progress: Callable[[str, float], None]
    key: bytes | None = None

    @property
    def recipe(self) -> celosia.Recipe:
        """The recipe as it was when the job was asked for."""
        return self.project.recipe(self.version)

    def opened(self) -> celosia.Table:
        """Open the project's table as the recipe says."""
        self.progress("read", 0.0)
        recipe = self.recipe
        return celosia.read(self.project.source_place, recipe.reading, recipe.schema)

    def release(self) -> Path:
        """Find the release that is asked for, else the newest one."""
        wanted = self.options.get("release")
        for folder in JobFolder.all(self.project.jobs_folder, self.project.table):
            if folder.described["kind"] != "anonymize" or wanted not in (None, folder.id):
                continue
            if folder.has_result and folder.is_ended:
                return folder.file(folder.result()["file"])
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
        (task.files / "recipe.toml").write_text(recipe.to_toml(notes), encoding="utf-8")
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
        curve = celosia.propose_k(table, task.recipe, highest, task.progress)
    return told_curve(curve)


def candidates(task: Task) -> dict[str, Any]:
    """Find every generalization that satisfies the models."""
    with task.opened() as table:
        found = celosia.candidates(table, task.recipe, task.progress, task.key)
    return told_candidates(found, task.recipe)


def alternatives(task: Task) -> dict[str, Any]:
    """Say what the best generalization would cost if one choice were another."""
    variants = _variants(task.recipe)
    found: list[dict[str, Any]] = []
    with task.opened() as table:
        for done, (what, column, recipe) in enumerate(variants):
            task.progress("alternatives", done / len(variants))
            found.append({"what": what, "column": column, **_best(table, recipe, task)})
    return {"alternatives": found}


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
    with task.opened() as table:
        release = celosia.anonymize(table, recipe, target, task.progress, task.key)
    (task.files / "recipe.toml").write_text(recipe.to_toml(), encoding="utf-8")
    told = as_dict(release, recipe, 0.0)
    return {
        **{key: value for key, value in told.items() if key not in PRIVATE},
        "file": target.name,
        "certificate": release.certificate.name,
        "models": [str(model) for model in recipe.models],
        "before": asdict(release.before),
        "after": asdict(release.after.figures),
    }


def assess(task: Task) -> dict[str, Any]:
    """Measure the table, and the release if there is one, with every model and attacker."""
    recipe = task.recipe
    threshold = task.options.get("threshold", 0.2)
    with task.opened() as table:
        task.progress("assess", 0.0)
        before = celosia.assess(
            table, recipe.quasi_identifiers, recipe.sensitive, recipe.nulls, threshold=threshold
        )
    after = None
    if not task.options.get("only_source"):
        with celosia.read(task.release()) as released:
            names = [name for name in recipe.quasi_identifiers if name in released.columns]
            sensitive = [name for name in recipe.sensitive if name in released.columns]
            after = celosia.assess(released, names, sensitive, recipe.nulls, threshold=threshold)
    judged = told_scenario((after or before).k, task.options.get("scenario"))
    return {"before": before.to_dict(), "after": after and after.to_dict(), "scenario": judged}


def compare(task: Task) -> dict[str, Any]:
    """Say what the release costs, column by column."""
    recipe = task.recipe
    with task.opened() as table, celosia.read(task.release()) as released:
        task.progress("compare", 0.0)
        rules = celosia.hierarchies_of(table, recipe, task.key)
        names = [name for name in recipe.quasi_identifiers if name in released.columns]
        found = celosia.compare(table, released, names, rules, task.options.get("target"))
    return dict(found.to_dict())


def report(task: Task) -> dict[str, Any]:
    """Write the page about the release."""
    recipe, options = task.recipe, task.options
    task.progress("report", 0.0)
    language, threshold = options.get("language", "en"), options.get("threshold", 0.2)
    page = celosia.report(task.project.source_place, [task.release()], recipe, language, threshold)
    (task.files / "report.html").write_text(page, encoding="utf-8")
    return {"file": "report.html", "language": language}


def verify(task: Task) -> dict[str, Any]:
    """Read the release again and judge its classes."""
    recipe = task.recipe
    task.progress("verify", 0.0)
    found = celosia.verify(
        task.release(),
        recipe.quasi_identifiers,
        recipe.models,
        recipe.nulls,
        sensitive=recipe.sensitive,
    )
    return told_verification(found)


def _variants(recipe: celosia.Recipe) -> list[tuple[str, str | None, celosia.Recipe]]:
    """Change one choice at a time: k, suppression, each quasi-identifier."""
    from celosia.shells.service.choices import with_roles

    plain = replace(recipe, node={}, method=celosia.Method.OPTIMAL)
    models = tuple(
        replace(m, k=m.k - 1) if isinstance(m, celosia.KAnonymity) and m.k > 2 else m
        for m in plain.models
    )
    more = min(1.0, plain.suppression + MORE_SUPPRESSION)
    variants: list[tuple[str, str | None, celosia.Recipe]] = [("as it is", None, plain)]
    if models != plain.models:
        variants.append(("k - 1", None, replace(plain, models=models)))
    variants.append(("1 % more suppression", None, replace(plain, suppression=more)))
    if len(plain.quasi_identifiers) > 1:
        variants += [
            ("without", name, with_roles(plain, {name: celosia.Role.IDENTIFIER}))
            for name in plain.quasi_identifiers
        ]
    return variants


def _best(table: celosia.Table, recipe: celosia.Recipe, task: Task) -> dict[str, Any]:
    try:
        best = celosia.candidates(table, recipe, key=task.key).result.optimum
    except celosia.NotAchievable:
        return {"achievable": False}
    return {
        "achievable": True,
        "loss": best.loss,
        "suppressed": best.suppressed,
        "min_class": best.min_class,
        "node": dict(zip(recipe.quasi_identifiers, best.node, strict=True)),
    }


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
