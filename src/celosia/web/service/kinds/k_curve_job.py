"""The job *k-curve*: what each k costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import celosia
from celosia.core.parameters import Whole
from celosia.web.service.work import COUNT, JOB_KINDS, READ, JobKind, Stage, Task

TRY = Stage("k", celosia.Message("service.try-2"))


@dataclass(frozen=True, slots=True)
class KCurveOptions:
    """Up to which k it is worked out."""

    highest: Annotated[int, Whole(2, 1000)] = 50


def k_curve(task: Task[KCurveOptions]) -> dict[str, Any]:
    """Say what each k costs."""
    with task.open_table() as table:
        highest = task.options.highest
        curve = celosia.propose_k(table, task.recipe, highest, task.progress, task.counting_key)
    return curve.to_dict()


JOB_KINDS.add(
    "k-curve",
    JobKind(
        celosia.Message("service.working-out-each-k-costs"),
        k_curve,
        KCurveOptions,
        stages=(READ, COUNT, TRY),
    ),
    order=2,
)
