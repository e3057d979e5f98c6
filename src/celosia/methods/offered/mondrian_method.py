"""Halves of halves, cut where the values spread most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from celosia.domain.language import Sentence
from celosia.methods.method import METHODS, GroupingMethod

if TYPE_CHECKING:
    from celosia.domain.arrays import IntArray
    from celosia.domain.progress import Progress
    from celosia.methods.clustering.choices import GroupingOptions
    from celosia.methods.clustering.problem import GroupingProblem
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
        title=Sentence("Mondrian", "Mondrian"),
        explanation=Sentence(
            "Cuts the table into halves again and again. Very quick, and loses somewhat more.",
            "Parte la tabla en mitades una y otra vez. Muy rápido, y pierde algo más.",
        ),
        group=_group,
        options=("relaxed", "split"),
    ),
    order=6,
)
