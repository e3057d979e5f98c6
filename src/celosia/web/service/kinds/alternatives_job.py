"""The job *alternatives*: what the best generalization costs with one choice changed."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Any

import celosia
from celosia.methods.method import DEFAULT_METHOD
from celosia.models import KAnonymity
from celosia.text.messages import Message
from celosia.web.service.work import JOB_KINDS, READ, JobKind, JobTask, NoOptions, Stage
from celosia.workflow.change_recipe import set_roles

MORE_SUPPRESSION = 0.01
"""One record in a hundred: what somebody would give away first. The pages say "1 % more"."""


class Changed(StrEnum):
    """Which choice of the recipe a variant changes; the pages have a sentence for each."""

    NOTHING = "nothing"
    LOWER_K = "lower-k"
    MORE_SUPPRESSION = "more-suppression"
    LEFT_OUT = "left-out"
    """A quasi-identifier, which is named, is not published."""


TRY = Stage(
    "alternatives",
    Message("service.try"),
)


def alternatives(task: JobTask[NoOptions]) -> dict[str, Any]:
    """Say what the best generalization would cost if one choice were another."""
    variants = _variants(task.recipe)
    found: list[dict[str, Any]] = []
    with task.open_table() as table:
        for done, (what, column, recipe) in enumerate(variants):
            task.progress(TRY.name, done / len(variants))
            best = _best(table, recipe, task)
            if column is not None and best["achievable"]:
                best["loss"] = _with_lost(best["loss"], task.recipe, column)
            found.append({"what": what, "column": column, **best})
    return {"alternatives": found}


def _variants(recipe: celosia.Recipe) -> list[tuple[Changed, str | None, celosia.Recipe]]:
    """Change one choice at a time: k, suppression, each quasi-identifier."""
    plain = recipe.changed(node={}, method=DEFAULT_METHOD)
    models = tuple(
        replace(m, k=m.k - 1) if isinstance(m, KAnonymity) and m.k > 2 else m for m in plain.models
    )
    more = min(1.0, plain.suppression + MORE_SUPPRESSION)
    variants: list[tuple[Changed, str | None, celosia.Recipe]] = [(Changed.NOTHING, None, plain)]
    if models != plain.models:
        variants.append((Changed.LOWER_K, None, replace(plain, models=models)))
    variants.append((Changed.MORE_SUPPRESSION, None, replace(plain, suppression=more)))
    if len(plain.quasi_identifiers) > 1:
        variants += [
            (Changed.LEFT_OUT, name, set_roles(plain, {name: celosia.Role.IDENTIFIER}))
            for name in plain.quasi_identifiers
        ]
    return variants


def _best(table: celosia.Table, recipe: celosia.Recipe, task: JobTask[NoOptions]) -> dict[str, Any]:
    try:
        best = celosia.candidates(table, recipe, key=task.counting_key).result.optimum
    except celosia.NotAchievable:
        return {"achievable": False}
    return {
        "achievable": True,
        "loss": best.loss,
        "suppressed": best.suppressed,
        "min_class": best.min_class,
        "node": dict(zip(recipe.quasi_identifiers, best.node, strict=True)),
    }


def _with_lost(loss: float, recipe: celosia.Recipe, column: str) -> float:
    """Count a column that is not published as lost whole, so that the losses can be compared."""
    weights = {name: recipe.weights.get(name, 1.0) for name in recipe.quasi_identifiers}
    share = weights[column] / sum(weights.values())
    return loss * (1 - share) + share


JOB_KINDS.add(
    "alternatives",
    JobKind(
        Message("service.trying-other-choices"),
        alternatives,
        stages=(READ, TRY),
        not_offered={"cli": Message("service.alternatives-not-offered-cli")},
    ),
    order=4,
)
