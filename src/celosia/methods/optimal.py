"""The best full-domain generalization, without listing the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from celosia.methods.method import METHODS, LevelsMethod
from celosia.text.messages import Message

if TYPE_CHECKING:
    from celosia.core.progress import Progress
    from celosia.methods.lattice import LatticeProblem, SearchResult
    from celosia.methods.method import MethodOptions


def _search(
    problem: LatticeProblem,
    options: MethodOptions,
    cache: int,
    seconds: float,
    progress: Progress,
) -> SearchResult:
    from celosia.methods.lattice import find_best

    return find_best(problem, cache, seconds, progress)


METHODS.add(
    "optimal",
    LevelsMethod(
        title=Message("methods.optimal-generalization"),
        explanation=Message("methods.level-each-column-best-same"),
        search=_search,
    ),
    order=1,
)
