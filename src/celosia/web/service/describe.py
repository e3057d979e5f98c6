"""What was found, as JSON can hold it: figures and column names, and no value of the data."""

from __future__ import annotations

from typing import Any

import celosia
from celosia.text.languages import languages


def both(sentence: Any) -> dict[str, str]:
    """Give a sentence in every language there is."""
    return {language: sentence.text(language) for language in languages()}


def describe_column(profile: celosia.ColumnProfile, proposal: celosia.Proposal) -> dict[str, Any]:
    """Tell what a column is, and the role and hierarchy proposed for it."""
    hierarchy = proposal.hierarchies.get(profile.column.name)
    return {**profile.to_dict(both), "hierarchy_reason": hierarchy and both(hierarchy.reason)}


def describe_verification(found: celosia.Verification) -> dict[str, Any]:
    """Tell whether models hold, and what each is called."""
    told = found.to_dict()
    for entry, (model, _) in zip(told["models"], found.rejected, strict=True):
        entry["named"] = both(celosia.model_name(model))
    return told


def describe_scenario(judged: celosia.ScenarioRisk) -> dict[str, Any]:
    """Tell how a scenario of the guide is judged."""
    return {**judged.to_dict(), "verdict": both(judged.verdict)}
