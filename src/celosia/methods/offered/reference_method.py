"""Groups in the order of the distance from one record."""

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
    from celosia.methods.clustering.lines import reference

    return reference(problem.records, problem.k, progress)


METHODS.add(
    "reference",
    GroupingMethod(
        title=Message("methods.order-reference-record"),
        explanation=Message("methods.lines-all-records-up-distance"),
        group=_group,
    ),
    order=10,
)
