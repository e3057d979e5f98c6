"""The job *verify*: a release read again, with the population that it was compared with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import celosia
from celosia.core.model import model_name
from celosia.text.messages import Message
from celosia.web.service.work import JOB_KINDS, VERIFY, AboutRelease, JobKind, JobTask, both
from celosia.workflow.derive import write_population


def verify(task: JobTask[AboutRelease]) -> dict[str, Any]:
    """Read the release again and judge its classes."""
    recipe = task.released_recipe
    task.progress(VERIFY.name, 0.0)
    with TemporaryDirectory(prefix="celosia-") as folder:
        found = celosia.verify(
            task.release(),
            recipe.quasi_identifiers,
            recipe.models,
            recipe.nulls,
            population=_people_alike(task, Path(folder)),
            sensitive=recipe.sensitive,
            subject=recipe.subject,
            as_written=recipe.as_written,
            population_subject=recipe.population_subject,
        )
    return describe_verification(found)


def _people_alike(task: JobTask[AboutRelease], folder: Path) -> Path | None:
    """Tell the population by the labels of the release, so that the two can be compared."""
    recipe, told = task.released_recipe, task.release_folder().result()
    if recipe.population is None:
        return None
    if "node" not in told:  # the techniques alone: nothing was given another label
        return Path(recipe.population)
    path, key = folder / "people.csv", task.counting_key
    node = dict(zip(told["attributes"], told["node"], strict=True))
    with task.open_table() as table:
        write_population(table, replace(recipe, node=node), path, key)
    return path


def describe_verification(found: celosia.Verification) -> dict[str, Any]:
    """Tell whether models hold, and what each is called."""
    told = found.to_dict()
    for entry, (model, _) in zip(told["models"], found.rejected, strict=True):
        entry["named"] = both(model_name(model))
    return told


JOB_KINDS.add(
    "verify",
    JobKind(
        Message("service.verifying-release"),
        verify,
        AboutRelease,
        stages=(VERIFY,),
        command="verify",
    ),
    order=9,
)
