"""The job *compare*: what a release costs, column by column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import celosia
from celosia.core.parameters import ColumnName
from celosia.text.messages import Message
from celosia.web.service.work import JOB_KINDS, READ, AboutRelease, JobKind, JobTask, Stage
from celosia.workflow.compare import hierarchies_of

COMPARE = Stage("compare", Message("service.compare"))


@dataclass(frozen=True, slots=True)
class CompareOptions(AboutRelease):
    """Which release, and what it is to be used for."""

    target: ColumnName | None = None
    """What somebody would predict with it."""


def compare(task: JobTask[CompareOptions]) -> dict[str, Any]:
    """Say what the release costs, column by column."""
    recipe = task.released_recipe
    with task.open_table() as table, celosia.read(task.release()) as released:
        task.progress(COMPARE.name, 0.0)
        rules = hierarchies_of(table, recipe, task.counting_key)
        names = [name for name in recipe.quasi_identifiers if name in released.columns]
        found = celosia.compare(table, released, names, rules, task.options.target)
    return dict(found.to_dict())


JOB_KINDS.add(
    "compare",
    JobKind(
        Message("service.comparing-original"),
        compare,
        CompareOptions,
        stages=(READ, COMPARE),
        command="compare",
    ),
    order=7,
)
