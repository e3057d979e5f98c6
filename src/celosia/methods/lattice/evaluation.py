"""What a node costs: suppressed records, loss, and the value of the objective."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from celosia.core.arrays import IntArray
from celosia.core.objective import AdditiveObjective
from celosia.methods.lattice.compiled import CompiledSearch, levels_of
from celosia.methods.lattice.frame import Frame, PointFrame
from celosia.methods.lattice.judge import Judge
from celosia.methods.lattice.lattice_problem import LatticeProblem
from celosia.methods.lattice.plain_search import NodeSearch
from celosia.methods.lattice.search_result import Candidate

MOST_JUDGED = 400_000
"""Entries up to which nodes are evaluated without loading the kernels (an estimate)."""


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
            min_class=int(released.min()) if released.size else 0,
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
    few = nodes * problem.base.counts.size <= MOST_JUDGED
    if search is None or few or not problem.by_size:
        return JudgedEvaluation(problem)
    return MeasuredEvaluation(frame, search.compiled)
