"""Groups of k around the records furthest from the mean."""

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
    from celosia.methods.clustering.mdav import mdav

    return mdav(problem.records, problem.k, progress)


METHODS.add(
    "mdav",
    GroupingMethod(
        title=Sentence("MDAV", "MDAV"),
        explanation=Sentence(
            "The method of statistical offices: groups of k around the records furthest "
            "from the mean. For numbers, up to some tens of thousands of records.",
            "El método de los institutos de estadística: grupos de k alrededor de los "
            "registros más lejanos de la media. Para números, hasta unas decenas de miles "
            "de registros.",
        ),
        group=_group,
    ),
    order=7,
)
