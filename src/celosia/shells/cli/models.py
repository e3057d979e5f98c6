"""Models as a user asks for them on the command line."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

import click

import celosia
from celosia.shells.cli.registered import EntryOf, EntryOption

Models = tuple[celosia.PrivacyModel, ...]

OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option("-k", type=int, help="Every record looks like at least k - 1 others."),
    click.option(
        "--l-diversity",
        multiple=True,
        metavar="NAME=L",
        help="At least L distinct values of a sensitive column in every class.",
    ),
    click.option(
        "--t-closeness",
        multiple=True,
        metavar="NAME=T",
        help="No class further than T from the whole table in a sensitive column.",
    ),
    click.option(
        "--model",
        "other_models",
        cls=EntryOption,
        type=EntryOf("MODELS"),
        multiple=True,
        metavar="TOML",
        help="Any model, as in a recipe: 'model = \"average-risk\", threshold = 0.1'.",
    ),
)


def models_from(given: dict[str, Any]) -> Models:
    """Take the models out of the options.

    >>> models_from({"k": 5, "l_diversity": ("dx=2",)})
    (KAnonymity(k=5), DistinctLDiversity(attribute='dx', l=2))
    """
    k = given.pop("k", None)
    models: list[celosia.PrivacyModel] = [] if k is None else [celosia.KAnonymity(k)]
    for name, l in _pairs(given.pop("l_diversity", ())):
        least = int(l) if isfinite(l) and l == int(l) else l
        models.append(
            celosia.model_from_dict(
                {"model": "distinct-l-diversity", "attribute": name, "l": least}
            )
        )
    for name, t in _pairs(given.pop("t_closeness", ())):
        models.append(celosia.model_from_dict({"model": "t-closeness", "attribute": name, "t": t}))
    models += [celosia.model_from_dict(_inline(text)) for text in given.pop("other_models", ())]
    return tuple(models)


def merged(present: Models, named: Models) -> Models:
    """Let named models replace those of the same kind and column, and join the others."""
    replaced = {_kind(model) for model in named}
    return (*(m for m in present if _kind(m) not in replaced), *named)


def _kind(model: celosia.PrivacyModel) -> tuple[str, str]:
    entry = model.to_dict()
    return entry["model"], entry.get("attribute", "")


def _pairs(texts: Sequence[str]) -> list[tuple[str, float]]:
    pairs = []
    for text in texts:
        name, _, number = text.rpartition("=")
        try:
            pairs.append((name, float(number)))
        except ValueError:
            name = ""
        if not name:
            raise celosia.ParameterError(f"Write NAME=NUMBER instead of '{text}'.")
    return pairs


def _inline(text: str) -> dict[str, Any]:
    try:
        entry: dict[str, Any] = tomllib.loads(f"model = {{{text}}}")["model"]
    except tomllib.TOMLDecodeError:
        raise celosia.ParameterError(
            '--model is written as \'model = "t-closeness", attribute = "x", t = 0.2\'.'
        ) from None
    return entry
