"""Techniques on the command line."""

from __future__ import annotations

import tomllib

import celosia


def with_techniques(recipe: celosia.Recipe, texts: tuple[str, ...]) -> celosia.Recipe:
    """Add techniques that were written as inline TOML."""
    return recipe.changed(techniques=(*recipe.techniques, *map(_technique, texts)))


def _technique(text: str) -> celosia.Technique:
    try:
        entries = tomllib.loads(f"technique = {{{text}}}")["technique"]
    except tomllib.TOMLDecodeError:
        raise celosia.ParameterError("cli.technique-written-kind-rounding-column") from None
    return celosia.technique_from_dict(entries)
