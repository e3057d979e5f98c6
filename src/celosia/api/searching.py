"""Candidates, and the one to apply."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from celosia.api.problems import Prepared, prepare
from celosia.api.stored_hierarchies import with_stored_hierarchies
from celosia.api.transforming import transformed
from celosia.domain.progress import Progress, silent
from celosia.domain.table import Table
from celosia.methods.lattice import Candidate, SearchResult, evaluate_node, find_all
from celosia.methods.method import LevelsMethod
from celosia.recipe import Recipe


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """All generalizations that satisfy the recipe's models, and how they were reached."""

    result: SearchResult
    proposed: tuple[str, ...]
    """Quasi-identifiers whose hierarchy was proposed, not given."""
    records: int

    def to_dict(self, recipe: Recipe, listed: bool = True) -> dict[str, Any]:
        """Give what was found; without `listed`, all but the candidates one by one."""
        result = self.result
        found = {"candidates": [_told(each) for each in result.candidates]} if listed else {}
        return {
            "attributes": list(result.attributes),
            "min_levels": list(result.min_levels),
            "max_levels": list(result.max_levels),
            "number": len(result.candidates),
            **found,
            "heights": [asdict(height) for height in result.heights()],
            "optimum": list(result.optimum.node),
            "ties": [list(node) for node in result.ties],
            "objective": recipe.objective,
            "models": [str(model) for model in recipe.models],
            "nulls": recipe.nulls.value,
            "records": self.records,
            "nodes": result.nodes,
            "checked": result.checked,
            "proposed_hierarchies": list(self.proposed),
        }


def _told(candidate: Candidate) -> dict[str, Any]:
    return {
        "node": list(candidate.node),
        "minimal": candidate.minimal,
        "optimal": candidate.optimal,
        "loss": candidate.loss,
        "suppressed": candidate.suppressed,
        "score": candidate.score,
        "classes": candidate.classes,
        "min_class": candidate.min_class,
    }


def candidates(
    table: Table, recipe: Recipe, progress: Progress = silent, key: bytes | None = None
) -> Candidates:
    """Find every generalization that satisfies the models, and the best of them.

    The recipe's techniques are applied first; `key` is the secret of those that need one.
    """
    recipe = with_stored_hierarchies(recipe)
    with transformed(table, recipe, key, "candidates.csv") as made:
        prepared = prepare(made.table, made.recipe)
    result = find_all(prepared.problem, recipe.cache_mb << 20, progress)
    return Candidates(result, prepared.proposed, prepared.problem.records)


def chosen(prepared: Prepared, recipe: Recipe, progress: Progress = silent) -> SearchResult:
    """Find the generalization to apply: the one that the recipe names, or the best."""
    cache = recipe.cache_mb << 20
    if recipe.node:
        node = tuple(recipe.node[name] for name in prepared.problem.given)
        return evaluate_node(prepared.problem, node)
    how = recipe.how
    assert isinstance(how, LevelsMethod)
    return how.search(prepared.problem, cache, recipe.seconds, progress)
