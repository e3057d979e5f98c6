"""The best generalization alone, without classifying every node.

For costs that add up over attributes, a node costs at least what its levels cost; nodes are
visited from the cheapest, paths are bisected, verdicts spread in both directions, and what cannot
beat the best found is never counted (in the manner of OLA and Flash). For costs that depend on
class sizes the safe nodes are walked upwards, and left where no generalization can be better.

References: El Emam et al., JAMIA 16(5), 2009 (OLA); Kohlmayer et al., PASSAT 2012 (Flash).
"""

from __future__ import annotations

import time

import numpy as np

from celosia.core.objective import AdditiveObjective
from celosia.core.progress import Progress
from celosia.methods.lattice.evaluation import evaluation
from celosia.methods.lattice.judge import Judge
from celosia.methods.lattice.kernels.lattice_arrays import CHECKS, TIE, UNSAFE
from celosia.methods.lattice.lattice_problem import Frame
from celosia.methods.lattice.plain_search import NodeSearch, spread_safe
from celosia.methods.lattice.safe_nodes import safe_nodes, spread_verdict


class OutOfTime(Exception):  # noqa: N818 - not an error: another search takes over
    """The models take too long to look at node by node."""


def best_node(
    frame: Frame, search: NodeSearch | None, progress: Progress, deadline: float = np.inf
) -> tuple[int | None, int]:
    """Give the number of the best node, or None, and how many nodes were counted.

    Raises `OutOfTime` when nodes must be judged one by one and the monotonic clock passes the
    deadline.
    """
    if not isinstance(frame.problem.objective, AdditiveObjective):
        return _by_classes(frame, search, progress)
    if search is not None and frame.problem.by_size:
        return _by_bounds(frame, search, progress)
    return _by_verdicts(frame, search, progress, deadline)


def is_better(score: float, best: float) -> bool:
    """Tell whether a score is lower by more than rounding."""
    if np.isinf(best):
        return score < best
    return score < best - TIE * max(1.0, abs(best))


def _by_bounds(frame: Frame, search: NodeSearch, progress: Progress) -> tuple[int | None, int]:
    task = search.optimize(frame.preference, progress)
    if not np.isfinite(task.best[0]):
        return None, int(task.stats[CHECKS])
    return int(frame.preference[task.leader[0]]), int(task.stats[CHECKS])


def _by_verdicts(
    frame: Frame, search: NodeSearch | None, progress: Progress, deadline: float
) -> tuple[int | None, int]:
    """Visit nodes from the cheapest with the models themselves, until no cheaper one is left."""
    problem = frame.problem
    judge = Judge(problem)
    prunable = problem.prunable()
    state = np.zeros(frame.preference.size, np.int8)
    checked = 0
    if search is not None:
        task = search.classify(frame.preference, progress)
        state[task.state == UNSAFE] = UNSAFE
        checked = int(task.stats[CHECKS])
    winner, best = None, np.inf
    for position, number in enumerate(frame.preference):
        if winner is not None and not is_better(float(frame.floor[number]), best):
            break
        if state[number] == UNSAFE:
            continue
        if time.monotonic() > deadline:
            raise OutOfTime
        checked += 1
        node = frame.node(number)
        verdict = judge(node)
        safe = verdict.suppressed <= problem.budget
        spread_verdict(number, safe, prunable, frame.lattice, state)
        if safe:
            score = judge.score(node, verdict, problem.objective, problem.k)
            if is_better(score, best):
                winner, best = int(number), score
        progress("search", position / frame.preference.size)
    return winner, checked


def _by_classes(
    frame: Frame, search: NodeSearch | None, progress: Progress
) -> tuple[int | None, int]:
    """Evaluate safe nodes upwards; leave out all above a node whose floor is no better."""
    safe, checked = safe_nodes(frame, search, progress)
    evaluate = evaluation(frame, search, int(np.count_nonzero(safe)))
    hopeless = np.zeros(safe.size, np.int8)
    winner, best = None, np.inf
    for number in frame.preference:
        if not safe[number] or hopeless[number]:
            continue
        candidate, floor = evaluate(frame.node(number))
        checked += 1
        if is_better(candidate.score, best):
            winner, best = int(number), candidate.score
        if not is_better(floor, best):
            spread_safe(number, frame.lattice, hopeless)
    return winner, checked
