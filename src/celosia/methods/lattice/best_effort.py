"""Lattices too large to enumerate: the best found in a given time, and how far off it can be.

Down from the top, always expanding the best safe node seen so far (in the manner of Lightning).
The distance to the optimum is bounded by solving small groups of attributes exactly: no node can
be cheaper than its projections are, each at its own optimum.

References: Prasser et al., *Lightning*, Trans. Data Privacy 9, 2016.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Iterator, Sequence

import numpy as np

from celosia.core.objective import AdditiveObjective
from celosia.core.progress import Progress
from celosia.errors import Cancelled
from celosia.methods.lattice.best_node import OutOfTime
from celosia.methods.lattice.compiled import CompiledSearch, countable
from celosia.methods.lattice.evaluation import (
    Candidate,
    Evaluation,
    JudgedEvaluation,
    MeasuredEvaluation,
)
from celosia.methods.lattice.lattice_problem import Frame, LatticeProblem, Node, PointFrame

BLOCK_NODES = 100_000
"""Largest lattice of a group of attributes that is solved exactly for the bound; an estimate."""


class BestEffort:
    """Best-first search from the top, stopped by the clock."""

    def __init__(self, problem: LatticeProblem, seconds: float, progress: Progress) -> None:
        self.problem = problem
        point = PointFrame(problem)
        self.evaluate: Evaluation = JudgedEvaluation(problem)
        if problem.by_size and countable(problem) and problem.base.persons is None:
            # No cache: kept sets are found by their nodes, and a point frame knows only one.
            self.evaluate = MeasuredEvaluation(point, CompiledSearch(point, cache_bytes=0))
        self.deadline = time.monotonic() + seconds
        self.seconds = seconds
        self.progress = progress
        self.best: Candidate | None = None
        self.seen: set[Node] = set()
        self.queue: list[tuple[float, Node]] = []

    def run(self) -> tuple[Candidate | None, float, int]:
        """Give the best candidate, a bound on the optimum's score, and the nodes counted."""
        top = tuple(size - 1 for size in self.problem.sizes)
        self._visit(top)
        bound, start = self._bound()
        try:
            self._climb(start)
            self._descend()
        except Cancelled:
            if self.best is None:
                raise
        if self.best is not None and not self.queue and self.problem.prunable():
            bound = self.best.score  # safe nodes hang together: all of them were seen
        return self.best, bound, len(self.seen)

    def _descend(self) -> None:
        """Expand the best safe node seen, again and again."""
        while self.queue and time.monotonic() < self.deadline:
            _, node = heapq.heappop(self.queue)
            for finer in below(node):
                if time.monotonic() >= self.deadline:
                    return
                self._visit(finer)
            self._report()

    def _visit(self, node: Node) -> None:
        """Evaluate a node once; keep it if it is safe."""
        if node in self.seen:
            return
        self.seen.add(node)
        candidate, _ = self.evaluate(node)
        if candidate.suppressed <= self.problem.budget:
            heapq.heappush(self.queue, (candidate.score, node))
            if self.best is None or candidate.score < self.best.score:
                self.best = candidate

    def _climb(self, node: Node) -> None:
        """Generalize greedily until safe, each time where most outliers vanish per cost."""
        while time.monotonic() < self.deadline:
            here, floor = self.evaluate(node)
            if here.suppressed <= self.problem.budget:
                self._visit(node)
                return
            steps = []
            for above in _above(node, self.problem.sizes):
                there, higher = self.evaluate(above)
                price = max(higher - floor, 1e-9)
                steps.append(((there.suppressed - here.suppressed) / price, above))
            if not steps:
                return
            node = min(steps)[1]
            self._report()

    def _bound(self) -> tuple[float, Node]:
        """Solve groups of attributes exactly: a score no node can go under, and where it is."""
        objective = self.problem.objective
        if not isinstance(objective, AdditiveObjective):
            bottom = (0,) * len(self.problem.sizes)
            return self.evaluate(bottom)[1], bottom
        total = 0.0
        start = [0] * len(self.problem.sizes)
        for block in _blocks(self.problem.sizes):
            part = self.problem.project(block)
            frame = Frame(part)
            if not countable(part):
                continue
            compiled = CompiledSearch(frame, cache_bytes=1 << 26)
            try:
                task = compiled.optimize(frame.preference, self._bounding, penalized=False)
            except OutOfTime:
                continue  # what is not known to cost anything bounds by nothing
            if not np.isfinite(task.best[0]):
                return np.inf, tuple(start)
            total += self._share(block, objective) * float(task.best[0])
            levels = frame.node(int(frame.preference[task.leader[0]]))
            for j, level in zip(block, levels, strict=True):
                start[j] = level
        return total, tuple(start)

    def _share(self, block: Sequence[int], objective: AdditiveObjective) -> float:
        """Undo the normalisation of weights inside a block."""
        if not objective.penalized:
            return 1.0
        weights = [self.problem.weights.get(h.attribute, 1.0) for h in self.problem.hierarchies]
        return sum(weights[j] for j in block) / sum(weights)

    def _bounding(self, stage: str, share: float) -> None:
        """Leave half of the time to the search itself."""
        if time.monotonic() > self.deadline - self.seconds / 2:
            raise OutOfTime
        self._report()

    def _report(self) -> None:
        left = max(0.0, self.deadline - time.monotonic())
        self.progress("search", 1 - left / max(self.seconds, 1e-9))


def _blocks(sizes: Sequence[int]) -> Iterator[list[int]]:
    """Cut the attributes into groups whose lattices stay small."""
    block: list[int] = []
    nodes = 1
    for j, size in enumerate(sizes):
        if block and nodes * size > BLOCK_NODES:
            yield block
            block, nodes = [], 1
        block.append(j)
        nodes *= size
    if block:
        yield block


def below(node: Node) -> Iterator[Node]:
    """Give the direct specializations of a node."""
    for j, level in enumerate(node):
        if level > 0:
            yield (*node[:j], level - 1, *node[j + 1 :])


def _above(node: Node, sizes: Sequence[int]) -> Iterator[Node]:
    for j, level in enumerate(node):
        if level + 1 < sizes[j]:
            yield (*node[:j], level + 1, *node[j + 1 :])
