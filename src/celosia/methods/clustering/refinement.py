"""Lower the loss of any grouping by moving and swapping records between its groups."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.domain.progress import Progress, silent
from celosia.errors import Cancelled, ParameterError
from celosia.kernels.clustering.losses import total_cost
from celosia.kernels.clustering.records import SCALE, Records
from celosia.kernels.clustering.refinement import propose
from celosia.kernels.clustering.refinement_groups import GROUP, enter_all
from celosia.kernels.clustering.regrouping import (
    MOVES,
    SWAPS,
    Search,
    dissolve_some,
    found_some,
)
from celosia.methods.clustering.near_records import NearRecords
from celosia.methods.clustering.refinement_plan import (
    HEAT,
    Block,
    chances,
    cut_large,
    empty_groups,
    plan,
)

SLICE = 200_000
"""Proposals between two looks at the clock."""


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
        self.search = Search(
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
