"""The kernels' arrays for one problem, and the calls into them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from celosia.core.objective import AdditiveObjective, Objective
from celosia.core.progress import Progress
from celosia.core.values import IntArray, NullPolicy
from celosia.errors import ParameterError
from celosia.methods.lattice.kernels.lattice_arrays import (
    DENSE_DOMAIN,
    DENSE_FACTOR,
    Levels,
    Measures,
    Packing,
    Pool,
    Rules,
    Scratch,
    Task,
    bits_for,
)
from celosia.methods.lattice.lattice_problem import Frame, LatticeProblem, PointFrame, frame_bytes

PACKED_DOMAIN = 1024
"""Attributes share a packed column while its look-up table stays in the first cache."""
MOST_PARTS = 256
"""Values of the attribute by which tables are cut into parts, at most; 8 take 0.36 s on
adult (nine columns), 64 and 256 take 0.32."""
MOST_SETS = 1024
"""Frequency sets kept at once, as every check looks through all of them; on adult 64 to 4,096
take the same time (0.32 to 0.37 s)."""
ARENA_FACTOR = 12
"""Room for the kept sets, in multiples of the table's combinations; on adult 1 to 48 take the same
time (0.33 s), so it is what tables with more levels may use."""
KEY_LIMIT = 1 << 62
"""Class keys stay below, so that they and the sums that make them fit a signed word."""
QUOTA = 20_000_000
"""Entries scanned between two reports of progress: a few hundredths of a second."""


class CompiledSearch:
    """A problem laid out for the kernels; reusable for several searches of the same table."""

    def __init__(self, frame: Frame | PointFrame, cache_bytes: int) -> None:
        problem = frame.problem
        self.frame = frame
        self.problem = problem
        self.lattice = frame.lattice
        self.packing = packing_of([h.counts.size for h in problem.hierarchies])
        self.levels = levels_of(problem, problem.objective)
        self.part = _partition_attribute(problem)
        room = cache_bytes - frame_bytes(problem)
        self.scratch = _scratch(problem, self.packing, self.part, room)
        room -= sum(array.nbytes for array in self.scratch)
        self.pool = _pool(problem, self.packing, self.part, room)

    def classify(self, order: IntArray, progress: Progress) -> Task:
        """Settle every node, one by one in the given order."""
        return self.proceed(new_task(self.frame, order), rules_of(self.problem), progress)

    def optimize(self, order: IntArray, progress: Progress, penalized: bool | None = None) -> Task:
        """Find the node of the lowest score, bisecting paths that start in the given order."""
        rules = rules_of(self.problem, optimize=True, penalized=penalized)
        return self.proceed(new_task(self.frame, order), rules, progress)

    def forget(self) -> None:
        """Drop all frequency sets but the base set."""
        self.pool.used[:] = 1, self.pool.size[0]

    def proceed(self, task: Task, rules: Rules, progress: Progress) -> Task:
        """Go on with a search until nothing is left to do."""
        # Imported here: numba takes 0.3 s to load, and half as much again for the code it kept.
        from celosia.methods.lattice.kernels.search_kernel import search

        self.forget()
        arrays = (self.pool, self.packing, self.levels, self.lattice, self.scratch)
        while not search(*arrays, task, rules._replace(part=self.part), QUOTA):
            progress("search", share_done(task, rules))
        progress("search", 1.0)
        return task

    def measure(self, node: int, levels: Levels) -> Measures:
        """Measure all classes of a node; `levels` says what a suppressed record costs."""
        from celosia.methods.lattice.kernels.search_kernel import measure

        rules = rules_of(self.problem)._replace(part=self.part)
        measured: Measures = measure(
            node, self.pool, self.packing, levels, self.lattice, self.scratch, rules
        )
        return measured


def rules_of(
    problem: LatticeProblem, optimize: bool = False, penalized: bool | None = None
) -> Rules:
    """Say what a search asks: to settle every node one by one, or the best, bisecting paths."""
    if penalized is None:
        objective = problem.objective
        costs = isinstance(objective, AdditiveObjective) and objective.penalized
        penalized = optimize and costs
    return Rules(
        k=problem.k,
        budget=problem.budget,
        part=0,
        records=problem.records,
        optimize=optimize,
        penalized=penalized,
        longest_path=1 << 30 if optimize else 1,
    )


def new_task(frame: Frame | PointFrame, order: IntArray) -> Task:
    """Begin a search that visits nodes in the given order."""
    nodes = order.size
    rank = np.empty(nodes, np.int64)
    rank[order] = np.arange(nodes)
    return Task(
        order=order,
        rank=rank,
        floor=frame.floor,
        state=np.zeros(nodes, np.int8),
        penalty_floor=np.zeros(nodes),
        done=np.zeros(nodes, np.uint8),
        score=np.full(nodes, np.inf),
        best=np.full(1, np.inf),
        leader=np.full(1, nodes, np.int64),
        stack=np.empty(nodes + 1, np.int64),
        path=np.empty(int(frame.lattice.sizes.sum()) + 1, np.int64),
        cursor=np.zeros(1, np.int64),
        stats=np.zeros(6, np.int64),
    )


def share_done(task: Task, rules: Rules) -> float:
    """Estimate how much of a search is behind."""
    if rules.optimize:
        return float(task.cursor[0] / task.order.size)
    return float(np.count_nonzero(task.state) / task.state.size)


def countable(problem: LatticeProblem) -> bool:
    """Tell whether the kernels can count the classes; otherwise only a judge can.

    They cannot when nulls match anything, or when class keys do not fit a machine word.
    """
    return problem.nulls is not NullPolicy.WILDCARD and _key_domain(problem) < KEY_LIMIT


def _key_domain(problem: LatticeProblem) -> int:
    domain = 1
    for hierarchy in problem.hierarchies:
        domain *= hierarchy.counts.size
    return domain


def packing_of(cards: Sequence[int]) -> Packing:
    """Put attributes of few values together into columns of at most `PACKED_DOMAIN` codes."""
    columns: list[list[int]] = []
    domains: list[int] = []
    for j in sorted(range(len(cards)), key=lambda j: (-cards[j], j)):
        for number, domain in enumerate(domains):
            if domain * cards[j] <= PACKED_DOMAIN:
                columns[number].append(j)
                domains[number] *= cards[j]
                break
        else:
            columns.append([j])
            domains.append(cards[j])
    column = np.zeros(len(cards), np.int64)
    divisor = np.ones(len(cards), np.int64)
    for number, members in enumerate(columns):
        weight = 1
        for j in members:
            column[j], divisor[j] = number, weight
            weight *= cards[j]
    return Packing(
        column=column,
        divisor=divisor,
        cards=np.array(cards, np.int64),
        members=np.array([j for members in columns for j in members], np.int64),
        width=np.array([len(members) for members in columns], np.int64),
        offset=np.concatenate([[0], np.cumsum(domains)]).astype(np.int64),
    )


def levels_of(problem: LatticeProblem, objective: Objective) -> Levels:
    """Lay out groups and the cost of suppression for one objective."""
    costs, suppressed = problem.costs(objective)
    d = len(problem.hierarchies)
    start = np.zeros((d, max(problem.sizes)), np.int64)
    cards = np.zeros((d, max(problem.sizes)), np.int64)
    groups: list[Any] = []
    rest: list[Any] = []
    position = 0
    for j, hierarchy in enumerate(problem.hierarchies):
        cards[j, : hierarchy.levels] = hierarchy.cards
        for level in range(hierarchy.levels):
            start[j, level] = position
            position += hierarchy.counts.size
            groups.append(hierarchy.groups[level])
            rest.append(suppressed[j] - costs[j][level])
    return Levels(start, cards, np.concatenate(groups).astype(np.int64), np.concatenate(rest))


def _partition_attribute(problem: LatticeProblem) -> int:
    """Choose the attribute whose levels cut the table finest, of at most 256 values."""

    def cuts(j: int) -> float:
        cards = problem.hierarchies[j].cards
        return float(np.log2(cards[cards > 1]).sum()) if cards[0] <= MOST_PARTS else -1.0

    return max(range(len(problem.hierarchies)), key=cuts)


def _pool(problem: LatticeProblem, packing: Packing, part: int, budget: int) -> Pool:
    rows = _in_parts(problem, part)
    codes = problem.base.codes
    m = rows.size
    columns = packing.width.size
    width = np.uint16 if np.diff(packing.offset).max() <= 1 << 16 else np.uint32
    entry_bytes = columns * np.dtype(width).itemsize + 4
    parts = int(packing.cards[part])
    sets = max(1, min(MOST_SETS, budget // 4 // (4 * (parts + 1))))
    spare = min(ARENA_FACTOR * m + 65536, max(0, budget // 2) // entry_bytes)
    packed = np.empty((columns, m + spare), width)
    packed[:, :m] = 0
    for j in range(codes.shape[1]):
        packed[packing.column[j], :m] += (codes[rows, j] * packing.divisor[j]).astype(width)
    arena = np.empty(m + spare, np.int32)
    arena[:m] = problem.base.counts[rows]
    bounds = np.zeros((sets, parts + 1), np.int32)
    bounds[0] = np.searchsorted(codes[rows, part], np.arange(parts + 1))
    size = np.zeros(sets, np.int64)
    size[0] = m
    zeros = np.zeros(sets, np.int64)
    return Pool(packed, arena, zeros.copy(), size, zeros.copy(), bounds, np.array([1, m]))


def _in_parts(problem: LatticeProblem, part: int) -> IntArray:
    """Order the base set by the partition attribute first."""
    if problem.records >= 1 << 31:
        raise ParameterError("methods.more-2-147-483-647")
    return np.argsort(problem.base.codes[:, part], kind="stable")


def _scratch(problem: LatticeProblem, packing: Packing, part: int, room: int) -> Scratch:
    """Allocate work space; with little room fewer nodes are counted by direct address."""
    m = problem.base.counts.size
    domain = _key_domain(problem) // max(int(packing.cards[part]), 1)
    widest = max(domain, problem.nodes * (len(problem.sizes) + 1))
    word = np.uint32 if widest < 1 << 31 else np.uint64
    lookup = int(packing.offset[-1])
    slots = 1 << bits_for(m)
    table = min(max(DENSE_DOMAIN, DENSE_FACTOR * m), room // 16)
    return Scratch(
        lookup=np.empty(lookup, word),
        rest=np.empty(lookup),
        keys=np.empty(m, word),
        table=np.zeros(max(table, slots), np.int32),
        slots=np.zeros(slots, word),
    )
