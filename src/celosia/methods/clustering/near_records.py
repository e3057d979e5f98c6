"""Which records are near each record, in time that grows with their number."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.kernels.clustering.neighbours import look_around
from celosia.kernels.clustering.records import INTERVAL, SET, Records

LIST = 20
"""Near records of each record."""
FEW = 1000
"""Up to so many records, all are compared with all."""
MANY = 200_000
ROUNDS, FEWER_ROUNDS = 6, 3
"""Orders in which neighbours are compared; fewer above `MANY` records."""
WINDOW = 8
"""Neighbours on each side."""
SLICE = 20_000
BITS = 12
"""Binary digits of a number that are looked at."""
SPREAD = 3
"""In each order an attribute may count up to 2 ** 3 times as much or as little as it costs."""
ENDLESS = 1 << 62


class NearRecords:
    """Lists of near records, filled slice by slice."""

    def __init__(self, records: Records, seed: int) -> None:
        self.records = records
        self.rows = np.ascontiguousarray(records.codes.T)
        n = self.rows.shape[0]
        most = max(1, min(LIST, n - 1))
        self.near = np.full((n, most), -1, np.int64)
        self.cost = np.full((n, most), ENDLESS, np.int64)
        self.draw = np.random.default_rng(seed)

    def look_around(self, order: IntArray, window: int, first: int, last: int) -> None:
        """Compare the records at some places of an order with those beside them."""
        look_around(self.records, self.rows, order, window, first, last, self.near, self.cost)

    def fill(self) -> Iterator[float]:
        """Compare records; yield the share that is done."""
        n = self.rows.shape[0]
        window = n if n <= FEW else WINDOW
        rounds = 1 if n <= FEW else ROUNDS if n <= MANY else FEWER_ROUNDS
        for done in range(rounds):
            order = near_order(self.records, self.draw)
            for first in range(0, n, SLICE):
                self.look_around(order, window, first, min(first + SLICE, n))
                yield (done + min(first + SLICE, n) / n) / rounds

    @property
    def lists(self) -> IntArray:
        """(n, m) near records; a record itself where there are too few."""
        own = np.arange(self.near.shape[0])[:, None]
        return np.where(self.near < 0, own, self.near).astype(np.int32)


def near_order(records: Records, draw: np.random.Generator) -> IntArray:
    """Order the records so that what costs most differs least between neighbours.

    The codes are cut into fields: one per binary digit of a number's place, one per level of a
    tree, one per set. Fields are compared from the dearest to the cheapest, like letters of words.
    """
    fields: list[tuple[float, IntArray]] = []
    for j in range(records.codes.shape[0]):
        favour = 2.0 ** int(draw.integers(-SPREAD, SPREAD + 1))
        fields += [(favour * cost, field) for cost, field in _fields(records, j, draw)]
    fields.sort(key=lambda field: -field[0])
    key = np.zeros(records.codes.shape[1], np.int64)
    room = 1 << 62
    for _, field in fields:
        values = int(field.max(initial=0)) + 1
        if values > room:
            break
        key = key * values + field
        room //= values
    return np.argsort(key, kind="stable")


def _fields(
    records: Records, j: int, draw: np.random.Generator
) -> Iterator[tuple[float, IntArray]]:
    """Yield what a difference costs, and the numbers that differ."""
    codes = records.codes[j]
    if records.kind[j] == SET:
        yield float(records.step[j]), draw.permutation(int(records.cards[j]))[codes]
    elif records.kind[j] == INTERVAL:
        yield from _digits(records, j, draw)
    else:
        card = int(records.cards[j])
        for level in range(int(records.levels[j])):
            at = int(records.tree[j]) + level * card
            above = records.cost[at + card : at + 2 * card]
            cost = above.max() if level + 1 < records.levels[j] else records.weight[j]
            yield float(cost), records.group[at : at + card][codes].astype(np.int64)


def _digits(
    records: Records, j: int, draw: np.random.Generator
) -> Iterator[tuple[float, IntArray]]:
    """Yield the binary digits of numbers, moved so that no two near ones are always parted."""
    places = records.place[records.offset[j] : records.offset[j + 1]][records.codes[j]]
    weight = max(int(records.weight[j]), 1)
    moved = places + int(draw.integers(0, weight))
    digits = np.minimum((moved << BITS) // (2 * weight), (1 << BITS) - 1)
    for bit in range(BITS):
        yield weight / (1 << bit), digits >> (BITS - 1 - bit) & 1
