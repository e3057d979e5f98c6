"""Lower the loss of any grouping by moving and swapping records between its groups."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from celosia.core.progress import Progress, silent
from celosia.core.randomness import seeded
from celosia.core.values import IntArray
from celosia.errors import Cancelled, ParameterError
from celosia.methods.clustering.kernels.changing_groups import GROUP, Groups, enter_all
from celosia.methods.clustering.kernels.coded_records import INTERVAL, SCALE, SET, Records
from celosia.methods.clustering.kernels.group_costs import total_cost
from celosia.methods.clustering.kernels.neighbour_kernel import look_around
from celosia.methods.clustering.kernels.refine_kernel import (
    CHANCE_BITS,
    MOVES,
    SWAPS,
    RefineState,
    dissolve_some,
    found_some,
    propose,
)

LIST = 20
"""Near records of each record; this and the limits of the lists below are estimates."""
FEW = 1000
"""Up to so many records, all are compared with all."""
MANY = 200_000
ROUNDS, FEWER_ROUNDS = 6, 3
"""Orders in which neighbours are compared; fewer above `MANY` records."""
WINDOW = 8
"""Neighbours on each side."""
RECORDS_A_SLICE = 20_000
"""Records whose neighbours are looked at between two looks at the clock; an estimate."""
BITS = 12
"""Binary digits of a number that are looked at."""
SPREAD = 3
"""In each order an attribute may count up to 2 ** 3 times as much or as little as it costs."""
ENDLESS = 1 << 62
"""Above every cost."""


class NearRecords:
    """Near records of each record, where a refinement looks for better places: slice by slice."""

    def __init__(self, records: Records, seed: int) -> None:
        self.records = records
        self.rows = np.ascontiguousarray(records.codes.T)
        n = self.rows.shape[0]
        most = max(1, min(LIST, n - 1))
        self.near = np.full((n, most), -1, np.int64)
        self.cost = np.full((n, most), ENDLESS, np.int64)
        self.randomness = seeded(seed)

    def look_around(self, order: IntArray, window: int, first: int, last: int) -> None:
        """Compare the records at some places of an order with those beside them."""
        look_around(self.records, self.rows, order, window, first, last, self.near, self.cost)

    def fill(self) -> Iterator[float]:
        """Compare records; yield the share that is done."""
        n = self.rows.shape[0]
        window = n if n <= FEW else WINDOW
        rounds = 1 if n <= FEW else ROUNDS if n <= MANY else FEWER_ROUNDS
        for done in range(rounds):
            order = near_order(self.records, self.randomness)
            for first in range(0, n, RECORDS_A_SLICE):
                self.look_around(order, window, first, min(first + RECORDS_A_SLICE, n))
                yield (done + min(first + RECORDS_A_SLICE, n) / n) / rounds

    @property
    def lists(self) -> IntArray:
        """(n, m) near records; a record itself where there are too few."""
        own = np.arange(self.near.shape[0])[:, None]
        return np.where(self.near < 0, own, self.near).astype(np.int32)


def near_order(records: Records, randomness: np.random.Generator) -> IntArray:
    """Order the records so that what costs most differs least between neighbours.

    The codes are cut into fields: one per binary digit of a number's place, one per level of a
    tree, one per set. Fields are compared from the dearest to the cheapest, like letters of words.
    """
    fields: list[tuple[float, IntArray]] = []
    for j in range(records.codes.shape[0]):
        favour = 2.0 ** int(randomness.integers(-SPREAD, SPREAD + 1))
        fields += [(favour * cost, field) for cost, field in _fields(records, j, randomness)]
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
    records: Records, j: int, randomness: np.random.Generator
) -> Iterator[tuple[float, IntArray]]:
    """Yield what a difference costs, and the numbers that differ."""
    codes = records.codes[j]
    if records.kind[j] == SET:
        yield float(records.step[j]), randomness.permutation(int(records.cards[j]))[codes]
    elif records.kind[j] == INTERVAL:
        yield from _digits(records, j, randomness)
    else:
        card = int(records.cards[j])
        for level in range(int(records.levels[j])):
            at = int(records.tree[j]) + level * card
            above = records.cost[at + card : at + 2 * card]
            cost = above.max() if level + 1 < records.levels[j] else records.weight[j]
            yield float(cost), records.group[at : at + card][codes].astype(np.int64)


def _digits(
    records: Records, j: int, randomness: np.random.Generator
) -> Iterator[tuple[float, IntArray]]:
    """Yield the binary digits of numbers, moved so that no two near ones are always parted."""
    places = records.place[records.offset[j] : records.offset[j + 1]][records.codes[j]]
    weight = max(int(records.weight[j]), 1)
    moved = places + int(randomness.integers(0, weight))
    digits = np.minimum((moved << BITS) // (2 * weight), (1 << BITS) - 1)
    for bit in range(BITS):
        yield weight / (1 << bit), digits >> (BITS - 1 - bit) & 1


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
"""Evenly spread chances whose logarithms are looked up, not computed: a table of 32 KB."""


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
    near = near_order(records, seeded(seed))
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


SLICE = 200_000
"""Proposals between two looks at the clock; an estimate."""


@dataclass(frozen=True, slots=True, eq=False)
class Refined:
    """A grouping that costs no more than the one given."""

    group_of: IntArray
    """As given if nothing better was found; else numbered 0, 1, ... without gaps."""
    before: float
    """Loss of what was given, from 0 to 1."""
    after: float
    moves: int
    """Changes made on the way, those for the worse included."""
    swaps: int
    finished: bool
    """False when the time limit or the user stopped it before its planned work was done."""
    seconds: float


def refine(
    records: Records,
    group_of: IntArray,
    k: int,
    seed: int = 0,
    seconds: float = 10.0,
    effort: float = 1.0,
    signature: IntArray | None = None,
    progress: Progress = silent,
) -> Refined:
    """Lower the loss of a partition into groups of at least `k` records.

    Simulated annealing: a record is sent to the group of a near record, alone or in exchange for
    one of that group. What lowers the loss is done, what raises it with a chance that falls with
    time. Groups are cut at 2k; now and then groups are dissolved, and founded from records that
    others can do without. The result is never worse than what was given.

    The work is planned in steps, `effort` times the usual number: the same seed gives the same
    groups on every machine. `seconds` only cuts it short; the clock starts when all is compiled.
    With a `signature`, only records that have the same are exchanged, so that every group keeps
    its size and its histogram of sensitive values.

    `Cancelled`, raised by `progress`, does not pass: as when time is over, the best partition so
    far comes back with `finished=False`, and the caller decides.

    References
    ----------
    Kirkpatrick, Gelatt and Vecchi, *Optimization by simulated annealing*, Science 220, 1983. The
    loss is equation 4 of Liang and Samavi, 2020.
    """
    _check(records, group_of, k, effort, signature)
    if not group_of.size or seconds <= 0:
        loss = total_cost(records, group_of) / (SCALE * max(group_of.size, 1))
        return Refined(group_of.copy(), loss, loss, 0, 0, not group_of.size, 0.0)
    run = _Run(records, group_of, k, seed, signature)
    began = time.perf_counter()
    finished = True
    try:
        for share in run.work(plan(group_of.size, effort)):
            progress("refine", share)
            if share < 1 and time.perf_counter() - began >= seconds:
                finished = False
                break
    except Cancelled:
        finished = False
    return run.result(finished, time.perf_counter() - began)


def _check(
    records: Records, group_of: IntArray, k: int, effort: float, signature: IntArray | None
) -> None:
    if group_of.shape != (records.codes.shape[1],):
        raise ParameterError("methods.every-record-must-group")
    if k < 1 or effort <= 0:
        raise ParameterError("methods.k-must-least-1-effort")
    if signature is not None and signature.shape != group_of.shape:
        raise ParameterError("methods.every-record-must-signature")
    sizes = np.bincount(group_of)
    if signature is None and ((sizes > 0) & (sizes < k)).any():
        raise ParameterError("methods.groups-fewer-k-records-begin", k=k)


class _Run:
    """The groups as they stand, and the best there were."""

    def __init__(
        self, records: Records, group_of: IntArray, k: int, seed: int, signature: IntArray | None
    ) -> None:
        self.records = records
        self.best_groups = group_of.copy()
        self.before = self.best = int(total_cost(records, group_of))
        self.near = NearRecords(records, seed)
        self.free = signature is None
        start = cut_large(records, group_of, k, seed) if self.free else group_of
        self.groups = empty_groups(records, start, k if self.free else None)
        enter_all(records, self.groups, start, np.empty(int(records.offset[-1]), np.int64))
        self.total = int(total_cost(records, start))
        spare = np.flatnonzero(self.groups.size == 0)
        self.search = RefineState(
            near=self.near.lists,
            signature=np.zeros(0, np.int64) if signature is None else signature,
            logs=chances(),
            state=np.array([seed % (1 << 64)], np.uint64),
            counts=np.array([0, 0, spare.size, 0]),
            spare=np.concatenate([spare, np.zeros(self.groups.size.size - spare.size, np.int64)]),
            pool=np.zeros((2, 2 * k), np.int64),
            k=k,
        )
        self._compile()

    def _compile(self) -> None:
        """Call all that will be called, to do nothing."""
        self.near.look_around(np.zeros(0, np.int64), 1, 0, 0)
        propose(self.records, self.groups, self.search, 0, 0)
        dissolve_some(self.records, self.groups, self.search, 0, 0)
        found_some(self.records, self.groups, self.search, 0, 0)

    def work(self, blocks: list[Block]) -> Iterator[float]:
        """Go through the plan; yield the share that is done, between slices."""
        self._keep_best()
        for _ in self.near.fill():
            yield 0.0
        self.search = self.search._replace(near=self.near.lists)
        for done, block in enumerate(blocks):
            for _ in self._block(block):
                yield done / len(blocks)
            self._keep_best()
        yield 1.0

    def _block(self, block: Block) -> Iterator[None]:
        heat = (self.before // self.best_groups.size) * block.heat // HEAT
        for first in range(0, block.steps, SLICE):
            steps = min(SLICE, block.steps - first)
            self.total += propose(self.records, self.groups, self.search, heat, steps)
            yield
        if self.free and block.dissolving:
            yield from self._in_slices(dissolve_some, self.groups.size.size, self.search.k)
        if self.free and block.founding:
            yield from self._in_slices(found_some, self.best_groups.size, 1)

    def _in_slices(self, kernel: Callable[..., int], count: int, weight: int) -> Iterator[None]:
        length = max(1, SLICE // (weight * self.search.near.shape[1]))
        for first in range(0, count, length):
            last = min(first + length, count)
            self.total += kernel(self.records, self.groups, self.search, first, last)
            yield

    def _keep_best(self) -> None:
        if self.total < self.best:
            self.best = self.total
            numbers = np.unique(self.groups.place[:, GROUP], return_inverse=True)[1]
            self.best_groups = numbers.astype(np.int64)

    def result(self, finished: bool, seconds: float) -> Refined:
        """Give the best groups, those of an unfinished block included."""
        self._keep_best()
        whole = SCALE * self.best_groups.size
        return Refined(
            group_of=self.best_groups,
            before=self.before / whole,
            after=self.best / whole,
            moves=int(self.search.counts[MOVES]),
            swaps=int(self.search.counts[SWAPS]),
            finished=finished,
            seconds=seconds,
        )
