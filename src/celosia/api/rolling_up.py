"""Count at a coarser level where the finest counts would not fit into memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from celosia.domain.coding import Codebook, CodedHierarchy
from celosia.domain.table import Table
from celosia.errors import ParameterError

BYTES_PER_COMBINATION = 128
"""What a search needs for each combination, with room for its roll-ups."""


@dataclass(frozen=True, slots=True, eq=False)
class Fitting:
    """Hierarchies whose lowest levels give counts that fit, and how to count them."""

    hierarchies: list[CodedHierarchy]
    codebooks: list[Codebook]
    raised: Mapping[str, int]
    """New lowest level of each attribute that was rolled up."""


def rolled_up(
    table: Table,
    hierarchies: Sequence[CodedHierarchy],
    sensitive: Sequence[Sequence[Codebook]],
    complete: Sequence[str],
    memory: int,
) -> Fitting:
    """Raise the lowest levels until all counts fit; nothing is raised where they do.

    Each step raises the attribute that loses most combinations for the least loss. A search from
    there on sees all generalizations at or above those levels, and no other.

    Raises
    ------
    ParameterError
        When even the highest levels do not fit.
    """
    most = max(memory // BYTES_PER_COMBINATION, 1)
    fitting = list(hierarchies)
    raised: dict[str, int] = {}
    while table.records > most and not _fits(table, fitting, raised, sensitive, complete, most):
        restricted = {h.attribute: h.lowest for h in fitting if h.lowest}
        if restricted.keys() - raised.keys():
            raised |= restricted  # the user wants no finer levels anyway
            continue
        place = _next_to_raise(fitting)
        higher = _raised(fitting[place])
        fitting[place] = higher
        raised[higher.attribute] = higher.lowest
    return Fitting(fitting, _codebooks(fitting, raised), raised)


def _fits(
    table: Table,
    hierarchies: Sequence[CodedHierarchy],
    raised: Mapping[str, int],
    sensitive: Sequence[Sequence[Codebook]],
    complete: Sequence[str],
    most: int,
) -> bool:
    books = _codebooks(hierarchies, raised)
    return all(
        table.relation.distinct([*books, *more], complete) <= most for more in (*sensitive, ())
    )


def _codebooks(hierarchies: Sequence[CodedHierarchy], raised: Mapping[str, int]) -> list[Codebook]:
    return [h.rolled_up if h.attribute in raised else h.codebook for h in hierarchies]


def _next_to_raise(hierarchies: Sequence[CodedHierarchy]) -> int:
    """Find the attribute whose next level merges most values for the least loss."""
    best, choice = -1.0, -1
    for place, hierarchy in enumerate(hierarchies):
        if hierarchy.levels < 2:
            continue
        cards, leaves = hierarchy.cards, hierarchy.leaves
        losses = [float(hierarchy.weights @ leaves[level]) for level in (0, 1)]
        cost = (losses[1] - losses[0]) / max(leaves.shape[1] - 1, 1)
        gain = float(np.log(cards[0] / cards[1])) / max(cost, 1e-9)
        if gain > best:
            best, choice = gain, place
    if choice < 0:
        raise ParameterError("workflow.even-highest-levels-quasi-identifiers")
    return choice


def _raised(hierarchy: CodedHierarchy) -> CodedHierarchy:
    return replace(hierarchy, lowest=hierarchy.lowest + 1, groups=hierarchy.groups[1:])
