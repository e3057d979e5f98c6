"""An assessment as a table for people: figure, value, what it means."""

from __future__ import annotations

from typing import Any

import celosia
from celosia.shells.cli.output import print_table
from celosia.shells.cli.speaking import figure, told


def show_assessment(figures: celosia.Assessment, lang: celosia.Language) -> None:
    """Print every figure that has a meaning in the glossary."""
    found = figures.to_dict()
    rows = []
    for name, entry in celosia.PRIVACY_GLOSSARY.items():
        value = _look_up(found, name)
        if value is not None:
            rows.append((name, entry.title.text(lang), _written(value), entry.meaning.text(lang)))
    print_table(
        told(
            "cli.against-who-knows-nulls",
            quasi_identifiers=figures.quasi_identifiers,
            nulls=figures.nulls.value,
        ),
        [told("cli.name"), told("cli.figure"), told("cli.value"), told("cli.meaning")],
        rows,
    )


def _look_up(found: dict[str, Any], name: str) -> Any:
    first, _, second = name.partition(".")
    value = found.get(first)
    if second:
        return None if value is None else value.get(second)
    return value.get("share") if isinstance(value, dict) else value


def _written(value: float) -> str:
    return str(value) if isinstance(value, int) else figure(value, ".4g")
