"""Groups that begin with the next record of a list."""

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
    from celosia.methods.clustering.l_greedy import l_greedy
    from celosia.methods.clustering.neighbourhoods import in_parts

    return in_parts(
        problem.records,
        problem.k,
        options.neighbourhood,
        lambda part, told: l_greedy(part, problem.k, told),
        progress,
    )


METHODS.add(
    "l-greedy",
    GroupingMethod(
        title=Message("methods.l-greedy"),
        explanation=Message("methods.loses-about-little-k-members"),
        group=_group,
        options=("neighbourhood",),
    ),
    order=5,
)
