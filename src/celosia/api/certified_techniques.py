"""What a certificate says of the techniques of a release."""

from __future__ import annotations

from collections.abc import Iterable, Set as AbstractSet
from typing import Any

from celosia.api.transforming import Step
from celosia.domain.entries import published_entries


def private_columns(steps: Iterable[Step]) -> frozenset[str]:
    """Name the columns that are differentially private, which any exact figure would break."""
    private = [step.technique for step in steps if step.technique.spends is not None]
    return frozenset(name for technique in private for name in technique.changes)


def technique_record(step: Step, private: AbstractSet[str]) -> dict[str, Any]:
    """Tell what was applied, by its parameters that may be published, and its effect.

    `private` names columns of which no exact figure may be told.
    """
    return {
        **published_entries(step.technique),
        **({"key_check": step.key_check} if step.key_check else {}),
        "effect": _effect(step, private),
        "warnings": [warning.text() for warning in step.warnings],
    }


def _effect(step: Step, private: AbstractSet[str]) -> dict[str, Any]:
    """Count what changed, without the means and deviations that the holder of the data is shown.

    Means before and after a record was left out tell its value.
    """
    told = step.effect.to_dict()
    columns = [column for column in told["columns"] if column["column"] not in private]
    return {
        **told,
        "columns": [{key: c[key] for key in c if key != "numbers"} for c in columns],
    }


def by_chance_alone(steps: tuple[Step, ...]) -> list[str]:
    """Name the techniques whose draws came from the operating system: a second run differs."""
    kinds = dict.fromkeys(step.technique.kind for step in steps if not step.technique.repeats)
    return list(kinds)
