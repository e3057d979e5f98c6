"""The job *verify*: a release read again, with the population that it was compared with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import celosia
from celosia.web.service.describe import describe_verification
from celosia.web.service.work import JOB_KINDS, VERIFY, AboutRelease, JobKind, Task


def verify(task: Task[AboutRelease]) -> dict[str, Any]:
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
        )
    return describe_verification(found)


def _people_alike(task: Task[AboutRelease], folder: Path) -> Path | None:
    """Tell the population by the labels of the release, so that the two can be compared."""
    recipe, told = task.released_recipe, task.release_folder().result()
    if recipe.population is None:
        return None
    if "node" not in told:  # the techniques alone: nothing was given another label
        return Path(recipe.population)
    path, key = folder / "people.csv", task.counting_key
    node = dict(zip(told["attributes"], told["node"], strict=True))
    with task.open_table() as table:
        celosia.write_population(table, replace(recipe, node=node), path, key)
    return path


JOB_KINDS.add(
    "verify",
    JobKind(
        celosia.Message("service.verifying-release"),
        verify,
        AboutRelease,
        stages=(VERIFY,),
    ),
    order=9,
)
