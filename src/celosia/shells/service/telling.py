"""What was found, as JSON can hold it: figures and column names, and no value of the data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import celosia


def both(sentence: Any) -> dict[str, str]:
    """Give a sentence in both languages."""
    return {"en": sentence.text("en"), "es": sentence.text("es")}


def describe_column(profile: celosia.ColumnProfile, proposal: celosia.Proposal) -> dict[str, Any]:
    """Tell what a column is, and the role and hierarchy proposed for it."""
    name = profile.column.name
    hierarchy = proposal.hierarchies.get(name)
    return {
        "name": name,
        **profile.column.to_dict(),
        "records": profile.records,
        "distinct": profile.distinct,
        "nulls": profile.nulls,
        "kind": profile.role.kind and profile.role.kind.value,
        "role": profile.role.role.value,
        "confidence": profile.role.confidence,
        "reasons": [both(reason) for reason in profile.role.reasons],
        "hierarchy_reason": hierarchy and both(hierarchy.reason),
    }


def describe_quasi_identifiers(proposal: celosia.Proposal) -> dict[str, Any] | None:
    """Tell which sets of columns were examined, and which was chosen."""
    found = proposal.quasi_identifiers
    if found is None:
        return None
    return {
        "chosen": list(found.chosen),
        "maximum": found.maximum,
        "tolerance": found.tolerance,
        "exhaustive": found.exhaustive,
        "examined": [
            {
                "columns": list(each.columns),
                "distinct": each.distinct,
                "distinction": each.distinction,
                "separation": each.separation,
            }
            for each in found.examined
        ],
    }


def describe_curve(curve: celosia.KCurve) -> dict[str, Any]:
    """Tell what each k costs."""
    return {"knee": curve.knee, "points": [asdict(point) for point in curve.points]}


def describe_candidates(found: celosia.Candidates, recipe: celosia.Recipe) -> dict[str, Any]:
    """Tell what was found; the candidates themselves are in a file of their own."""
    result = found.result
    return {
        "attributes": list(result.attributes),
        "min_levels": list(result.min_levels),
        "max_levels": list(result.max_levels),
        "number": len(result.candidates),
        "heights": [asdict(height) for height in result.heights()],
        "optimum": list(result.optimum.node),
        "ties": [list(node) for node in result.ties],
        "objective": recipe.objective,
        "models": [str(model) for model in recipe.models],
        "nulls": recipe.nulls.value,
        "records": found.records,
        "nodes": result.nodes,
        "checked": result.checked,
        "proposed_hierarchies": list(found.proposed),
    }


def describe_verification(found: celosia.Verification) -> dict[str, Any]:
    """Tell whether models hold."""
    return {
        "satisfied": found.satisfied,
        "models": [
            {
                "model": str(model),
                "named": both(celosia.model_name(model)),
                "rejected_records": rejected,
            }
            for model, rejected in found.rejected
        ],
        "quasi_identifiers": list(found.quasi_identifiers),
        "nulls": found.nulls.value,
        "excluded": found.excluded,
        "figures": asdict(found.figures),
    }


def describe_scenario(judged: celosia.ScenarioRisk) -> dict[str, Any]:
    """Tell how a scenario of the guide is judged."""
    return {
        "probability": judged.probability,
        "attempt": judged.attempt,
        "threshold": judged.threshold,
        "acceptable": judged.acceptable,
        "needed_k": judged.needed,
        "verdict": both(judged.verdict),
    }
