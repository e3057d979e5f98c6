"""The job *candidates*: every generalization that satisfies the models."""

from __future__ import annotations

from typing import Any

import celosia
from celosia.text.messages import Message
from celosia.web.service.candidate_file import CANDIDATES, write_candidates
from celosia.web.service.work import COUNT, JOB_KINDS, READ, SEARCH, JobKind, JobTask, NoOptions


def candidates(task: JobTask[NoOptions]) -> dict[str, Any]:
    """Find every generalization that satisfies the models."""
    with task.open_table() as table:
        found = celosia.candidates(table, task.recipe, task.progress, task.counting_key)
    write_candidates(found.result, task.files / CANDIDATES)
    return found.to_dict(task.recipe, listed=False)


JOB_KINDS.add(
    "candidates",
    JobKind(
        Message("service.looking-generalizations"),
        candidates,
        stages=(READ, COUNT, SEARCH),
        command="candidates",
        secrets=("key",),
    ),
    order=3,
)
