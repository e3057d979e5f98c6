"""The job *k-curve*: what each k costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import celosia
from celosia.core.parameters import Whole
from celosia.text.messages import Message
from celosia.web.service.work import COUNT, JOB_KINDS, READ, JobKind, JobTask, Stage

TRY = Stage("k", Message("service.try-2"))


@dataclass(frozen=True, slots=True)
class KCurveOptions:
    """Up to which k it is worked out."""

    highest: Annotated[int, Whole(2, 1000)] = 50


def k_curve(task: JobTask[KCurveOptions]) -> dict[str, Any]:
    """Say what each k costs."""
    with task.open_table() as table:
        highest = task.options.highest
        curve = celosia.propose_k(table, task.recipe, highest, task.progress, task.counting_key)
    return curve.to_dict()


JOB_KINDS.add(
    "k-curve",
    JobKind(
        Message("service.working-out-each-k-costs"),
        k_curve,
        KCurveOptions,
        stages=(READ, COUNT, TRY),
        command="profile",
    ),
    order=2,
)
