"""The last step that the rules share: labels in, hierarchy out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from celosia.domain.hierarchy import Hierarchy


def from_labels(
    attribute: str, texts: Sequence[str], levels: Iterable[Sequence[str]], suppress: bool = True
) -> Hierarchy:
    """Put the values below the labels of each level, and `*` on top when several labels remain.

    >>> from_labels("postcode", ("28001", "37003"), [("28", "37")]).rows
    (('28001', '28', '*'), ('37003', '37', '*'))
    """
    hierarchy = Hierarchy(attribute, (tuple(texts), *(tuple(level) for level in levels)))
    return hierarchy.with_suppression() if suppress else hierarchy
