"""Groups along Hilbert's curve."""

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
    from celosia.methods.clustering.hilbert import hilbert

    return hilbert(problem.records, problem.k, progress)


METHODS.add(
    "hilbert",
    GroupingMethod(
        title=Sentence("Hilbert curve", "curva de Hilbert"),
        explanation=Sentence(
            "Lines all records up along a curve, and cuts it at the best places. Quick, for"
            " tables of few columns.",
            "Pone todos los registros en fila a lo largo de una curva y la corta por los "
            "mejores sitios. Rápido, para tablas de pocas columnas.",
        ),
        group=_group,
    ),
    order=9,
)
