"""Models as a user asks for them on the command line."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

import celosia
from celosia.shells.cli.registered import EntryOf, EntryOption
from celosia.shells.cli.speaking import option

Models = tuple[celosia.PrivacyModel, ...]

OPTIONS: tuple[Callable[[Any], Any], ...] = (
    option("-k", type=int, help="cli.option-k"),
    option("--l-diversity", multiple=True, metavar="NAME=L", help="cli.option-l-diversity"),
    option("--t-closeness", multiple=True, metavar="NAME=T", help="cli.option-t-closeness"),
    option(
        "--model",
        "other_models",
        cls=EntryOption,
        type=EntryOf("MODELS"),
        multiple=True,
        metavar="TOML",
        help="cli.option-model",
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
            raise celosia.ParameterError("cli.write-name-number-instead", text=text)
    return pairs


def _inline(text: str) -> dict[str, Any]:
    try:
        entry: dict[str, Any] = tomllib.loads(f"model = {{{text}}}")["model"]
    except tomllib.TOMLDecodeError:
        raise celosia.ParameterError("cli.model-written-model-t-closeness") from None
    return entry
