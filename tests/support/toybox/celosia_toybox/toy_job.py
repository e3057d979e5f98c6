"""A kind of job: the records, several times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from celosia.core.parameters import Whole
from celosia.text.messages import Message
from celosia.web.service.work import JOB_KINDS, READ, JobKind


@dataclass(frozen=True, slots=True)
class ToyCountOptions:
    """How many times."""

    times: Annotated[int, Whole(1, 9)] = 2


def count(task):
    """Count the records."""
    with task.open_table() as table:
        return {"records": table.records * task.options.times}


JOB_KINDS.add(
    "toy-count",
    JobKind(
        Message("toys.job"),
        count,
        ToyCountOptions,
        stages=(READ,),
        not_offered={"cli": Message("toys.job-not-offered")},
    ),
)
