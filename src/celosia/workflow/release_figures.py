"""What is told of a release, as JSON can hold it: the same keys to a shell, a server and a page."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from celosia.methods.method import Method, MethodFamily
from celosia.recipe import Recipe
from celosia.workflow.transform import Step

if TYPE_CHECKING:
    from celosia.workflow.publish import Release


def release_to_dict(release: Release, recipe: Recipe, reading: float = 0.0) -> dict[str, Any]:
    """Tell what was published; `reading` is how many seconds it took to open the table."""
    figures = release.after.figures
    return {
        "method": recipe.method,
        "attributes": list(recipe.quasi_identifiers),
        "techniques": [_step(step) for step in release.steps],
        "pseudonymized": list(release.pseudonymized),
        **_found(release, recipe.how),
        "records_in": release.records_in,
        "records_out": figures.records + release.after.excluded,
        "suppressed": release.suppressed,
        "excluded": release.excluded,
        "min_class": figures.min_class,
        "classes": figures.classes,
        "loss": release.loss,
        "nulls": recipe.nulls.value,
        "proposed_hierarchies": list(release.proposed),
        "models": [str(model) for model in recipe.models],
        "before": release.before.to_dict(),
        "after": figures.to_dict(),
        "output": release.output,
        "certificate": str(release.certificate),
        "evidence": str(release.evidence),
        "vault": str(release.vault) if release.vault else None,
        "budget": release.paid and asdict(release.paid),
        "seconds": {"read": reading, **release.seconds},
    }


def _found(release: Release, method: Method) -> dict[str, Any]:
    if method.family is MethodFamily.UNTOUCHED:
        return {}
    if method.family is MethodFamily.VAGUE:
        return _sets(release)
    return _groups(release) if method.groups else _search(release)


def _step(step: Step) -> dict[str, Any]:
    return {
        "kind": step.technique.kind,
        "effect": step.effect.to_dict(),
        "warnings": [warning.text() for warning in step.warnings],
    }


def _search(release: Release) -> dict[str, Any]:
    search = release.search
    return {
        "node": list(search.optimum.node),
        "exact": search.exact,
        "gap": search.gap,
        "counted_from_level": dict(release.raised),
    }


def _groups(release: Release) -> dict[str, Any]:
    found = release.grouping
    refined = found.refined
    return {
        "grouped_by": found.method,
        "reason": found.reason.text() if found.reason else None,
        "groups": int(found.sizes.size),
        "outputs": {name: output.value for name, output in found.outputs.items()},
        "loss_by_attribute": found.losses,
        "loss_before_refinement": refined.before if refined else None,
        "refinement_finished": refined.finished if refined else None,
    }


def _sets(release: Release) -> dict[str, Any]:
    found = release.vague
    return {
        "columns": list(found.coded),
        "loss_by_attribute": dict(found.losses),
        "fuzzy": found.figures and asdict(found.figures),
    }
