"""Groups of k around the records furthest from the mean."""

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
    from celosia.methods.clustering.mdav import mdav

    return mdav(problem.records, problem.k, progress)


METHODS.add(
    "mdav",
    GroupingMethod(
        title=Message("methods.mdav"),
        explanation=Message("methods.method-statistical-offices-groups-k"),
        group=_group,
    ),
    order=7,
)
