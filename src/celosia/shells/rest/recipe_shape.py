"""The shape of a recipe: what it may name is read from the registries when it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import celosia
from celosia.shells.rest.made_shapes import shape_of

RECIPE = "Recipe"
REFERENCE = "#/components/schemas/"
Schema = dict[str, Any]


def recipe_schemas() -> dict[str, Schema]:
    """Give the schemas of models, rules and techniques with their parameters, and of a recipe.

    >>> recipe_schemas()["Model k-anonymity"]["properties"]["k"]["minimum"]
    1
    """
    models = _shapes("Model", "model", celosia.MODELS)
    rules = _shapes("Rule", "kind", celosia.RULES)
    techniques = _shapes("Technique", "kind", celosia.TECHNIQUES)
    entries: dict[str, Schema] = {
        "method": {"enum": _offered(celosia.METHODS)},
        "objective": {"enum": _offered(celosia.OBJECTIVES)},
        "models": {"type": "array", "items": _one_of(models)},
        "hierarchies": {"type": "object", "additionalProperties": _one_of(rules)},
        "techniques": {"type": "array", "items": _one_of(techniques)},
    }
    whole: Schema = {
        "type": "object",
        "description": "All choices of one anonymization, as in its TOML.",
        "properties": entries,
        "additionalProperties": True,
    }
    return {**models, **rules, **techniques, RECIPE: whole}


def _shapes(title: str, named_by: str, registry: Mapping[str, Any]) -> dict[str, Schema]:
    made = {}
    for name in _offered(registry):
        kind = registry[name]
        more = {named_by: (Literal[name], ...)}
        shape = shape_of(kind, name=f"{title} {name}", more=more, renamed=_renamed(kind))
        made[f"{title} {name}"] = shape.model_json_schema(ref_template=REFERENCE + "{model}")
    return made


def _renamed(kind: Any) -> Mapping[str, str]:
    return getattr(kind, "renamed", {})


def _offered(registry: Mapping[str, Any]) -> list[str]:
    """Name what has no reason not to be asked for here."""
    told = {name: getattr(thing, "described", thing) for name, thing in registry.items()}
    return [name for name, it in told.items() if "rest" not in getattr(it, "not_offered", {})]


def _one_of(shapes: Mapping[str, Schema]) -> Schema:
    return {"oneOf": [{"$ref": REFERENCE + name} for name in shapes]}
