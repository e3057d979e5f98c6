"""All full-domain generalizations that satisfy the models, then the best of them."""

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
    from celosia.methods.lattice import find_all

    return find_all(problem, cache, progress)


METHODS.add(
    "incognito",
    LevelsMethod(
        title=Message("methods.incognito"),
        explanation=Message("methods.finds-every-safe-choice-levels"),
        search=_search,
        not_offered={"app": Message("methods.list-candidates-incognito-finds-picked")},
    ),
    order=2,
)
