"""The best full-domain generalization, without listing the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from celosia.domain.language import Sentence
from celosia.methods.method import METHODS, LevelsMethod

if TYPE_CHECKING:
    from celosia.domain.progress import Progress
    from celosia.methods.lattice import LatticeProblem, SearchResult


def _search(
    problem: LatticeProblem, cache: int, seconds: float, progress: Progress
) -> SearchResult:
    from celosia.methods.lattice import find_best

    return find_best(problem, cache, seconds, progress)


METHODS.add(
    "optimal",
    LevelsMethod(
        title=Sentence("optimal generalization", "generalización óptima"),
        explanation=Sentence(
            "One level for each column, the best there is. The same value is always written"
            " in the same way.",
            "Un nivel para cada columna, el mejor que hay. Un mismo valor se escribe "
            "siempre igual.",
        ),
        search=_search,
    ),
    order=1,
)
