"""Groups that begin with the record furthest from the last one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from celosia.methods.method import METHODS, GroupingMethod
from celosia.text.messages import Message

if TYPE_CHECKING:
    from celosia.core.arrays import IntArray
    from celosia.core.progress import Progress
    from celosia.methods.clustering.choices import GroupingOptions
    from celosia.methods.clustering.grouping_problem import GroupingProblem
    from celosia.methods.lattice import LatticeProblem


def _group(
    problem: GroupingProblem,
    options: GroupingOptions,
    lattice: LatticeProblem | None,
    progress: Progress,
) -> IntArray:
    from celosia.methods.clustering.k_members import k_members
    from celosia.methods.clustering.neighbourhoods import in_parts

    return in_parts(
        problem.records,
        problem.k,
        options.neighbourhood,
        lambda part, told: k_members(part, problem.k, problem.seed, told),
        progress,
    )


METHODS.add(
    "k-members",
    GroupingMethod(
        title=Message("methods.k-members"),
        explanation=Message("methods.loses-least-takes-longest-up"),
        group=_group,
        options=("neighbourhood",),
    ),
    order=4,
)
