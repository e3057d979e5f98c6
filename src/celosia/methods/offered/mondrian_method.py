"""Halves of halves, cut where the values spread most."""

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
    from celosia.methods.clustering.mondrian import mondrian

    return mondrian(problem.records, problem.k, options.relaxed, options.split, progress)


METHODS.add(
    "mondrian",
    GroupingMethod(
        title=Message("methods.mondrian"),
        explanation=Message("methods.cuts-table-into-halves-again"),
        group=_group,
        options=("relaxed", "split"),
    ),
    order=6,
)
