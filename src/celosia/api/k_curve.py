"""What each k costs, and where more privacy becomes expensive."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from celosia.api.problems import prepare
from celosia.api.transforming import transformed
from celosia.domain.progress import Progress, silent
from celosia.domain.table import Table
from celosia.errors import NotAchievable, ParameterError
from celosia.methods.lattice import find_best
from celosia.models import KAnonymity
from celosia.proposals import knee_of_k
from celosia.recipe import Recipe

HIGHEST_K = 100


@dataclass(frozen=True, slots=True)
class KPoint:
    """What one k costs and gives."""

    k: int
    loss: float
    suppressed: float
    """Share of the records."""
    highest_risk: float


@dataclass(frozen=True, slots=True)
class KCurve:
    """Loss, suppression and risk over k, and where the curve bends. The user decides."""

    points: tuple[KPoint, ...]
    knee: int | None
    """The k proposed, or None when the curve has no bend."""

    def to_dict(self) -> dict[str, Any]:
        """Give what each k costs, and the one that is proposed."""
        return {"proposed": self.knee, "points": [asdict(point) for point in self.points]}


def propose_k(
    table: Table,
    recipe: Recipe,
    highest: int = HIGHEST_K,
    progress: Progress = silent,
    key: bytes | None = None,
) -> KCurve:
    """Show what each k from 2 up costs, and where more privacy becomes expensive.

    The recipe's techniques are applied first; `key` is the secret of those that need one.
    """
    if highest < 2:
        raise ParameterError("workflow.highest-k-must-least-2", highest=highest)
    others = tuple(m for m in recipe.models if not isinstance(m, KAnonymity))
    asked = replace(recipe, models=(KAnonymity(2), *others))
    with transformed(table, asked, key, "k_curve.csv") as made:
        prepared = prepare(made.table, made.recipe)
    points: list[KPoint] = []
    k = 2
    while k <= highest:
        problem = replace(prepared.problem, models=(KAnonymity(k), *others))
        try:
            best = find_best(problem, recipe.cache_mb << 20, recipe.seconds).optimum
        except NotAchievable:
            break
        share = best.suppressed / problem.records
        # The same node stays the best one until k passes its smallest class.
        last = max(k, min(best.min_class, highest))
        risk = 1 / best.min_class if best.min_class else 0.0
        points += [KPoint(each, best.loss, share, risk) for each in range(k, last + 1)]
        k = last + 1
        progress("k", k / highest)
    bend = knee_of_k([p.k for p in points], [p.loss for p in points]) if points else None
    return KCurve(tuple(points), None if bend is None else points[bend].k)
