"""Groups in the order of the distance from one record."""

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
    from celosia.methods.clustering.reference import reference

    return reference(problem.records, problem.k, progress)


METHODS.add(
    "reference",
    GroupingMethod(
        title=Sentence("order from a reference record", "orden desde un registro de referencia"),
        explanation=Sentence(
            "Lines all records up by their distance from one of them, and cuts at the best "
            "places. Quick, and loses more.",
            "Pone todos los registros en fila por su distancia a uno de ellos y corta por "
            "los mejores sitios. Rápido, y pierde más.",
        ),
        group=_group,
    ),
    order=10,
)
