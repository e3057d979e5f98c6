"""The last step that the rules share: labels in, hierarchy out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from celosia.domain.hierarchy import Hierarchy
from celosia.errors import ParameterError


def from_labels(
    attribute: str, texts: Sequence[str], levels: Iterable[Sequence[str]], suppress: bool = True
) -> Hierarchy:
    """Put the values below the labels of each level, and `*` on top when several labels remain.

    >>> from_labels("postcode", ("28001", "37003"), [("28", "37")]).rows
    (('28001', '28', '*'), ('37003', '37', '*'))
    """
    hierarchy = Hierarchy(attribute, (tuple(texts), *(tuple(level) for level in levels)))
    return hierarchy.with_suppression() if suppress else hierarchy


def check_texts(what: str, texts: Any) -> None:
    """Refuse anything but a tuple of texts; a recipe may hold 28001 where "28001" was meant."""
    if not isinstance(texts, tuple) or not all(isinstance(text, str) for text in texts):
        raise ParameterError(f"{what} must be a list of texts; put numbers in quotes.")
