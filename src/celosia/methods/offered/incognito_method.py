"""All full-domain generalizations that satisfy the models, then the best of them."""

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
    from celosia.methods.lattice import find_all

    return find_all(problem, cache, progress)


METHODS.add(
    "incognito",
    LevelsMethod(
        title=Sentence("Incognito", "Incognito"),
        explanation=Sentence(
            "Finds every safe choice of levels, then the best of them. To compare candidates.",
            "Encuentra todas las elecciones de niveles seguras y, de ellas, la mejor. Para "
            "comparar candidatas.",
        ),
        search=_search,
        not_offered={
            "app": Sentence(
                "The list of candidates is what Incognito finds; one of them is picked there.",
                "La lista de candidatas es lo que encuentra Incognito; allí se elige una.",
            )
        },
    ),
    order=2,
)
