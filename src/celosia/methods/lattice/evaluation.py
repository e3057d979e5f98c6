"""What a node costs, and what a search gives back: suppressed records, loss, the objective."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from celosia.core.objective import AdditiveObjective
from celosia.core.values import IntArray
from celosia.methods.lattice.compiled import CompiledSearch, levels_of
from celosia.methods.lattice.judge import Judge
from celosia.methods.lattice.lattice_problem import Frame, LatticeProblem, Node, PointFrame
from celosia.methods.lattice.plain_search import NodeSearch


@dataclass(frozen=True, slots=True)
class Candidate:
    """A generalization that satisfies the models, and what it costs."""

    node: Node
    """One level per quasi-identifier, in the user's order."""
    suppressed: int
    loss: float
    score: float
    """Value of the objective; lower is better."""
    classes: int
    """Classes that are released."""
    min_class: int
    """Records of the smallest released class; its persons, where they are counted."""
    minimal: bool = False
    """No direct specialization satisfies the models."""
    optimal: bool = False


@dataclass(frozen=True, slots=True)
class SearchedHeight:
    """The nodes of a lattice whose levels add up to the same number."""

    height: int
    nodes: int
    safe: int
    """How many of them satisfy the models."""
    minimal: int
    loss: float | None
    """The lowest loss among those that do; None where none does."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The candidates found, the best of them, and how much is known about the rest."""

    attributes: tuple[str, ...]
    min_levels: tuple[int, ...]
    max_levels: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    optimum: Candidate
    nodes: int
    """Size of the lattice."""
    checked: int
    """Nodes whose classes were counted."""
    exact: bool
    """Whether the optimum is proven; otherwise see `gap`."""
    gap: float = 0.0
    """The true optimum's score is at most this much lower."""
    ties: tuple[Node, ...] = ()
    """Other candidates with the optimum's score."""

    @property
    def loss(self) -> float:
        """Loss of the optimum."""
        return self.optimum.loss

    @property
    def suppressed(self) -> int:
        """Records that the optimum suppresses."""
        return self.optimum.suppressed

    def heights(self) -> tuple[SearchedHeight, ...]:
        """Sum up the lattice by height, the most specific first; of a search that lists all nodes.

        So a lattice can be told, and drawn, however many nodes it has.
        """
        nodes = np.ones(1, np.int64)
        for low, high in zip(self.min_levels, self.max_levels, strict=True):
            nodes = np.convolve(nodes, np.ones(high - low + 1, np.int64))
        lowest = sum(self.min_levels)
        found: list[list[Candidate]] = [[] for _ in nodes]
        for candidate in self.candidates:
            found[sum(candidate.node) - lowest].append(candidate)
        return tuple(
            SearchedHeight(
                height=lowest + i,
                nodes=int(nodes[i]),
                safe=len(safe),
                minimal=sum(candidate.minimal for candidate in safe),
                loss=min((candidate.loss for candidate in safe), default=None),
            )
            for i, safe in enumerate(found)
        )


MOST_JUDGED = 8_000_000
"""Entries up to which nodes are evaluated without loading the kernels: 54 ns each on `adult`, 46 on
`fars`, so that they take no longer than the 0.43 s of loading. Loaded, the kernels take a tenth."""


class JudgedEvaluation:
    """Evaluates nodes by their verdicts: for any models and any lattice."""

    def __init__(self, problem: LatticeProblem) -> None:
        self.problem = problem
        self.judge = Judge(problem)

    def __call__(self, node: Sequence[int]) -> tuple[Candidate, float]:
        """Evaluate a node; also give a score that no generalization of it can go under."""
        problem = self.problem
        verdict = self.judge(node)
        released = verdict.released
        loss = self.judge.score(node, verdict, problem.loss, problem.k)
        score = self.judge.score(node, verdict, problem.objective, problem.k)
        candidate = Candidate(
            node=problem.to_given(node),
            suppressed=verdict.suppressed,
            loss=loss,
            score=score,
            classes=int(released.size),
            min_class=verdict.fewest if released.size else 0,
        )
        return candidate, self._floor(node, verdict.sizes)

    def _floor(self, node: Sequence[int], sizes: IntArray) -> float:
        problem = self.problem
        if isinstance(problem.objective, AdditiveObjective):
            costs = problem.level_costs(problem.objective)
            return sum(float(cost[level]) for cost, level in zip(costs, node, strict=True))
        squares = float((sizes.astype(np.float64) ** 2).sum())
        return problem.objective.floor(
            problem.records, problem.budget, int(sizes.size), squares, problem.k
        )


class MeasuredEvaluation:
    """Evaluates nodes with the kernels: when class sizes are all that matters."""

    def __init__(self, frame: Frame | PointFrame, compiled: CompiledSearch) -> None:
        self.frame = frame
        self.compiled = compiled
        self.loss = levels_of(frame.problem, frame.problem.loss)
        compiled.forget()  # the search's sets fill the pool, and few lie below safe nodes

    def __call__(self, node: Sequence[int]) -> tuple[Candidate, float]:
        """Evaluate a node; also give a score that no generalization of it can go under."""
        problem = self.frame.problem
        objective = problem.objective
        number = self.frame.number(node)
        measured = self.compiled.measure(number, self.loss)
        loss = float(self.frame.loss_floor[number]) + measured.penalty
        released = measured.classes - measured.small
        floor = float(self.frame.floor[number])
        if objective is problem.loss:
            score = loss
        elif isinstance(objective, AdditiveObjective):
            score = floor
            if objective.penalized:
                score += self.compiled.measure(number, self.compiled.levels).penalty
        else:
            score = objective.score(
                problem.records, measured.outliers, released, measured.squares, problem.k
            )
            floor = objective.floor(
                problem.records,
                problem.budget,
                measured.classes,
                measured.all_squares,
                problem.k,
            )
        candidate = Candidate(
            node=problem.to_given(node),
            suppressed=int(measured.outliers),
            loss=loss,
            score=score,
            classes=int(released),
            min_class=int(measured.smallest),
        )
        return candidate, floor


Evaluation = JudgedEvaluation | MeasuredEvaluation


def evaluation(frame: Frame, search: NodeSearch | None, nodes: int) -> Evaluation:
    """Choose the faster way that is exact for the problem, to evaluate so many nodes."""
    problem = frame.problem
    if search is None or not problem.by_size or problem.base.persons is not None:
        return JudgedEvaluation(problem)
    if not search.in_kernels and nodes * problem.base.counts.size <= MOST_JUDGED:
        return JudgedEvaluation(problem)
    return MeasuredEvaluation(frame, search.compiled)
