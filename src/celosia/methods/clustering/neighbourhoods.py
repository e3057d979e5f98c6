"""A method that looks at all pairs, made to scale: exact inside neighbourhoods."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

from celosia.core.arrays import CodeArray, IntArray
from celosia.core.progress import Progress, silent
from celosia.methods.clustering.kernels.coded_records import INTERVAL, SET, TREE, Records
from celosia.methods.clustering.kernels.group_costs import by_group, group_sizes
from celosia.methods.clustering.kernels.mondrian_kernel import CutRules
from celosia.methods.clustering.kernels.neighbour_kernel import look_around
from celosia.methods.clustering.mondrian import parts_of

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


MOST = 20_000


def in_neighbourhoods(
    records: Records,
    k: int,
    group: Callable[[Records], IntArray],
    most: int = MOST,
    progress: Progress = silent,
) -> IntArray:
    """Cut the records into neighbourhoods as Mondrian does, and let `group` work inside each.

    Cuts are strict and balanced, but not by the widest attribute: by the one whose next value
    costs most, such as a category of few values, which groups would hardly span. Numbers of many
    values are cut last, the widest first.

    What is exact: inside a neighbourhood, of at most `most` records, `group` finds what it would
    find if there were no others. What is approximate: a record never joins one of another
    neighbourhood, though that might be nearer. Records that no cut can part, because they are
    alike, stay together however many. With at most `most` records the result is that of `group`.
    For a method whose time grows as n², the time is that of n / `most` times `most`² steps.
    """
    if records.codes.shape[1] <= most:
        return group(records)
    rules = CutRules(least=2 * k, enough=most, relaxed=False, both_borders=True, by_step=True)
    part_of = parts_of(records, rules, progress, "neighbourhoods")
    order, start = by_group(part_of, group_sizes(part_of))
    group_of = np.empty(part_of.size, np.int64)
    groups = 0
    for begin, end in pairwise(start.tolist()):
        progress("groups", begin / part_of.size)
        members = order[begin:end]
        group_of[members] = group(_only(records, members)) + groups
        groups = int(group_of[members].max()) + 1
    progress("groups", 1.0)
    return group_of


def _only(records: Records, members: IntArray) -> Records:
    """Keep some records, the attributes in which they differ, and the codes that they have.

    What they have in common costs the same however they are grouped, and without it a method sees
    what kind of records these are. Otherwise each neighbourhood would also go through tables as
    long as the list of all values.
    """
    found = [np.unique(codes[members], return_inverse=True) for codes in records.codes]
    kept = [j for j, (codes, _) in enumerate(found) if codes.size > 1] or [0]
    held = {j: found[j][0] for j in kept}
    cards = np.array([codes.size for codes in held.values()], np.int64)
    ancestors = [_ancestors(records, j, codes) for j, codes in held.items()]
    sizes = [places.size for places in ancestors]
    place = [records.offset[j] + codes for j, codes in held.items()]
    return Records(
        codes=np.array([found[j][1] for j in kept], np.int32),
        kind=records.kind[kept],
        cards=cards,
        null=np.array([_null(records, j, codes) for j, codes in held.items()], np.int64),
        weight=records.weight[kept],
        offset=np.concatenate([[0], np.cumsum(cards)]).astype(np.int64),
        place=records.place[np.concatenate(place)],
        step=records.step[kept],
        levels=records.levels[kept],
        tree=np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64),
        group=_renumbered(records, ancestors),
        cost=np.concatenate([records.cost[:0], *(records.cost[at.ravel()] for at in ancestors)]),
    )


def _null(records: Records, j: int, held: IntArray) -> int:
    null = records.null[j]
    return held.size - 1 if null >= 0 and held[-1] == null else -1


def _ancestors(records: Records, j: int, held: IntArray) -> IntArray:
    """(levels, codes) say where the ancestors of some codes are; no levels without a tree."""
    levels = np.arange(records.levels[j] if records.kind[j] == TREE else 0)[:, None]
    return np.asarray(records.tree[j] + levels * records.cards[j] + held, np.int64)


def _renumbered(records: Records, ancestors: list[IntArray]) -> CodeArray:
    """Number the ancestors that are left without gaps, in the same order."""
    levels = [np.unique(records.group[at], return_inverse=True)[1] for of in ancestors for at in of]
    return np.concatenate([np.zeros(0, np.int64), *levels]).astype(np.int32)


def in_parts(
    records: Records,
    k: int,
    most: int,
    group: Callable[[Records, Progress], IntArray],
    progress: Progress,
) -> IntArray:
    """Group all records at once if there are few enough or no limit is set, else in parts."""
    if not most or records.codes.shape[1] <= most:
        return group(records, progress)
    return in_neighbourhoods(records, k, lambda part: group(part, silent), most, progress)
