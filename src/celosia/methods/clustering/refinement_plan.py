"""How much a refinement does and how boldly; and the groups it starts from."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.kernels.clustering.records import Records
from celosia.kernels.clustering.refinement import CHANCE_BITS
from celosia.kernels.clustering.refinement_groups import Groups
from celosia.methods.clustering.near_records import near_order

STEPS = 6_000_000
MOST_PER_RECORD, LEAST_PER_RECORD = 10_000, 12
"""Proposals at effort 1, within these limits per record."""
BLOCKS = 60
PER_BLOCK = 4
"""Temperatures; fewer if they would have fewer proposals per record than this."""
HOT, COLD = 0.4, 0.08
"""First and last temperature, in mean costs of a record."""
BOLD = 100
"""With fewer proposals per record there is no time to get over what a hot start does."""
EVERY = 4
"""Groups are dissolved and founded in every so many blocks,"""
SETTLED = 0.3
"""after this part of them: what pays in the heat is not what pays in the end."""
HEAT = 1 << 20
"""Temperatures are whole numbers, in as many parts of a record's mean cost."""
CHANCES = 4096


class Block(NamedTuple):
    """Proposals made at one temperature, and what is done after them."""

    heat: int
    steps: int
    dissolving: bool
    founding: bool


def plan(n: int, effort: float) -> list[Block]:
    """Plan the work for `n` records: temperatures fall evenly by ratio, and last comes calm.

    >>> plan(1_000_000, 1.0)[-1].heat
    0
    """
    per_record = effort * min(MOST_PER_RECORD, max(LEAST_PER_RECORD, STEPS / n))
    count = int(min(BLOCKS, max(3, per_record / PER_BLOCK)))
    calm = 1 + count // 20
    hot = HOT if per_record >= BOLD else COLD
    heats = [round(HEAT * hot * (COLD / hot) ** (b / (count - 1))) for b in range(count)]
    steps = max(1, round(per_record * n / (count + calm)))
    return [
        Block(
            heat=heat,
            steps=steps,
            dissolving=b >= SETTLED * count and b % EVERY == 1,
            founding=b >= SETTLED * count and b % EVERY == 3,
        )
        for b, heat in enumerate([*heats, *[0] * calm])
    ]


def chances() -> IntArray:
    """Give -log of evenly spread chances, in whole numbers."""
    spread = (np.arange(CHANCES) + 0.5) / CHANCES
    return np.round(-np.log(spread) * (1 << CHANCE_BITS)).astype(np.int64)


def cut_large(records: Records, group_of: IntArray, k: int, seed: int) -> IntArray:
    """Cut groups of 2k and more into runs of near records; this never costs more.

    Groups are numbered anew, without gaps.
    """
    near = near_order(records, np.random.default_rng(seed))
    order = near[np.argsort(group_of[near], kind="stable")]
    sizes = np.bincount(group_of)
    first = np.cumsum(sizes) - sizes
    parts = np.maximum(sizes // k, 1)
    sorted_groups = group_of[order]
    place = np.arange(order.size) - first[sorted_groups]
    part = place * parts[sorted_groups] // sizes[sorted_groups]
    cut = np.empty(group_of.size, np.int64)
    cut[order] = (np.cumsum(parts) - parts)[sorted_groups] + part
    return np.unique(cut, return_inverse=True)[1].astype(np.int64)


def empty_groups(records: Records, group_of: IntArray, k: int | None) -> Groups:
    """Make room for the groups: up to 2k records each, or as many as they have now."""
    n = group_of.size
    room = np.bincount(group_of) if k is None else np.full(max(n // k, 1), 2 * k)
    start = np.concatenate([[0], np.cumsum(room)]).astype(np.int64)
    return Groups(
        rows=np.ascontiguousarray(records.codes.T),
        place=np.zeros((n, 2), np.int64),
        start=start,
        member=np.zeros(start[-1], np.int64),
        size=np.zeros(room.size, np.int64),
        cost=np.zeros(room.size, np.int64),
        boxes=np.zeros((room.size, records.codes.shape[0], 8), np.int64),
    )
