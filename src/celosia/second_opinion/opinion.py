"""What an opinion is, and where there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from celosia.core.registry import Registry
from celosia.second_opinion.reread import Reread, View
from celosia.text.messages import Message

FORGIVEN = 1e-9
"""What a share or a distance may exceed its bound by: floats are no reals."""

Opinion: TypeAlias = Callable[[Mapping[str, Any], View], list[bool]]
"""Judges every lot of a table, by the parameters that a recipe gives a model."""

OPINIONS: Registry[Opinion] = Registry(
    Message("core.noun-opinion"), "celosia.second_opinion", group="opinions"
)
"""The second opinion on every model, by the name of recipes."""


def rejected_records(entry: Mapping[str, Any], table: Reread) -> int | None:
    """Count the records in classes that a model, as a recipe names it, does not allow.

    Gives None where there is no second opinion on that model: somebody else's, of which only its
    own author's code can tell.

    >>> from celosia.core.values import Combinations
    >>> cells = Combinations(("sex",), (["f", "m"],), [2, 3])
    >>> table = Reread(lambda columns: cells, ["sex"])
    >>> rejected_records({"model": "k-anonymity", "k": 3}, table)
    2
    """
    if not has_opinion(entry):
        return None
    verdicts = OPINIONS[entry["model"]](entry, table)
    lots = table.lots()
    return sum(lot.records for lot, holds in zip(lots, verdicts, strict=True) if not holds)


def has_opinion(entry: Mapping[str, Any]) -> bool:
    """Tell whether there is a second opinion on a model, and on the one inside it."""
    return entry["model"] in OPINIONS and ("of" not in entry or has_opinion(entry["of"]))
