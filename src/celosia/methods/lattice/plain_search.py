"""The lattice search of the kernels again, in numpy: for tables that are done before numba loads.

Loading numba takes 0.14 s of CPU, loading the code it kept 0.29 s, compiling that code for the
first time 7 s; the best node of `adult` (19,502 combinations, 12,960 nodes, 4 % suppressed) takes
0.10 s here and 0.02 s there. So a search begins here, and goes on in the kernels with all that it
knows once it has looked at `MOST_ENTRIES`. (Measured on the machine that sorts 10 million words in
58 ms, see benchmarks/README.md; so are the limits below.)

Both find the same: the same orders, bounds and stopping rules, and neither trusts a count that is
not exact. `tests/unit/lattice/test_plain_search.py` holds them against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from celosia.core.counts import FrequencySet
from celosia.core.persons import WHOLE
from celosia.core.progress import Progress
from celosia.core.values import BoolArray, FloatArray, IntArray
from celosia.methods.lattice.compiled import (
    CompiledSearch,
    new_task,
    packing_of,
    rules_of,
    share_done,
)
from celosia.methods.lattice.kernels.lattice_arrays import (
    CHECKS,
    FEW,
    KEPT,
    PATIENCE,
    ROLLUPS,
    SAFE,
    SCANNED,
    SWEEPS,
    TIE,
    UNKNOWN,
    UNSAFE,
    USELESS,
    Lattice,
    Rules,
    Task,
)
from celosia.methods.lattice.lattice_problem import Frame

MOST_COMBINATIONS = 1 << 16
"""Larger tables go to the kernels at once. On `fars` (60,806 combinations) a check takes 0.8 ms
here and 0.2 ms there, and the best node at 0 % and 4 % suppression 0.02 and 0.17 s here, less than
the 0.43 s of loading; what is much larger comes to `MOST_ENTRIES` before it has learnt anything."""
MOST_ENTRIES = 30_000_000
"""Entries looked at before the kernels take over: 13.6 ns each on `adult`, 12.7 on `fars`, so that
at most as much is spent here as loading them takes."""
DENSE = 1 << 17
"""Keys up to so many are counted by direct address: clearing more takes longer than sorting 20,000
keys does."""
HASH_BITS = 16
"""Places of the table that finds most unsafe nodes without sorting, as a power
of two: 65,536, three times the combinations of adult."""
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
WORTH_KEEPING = 2048
"""Entries of a set from which it is worth keeping its classes; as in the kernels."""
MOST_SETS = 8
"""Frequency sets kept at once, as every check looks through all of them: at 4 % suppression the
best node takes 0.083 s on `adult` and 0.156 s on `fars` with these, 0.099 and 0.189 s with 64."""
BLOCK = 512
"""Nodes looked at together for the next open one; 64 and 4,096 take the same time on `adult`."""
BETWEEN_REPORTS = 32
"""Checks between two reports of progress: some hundredths of a second."""


class NodeSearch:
    """Searches the lattice of one table: in numpy while that is quick, then with the kernels."""

    def __init__(self, frame: Frame, cache_bytes: int) -> None:
        self.frame = frame
        self.cache_bytes = cache_bytes

    @cached_property
    def compiled(self) -> CompiledSearch:
        """The kernels and their arrays, laid out when they are first asked for."""
        return CompiledSearch(self.frame, self.cache_bytes)

    @property
    def in_kernels(self) -> bool:
        """Whether the kernels were loaded for this search."""
        return "compiled" in vars(self)

    def classify(self, order: IntArray, progress: Progress) -> Task:
        """Settle every node, one by one in the given order."""
        return self._run(order, rules_of(self.frame.problem), progress)

    def optimize(self, order: IntArray, progress: Progress) -> Task:
        """Find the node of the lowest score, bisecting paths that start in the given order."""
        return self._run(order, rules_of(self.frame.problem, optimize=True), progress)

    def _run(self, order: IntArray, rules: Rules, progress: Progress) -> Task:
        task = new_task(self.frame, order)
        base = self.frame.problem.base
        if base.persons is not None:  # the kernels add up records alone
            PlainSearch(self.frame, task, rules).run(np.iinfo(np.int64).max, progress)
            progress("search", 1.0)
            return task
        small = base.counts.size <= MOST_COMBINATIONS
        if small and PlainSearch(self.frame, task, rules).run(MOST_ENTRIES, progress):
            progress("search", 1.0)
            return task
        return self.compiled.proceed(task, rules, progress)


def spread_safe(node: int, lattice: Lattice, state: Any) -> None:
    """Mark a node and all its generalizations as safe (generalization property)."""
    state[node] = SAFE
    above = state.reshape(lattice.sizes)[tuple(slice(low, None) for low in lattice.levels[node])]
    above[above == UNKNOWN] = SAFE


def spread_unsafe(node: int, lattice: Lattice, state: Any) -> None:
    """Mark a node and all its specializations as unsafe."""
    state[node] = UNSAFE
    below = state.reshape(lattice.sizes)[tuple(slice(high + 1) for high in lattice.levels[node])]
    below[below == UNKNOWN] = UNSAFE


class _Counted(NamedTuple):
    """A frequency set: the classes of a node, or the combinations themselves."""

    packed: IntArray
    """(columns, entries) packed codes of one representative per class."""
    counts: FloatArray
    """(entries,) records; floats, as `bincount` adds them, exact up to 2 ** 53."""
    most: FloatArray
    """(entries,) who is protected: records, or persons; of these, added up, at most so many."""
    least: FloatArray
    """(entries,) the same, but at least so many, in parts of `WHOLE`."""


def _counted(packed: IntArray, base: FrequencySet) -> _Counted:
    """Count the combinations themselves."""
    records = base.counts.astype(np.float64)
    if base.persons is None:
        return _Counted(packed, records, records, records)
    most, least = (bound.astype(np.float64) for bound in (base.persons.most, base.persons.least))
    return _Counted(packed, records, most, least)


class _Verdict(NamedTuple):
    safe: bool
    penalty: float
    witness: IntArray | None
    """Packed codes of a record that is in a class under k; without suppression only."""


class PlainSearch:
    """One search, from where its task stands."""

    def __init__(self, frame: Frame, task: Task, rules: Rules) -> None:
        problem = frame.problem
        self.problem, self.lattice, self.task, self.rules = problem, frame.lattice, task, rules
        self.packing = packing_of([h.counts.size for h in problem.hierarchies])
        ends = np.cumsum(self.packing.width)
        self.columns = [
            [int(j) for j in self.packing.members[end - width : end]]
            for end, width in zip(ends, self.packing.width, strict=True)
        ]
        codes = problem.base.codes
        packed = np.zeros((len(self.columns), codes.shape[0]), np.intp)
        for j in range(codes.shape[1]):
            packed[self.packing.column[j]] += codes[:, j] * self.packing.divisor[j]
        self.persons = problem.base.persons
        self.sets = [_counted(packed, problem.base)]
        self.origins = np.zeros((MOST_SETS, codes.shape[1]), np.int16)
        self.entries = np.full(MOST_SETS, np.iinfo(np.int64).max)
        self.entries[0] = codes.shape[0]
        self.keys: dict[tuple[int, ...], tuple[IntArray, int]] = {}
        self.rests: dict[tuple[int, ...], FloatArray] = {}
        self.costs, self.suppressed = problem.costs(problem.objective)

    def run(self, most: int, progress: Progress) -> bool:
        """Work until about `most` entries were looked at; True when nothing is left to do."""
        task, rules = self.task, self.rules
        while task.stats[SCANNED] < most:
            start = self._next_open()
            if start < 0:
                return True
            if task.state[start] == SAFE and self._needs_no_check(start):
                self._record_safe(start, 0.0)
                continue
            path = self._path_from(start)
            low, high = 0, len(path) - 1
            # Once something is found, a path whose end is unsafe is settled by one check.
            middle = high if rules.optimize and np.isfinite(task.best[0]) else high >> 1
            while low <= high:
                if self._is_safe(path[middle], progress):
                    high = middle - 1
                else:
                    low = middle + 1
                middle = (low + high) >> 1
        return False

    def _is_safe(self, node: int, progress: Progress) -> bool:
        """Tell whether a node is safe; where it must be checked, spread what that proves."""
        task = self.task
        if task.state[node] == UNSAFE:
            return False
        if task.state[node] == SAFE and self._needs_no_check(node):
            return True
        if task.stats[CHECKS] % BETWEEN_REPORTS == BETWEEN_REPORTS - 1:
            progress("search", share_done(task, self.rules))
        verdict = self._check(node)
        if verdict.safe:
            self._record_safe(node, verdict.penalty)
        else:
            spread_unsafe(node, self.lattice, task.state)
        if verdict.witness is not None and task.stats[USELESS] < PATIENCE:
            marked = self._sweep(verdict.witness)
            task.stats[SWEEPS] += 1
            task.stats[USELESS] = 0 if marked * FEW > task.state.size else task.stats[USELESS] + 1
        return verdict.safe

    def _next_open(self) -> int:
        """Move the cursor to the next node to visit; -1 when none is left."""
        task = self.task
        while task.cursor[0] < task.order.size:
            nodes = task.order[task.cursor[0] : task.cursor[0] + BLOCK]
            if self.rules.optimize:
                left = (task.state[nodes] != UNSAFE) & (task.done[nodes] == 0)
                left &= self._could_win(nodes)
            else:
                left = task.state[nodes] == UNKNOWN
            first = int(left.argmax())
            if left[first]:
                task.cursor[0] += first
                return int(nodes[first])
            task.cursor[0] += nodes.size
        return -1

    def _could_win(self, nodes: Any) -> Any:
        """Tell which nodes may still beat the best, or tie with it and come first."""
        task = self.task
        least, best = task.floor[nodes] + task.penalty_floor[nodes], task.best[0]
        ties = (least <= best + TIE) & (task.rank[nodes] < task.leader[0])
        return (least < best - TIE) | ties

    def _needs_no_check(self, node: int) -> bool:
        """Tell whether a safe node's score is settled, or cannot beat the best."""
        rules = self.rules
        if not rules.optimize or not rules.penalized or self.task.done[node] == 1:
            return True
        return not self._could_win(node)

    def _path_from(self, node: int) -> list[int]:
        """Lay a path upwards through unknown nodes, always to the most preferred neighbour."""
        task, lattice, path = self.task, self.lattice, [node]
        if task.state[node] != UNKNOWN:
            return path
        while len(path) < self.rules.longest_path:
            above = node + lattice.strides[lattice.levels[node] + 1 < lattice.sizes]
            above = above[task.state[above] == UNKNOWN]
            if self.rules.optimize:
                above = above[task.floor[above] <= task.best[0]]
            if not above.size:
                break
            node = int(above[task.rank[above].argmin()])
            path.append(node)
        return path

    def _record_safe(self, node: int, penalty: float) -> None:
        """Spread a safe verdict, and keep its score."""
        task = self.task
        if task.state[node] == UNKNOWN:
            spread_safe(node, self.lattice, task.state)
        if not self.rules.optimize:
            return
        task.done[node] = 1
        score, best = task.floor[node] + penalty, task.best[0]
        task.score[node] = score
        if score < best - TIE or (score <= best + TIE and task.rank[node] < task.leader[0]):
            task.best[0] = min(best, score)
            task.leader[0] = task.rank[node]
        if penalty > 0:  # all specializations will suppress at least as much
            corner = tuple(slice(high + 1) for high in self.lattice.levels[node])
            floors = task.penalty_floor.reshape(self.lattice.sizes)[corner]
            np.maximum(floors, penalty, out=floors)

    def _check(self, node: int) -> _Verdict:
        """Count the classes of a node: is it safe, and at what penalty."""
        rules, stats = self.rules, self.task.stats
        levels = self.lattice.levels[node]
        below = (self.origins[: len(self.sets)] <= levels).all(axis=1)
        source = int(np.where(below, self.entries[: len(self.sets)], self.entries[0] + 1).argmin())
        packed, counts, most, least = self.sets[source]
        stats[CHECKS] += 1
        stats[ROLLUPS] += source > 0
        stats[SCANNED] += counts.size
        keys, domain = self._class_keys(levels, packed)
        if domain > DENSE:
            # Classes that share a place in a small table only look larger: who is an outlier there
            # is one, and most nodes that are unsafe are so by far.
            mixed = keys.astype(np.uint64) * GOLDEN
            places = (mixed >> np.uint64(64 - HASH_BITS)).astype(np.intp)
            seen = np.bincount(places, most, 1 << HASH_BITS)[places]
            small = seen < rules.k
            if counts[small].sum() > rules.budget:
                return _Verdict(False, 0.0, self._witness(packed, seen))
            _, keys = np.unique(keys, return_inverse=True)
        seen = np.bincount(keys, most)[keys]
        small = seen < rules.k
        safe = bool(counts[small].sum() <= rules.budget)
        if rules.penalized or not safe:  # what is safe at no penalty is never counted again
            self._keep(levels, source, keys)
        if not safe:
            return _Verdict(False, 0.0, self._witness(packed, seen))
        if self.problem.moving and (np.bincount(keys, least)[keys] < rules.k * WHOLE)[~small].any():
            return self._check_persons(levels)
        penalty = self._penalty(levels, packed, counts, small) if rules.penalized else 0.0
        return _Verdict(True, penalty, None)

    def _check_persons(self, levels: IntArray) -> _Verdict:
        """Count the persons themselves, where bounds leave open how many are in a class."""
        assert self.persons is not None
        packed, counts, _, _ = self.sets[0]
        keys, domain = self._class_keys(levels, packed)
        if domain > DENSE:
            _, keys = np.unique(keys, return_inverse=True)
            domain = int(keys.max()) + 1
        small = self.persons.in_classes(keys, domain)[keys] < self.rules.k
        if counts[small].sum() > self.rules.budget:
            return _Verdict(False, 0.0, None)  # no bound would find this outlier at other nodes
        penalty = self._penalty(levels, packed, counts, small) if self.rules.penalized else 0.0
        return _Verdict(True, penalty, None)

    def _witness(self, packed: IntArray, seen: Any) -> IntArray | None:
        """Give a record of the smallest class; of use where one class under k condemns a node."""
        if self.rules.budget > 0:
            return None
        found: IntArray = packed[:, seen.argmin()]
        return found

    def _keep(self, levels: IntArray, source: int, keys: IntArray) -> None:
        """Keep the classes as a new frequency set, where they are far fewer than the entries."""
        new = len(self.sets)
        if new == MOST_SETS or keys.size <= WORTH_KEEPING:
            return
        packed, counts, most, least = self.sets[source]
        sizes = np.bincount(keys, counts).astype(np.float64)
        occupied = np.flatnonzero(sizes)
        if occupied.size * 2 > keys.size:
            return
        first = np.empty(sizes.size, np.intp)
        first[keys] = np.arange(keys.size)
        records = sizes[occupied]
        bounds = [records, records]
        if self.persons is not None:
            bounds = [
                np.bincount(keys, bound)[occupied].astype(np.float64) for bound in (most, least)
            ]
        self.sets.append(_Counted(packed[:, first[occupied]], records, *bounds))
        self.origins[new], self.entries[new] = levels, occupied.size
        self.task.stats[KEPT] += 1

    def _class_keys(self, levels: IntArray, packed: IntArray) -> tuple[IntArray, int]:
        """Number the classes of a node, not without gaps; give how many numbers there may be."""
        keys, domain = np.zeros(packed.shape[1], np.intp), 1
        for column, members in enumerate(self.columns):
            table, width = self._key_table(column, [(j, int(levels[j])) for j in members])
            keys += (table * domain)[packed[column]]
            domain *= width
        return keys, domain

    def _key_table(self, column: int, at: Sequence[tuple[int, int]]) -> tuple[IntArray, int]:
        """Give each packed code of a column a number, the same for codes alike at these levels."""
        name = (column, *(level for _, level in at))
        if name not in self.keys:
            table, width = np.zeros(1, np.intp), 1
            for j, level in at:
                hierarchy = self.problem.hierarchies[j]
                groups = np.asarray(hierarchy.groups[level], np.intp)
                table = (groups[:, None] * width + table).ravel()
                width *= int(hierarchy.cards[level])
            self.keys[name] = table, width
        return self.keys[name]

    def _penalty(
        self, levels: IntArray, packed: IntArray, counts: FloatArray, small: BoolArray
    ) -> float:
        """Mean cost of suppressing the outliers, on top of the generalization."""
        rows = np.flatnonzero(small)
        cost = np.zeros(rows.size)
        for column, members in enumerate(self.columns):
            table = self._rest_table(column, [(j, int(levels[j])) for j in members])
            cost += table[packed[column, rows]]
        return float((cost * counts[rows]).sum()) / self.rules.records

    def _rest_table(self, column: int, at: Sequence[tuple[int, int]]) -> FloatArray:
        """Give what suppressing each packed code of a column costs on top of these levels."""
        name = (column, *(level for _, level in at))
        if name not in self.rests:
            table = np.zeros(1)
            for j, level in at:
                rest = self.suppressed[j] - self.costs[j][level]
                table = (rest[:, None] + table).ravel()
            self.rests[name] = table
        return self.rests[name]

    def _sweep(self, witness: IntArray) -> int:
        """Give an outlier's class size at every node at once, and mark where it is under k.

        Only for searches without suppression: there one class under k condemns a node.
        """
        packed, _, counts, _ = self.sets[0]
        sizes, strides, state = self.lattice.sizes, self.lattice.strides, self.task.state
        keys = np.zeros(counts.size, np.intp)
        for column, members in enumerate(self.columns):
            table = np.zeros(1, np.intp)
            for j in members:
                own = (witness[column] // self.packing.divisor[j]) % self.packing.cards[j]
                table = ((self._meeting(j, int(own)) * strides[j])[:, None] + table).ravel()
            keys += table[packed[column]]
        met = keys < state.size
        totals = np.bincount(keys[met], counts[met], state.size).reshape(sizes)
        for axis in range(sizes.size):
            np.cumsum(totals, axis=axis, out=totals)
        marked = (state == UNKNOWN) & (totals.ravel() < self.rules.k)
        state[marked] = UNSAFE
        return int(np.count_nonzero(marked))

    def _meeting(self, j: int, own: int) -> IntArray:
        """Find, for every value, the first level at which it looks like the witness's.

        Values that never do get a level that leads out of the lattice.
        """
        hierarchy = self.problem.hierarchies[j]
        beyond = self.task.state.size // int(self.lattice.strides[j])
        meeting = np.full(hierarchy.counts.size, beyond, np.intp)
        for level in range(hierarchy.levels - 1, -1, -1):
            groups = np.asarray(hierarchy.groups[level])
            meeting[groups == groups[own]] = level
        return meeting
