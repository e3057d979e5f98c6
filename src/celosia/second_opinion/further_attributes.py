"""The second opinion on a model that must hold even for who knows further attributes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from celosia.second_opinion.opinion import OPINIONS
from celosia.second_opinion.reread import Reread, View


@OPINIONS.register("beside-others")
def of_beside_others(model: Mapping[str, Any], table: View) -> list[bool]:
    """Machanavajjhala et al. 2007, Definition 4.5: each part of a class is judged like a class."""
    assert isinstance(table, Reread)  # a model that stands beside others does not hold another
    inner = model["of"]
    parts = table.beside(model["others"])
    verdicts = OPINIONS[inner["model"]](inner, parts)
    places = parts.parents(inner["attribute"])
    refused = {place for place, holds in zip(places, verdicts, strict=True) if not holds}
    return [place not in refused for place in range(len(table.lots()))]
