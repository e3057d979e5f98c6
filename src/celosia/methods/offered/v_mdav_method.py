"""MDAV with groups of variable size."""

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
    from celosia.methods.clustering.mdav import v_mdav

    return v_mdav(problem.records, problem.k, options.gamma, progress)


METHODS.add(
    "v-mdav",
    GroupingMethod(
        title=Message("methods.v-mdav"),
        explanation=Message("methods.mdav-whose-groups-may-grow"),
        group=_group,
        options=("gamma",),
    ),
    order=8,
)
