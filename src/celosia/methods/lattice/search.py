"""Choose and run the lattice search that fits the problem, or tell why no node will do."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from math import ceil

import numpy as np

from celosia.core.model import model_name, model_names
from celosia.core.progress import Progress, silent
from celosia.core.values import IntArray
from celosia.errors import NotAchievable, ParameterError
from celosia.methods.gather import group_ids
from celosia.methods.lattice.best_effort import BestEffort, below
from celosia.methods.lattice.best_node import OutOfTime, best_node, is_better
from celosia.methods.lattice.compiled import countable
from celosia.methods.lattice.evaluation import Candidate, JudgedEvaluation, SearchResult, evaluation
from celosia.methods.lattice.judge import Judge, JudgedClasses
from celosia.methods.lattice.lattice_problem import Frame, LatticeProblem, frame_bytes
from celosia.methods.lattice.plain_search import NodeSearch
from celosia.methods.lattice.safe_nodes import minimal_nodes, safe_nodes
from celosia.text.messages import Message, joined

DEFAULT_CACHE = 512 << 20
DEFAULT_SECONDS = 60.0


def find_all(
    problem: LatticeProblem, cache_bytes: int = DEFAULT_CACHE, progress: Progress = silent
) -> SearchResult:
    """Find every generalization that satisfies the models, by Incognito."""
    if not enumerable(problem, cache_bytes):
        raise ParameterError(
            "methods.lattice-nodes-too-many-list", nodes=problem.nodes, size=cache_bytes >> 20
        )
    frame, search = _prepared(problem, cache_bytes)
    safe, checked = safe_nodes(frame, search, progress)
    if not safe.any():
        raise _out_of_reach(problem)
    minimal = minimal_nodes(frame.lattice, safe)
    evaluate = evaluation(frame, search, int(np.count_nonzero(safe)))
    found: list[Candidate] = []
    for position, number in enumerate(np.flatnonzero(safe)):
        candidate, _ = evaluate(frame.node(int(number)))
        found.append(replace(candidate, minimal=bool(minimal[number])))
        progress("measure", position / frame.lattice.levels.shape[0])
    rank = np.empty(safe.size, np.int64)
    rank[frame.preference] = np.arange(safe.size)
    winner, ties = _winner(found, rank[np.flatnonzero(safe)])
    found[winner] = replace(found[winner], optimal=True)
    return SearchResult(
        attributes=problem.given,
        min_levels=problem.to_given([0] * len(problem.sizes)),
        max_levels=problem.to_given([size - 1 for size in problem.sizes]),
        candidates=tuple(sorted(found, key=lambda candidate: candidate.node)),
        optimum=found[winner],
        nodes=problem.nodes,
        checked=checked,
        exact=True,
        ties=ties,
    )


def find_best(
    problem: LatticeProblem,
    cache_bytes: int = DEFAULT_CACHE,
    seconds: float = DEFAULT_SECONDS,
    progress: Progress = silent,
) -> SearchResult:
    """Find the best generalization; on a huge lattice the best that the time allows.

    So it is, too, where nodes must be judged one by one and that takes longer than `seconds`.
    """
    if not enumerable(problem, cache_bytes):
        return _best_effort(problem, seconds, progress)
    frame, search = _prepared(problem, cache_bytes)
    try:
        number, checked = best_node(frame, search, progress, time.monotonic() + seconds)
    except OutOfTime:
        return _best_effort(problem, seconds, progress)
    if number is None:
        raise _out_of_reach(problem)
    evaluate = evaluation(frame, search, nodes=1 + len(problem.sizes))
    candidate, _ = evaluate(frame.node(number))
    finer = (evaluate(node)[0] for node in below(frame.node(number)))
    minimal = all(other.suppressed > problem.budget for other in finer)
    candidate = replace(candidate, optimal=True, minimal=minimal)
    return _only(problem, candidate, checked, exact=True)


def evaluate_node(problem: LatticeProblem, node: Sequence[int]) -> SearchResult:
    """Evaluate the node that a user names; it must satisfy the models."""
    candidate, _ = JudgedEvaluation(problem)(problem.from_given(node))
    if candidate.suppressed > problem.budget:
        models = model_names(problem.models)
        raise NotAchievable(
            "methods.node-does-not-satisfy-records",
            node=list(node),
            models=models,
            suppressed=candidate.suppressed,
            records=problem.records,
            budget=problem.budget,
        )
    return _only(problem, candidate, checked=1, exact=False)


def _out_of_reach(problem: LatticeProblem) -> NotAchievable:
    said = why_not(problem)
    return NotAchievable(said)


def enumerable(problem: LatticeProblem, cache_bytes: int) -> bool:
    """Tell whether all nodes fit into half of the cache."""
    return frame_bytes(problem) <= cache_bytes // 2


def _prepared(problem: LatticeProblem, cache_bytes: int) -> tuple[Frame, NodeSearch | None]:
    frame = Frame(problem)
    return frame, NodeSearch(frame, cache_bytes) if countable(problem) else None


def _best_effort(problem: LatticeProblem, seconds: float, progress: Progress) -> SearchResult:
    best, bound, checked = BestEffort(problem, seconds, progress).run()
    if best is None:
        raise _out_of_reach(problem)
    gap = max(0.0, best.score - bound)
    return _only(problem, best, checked, exact=not is_better(bound, best.score), gap=gap)


def _only(
    problem: LatticeProblem, candidate: Candidate, checked: int, exact: bool, gap: float = 0.0
) -> SearchResult:
    return SearchResult(
        attributes=problem.given,
        min_levels=problem.to_given([0] * len(problem.sizes)),
        max_levels=problem.to_given([size - 1 for size in problem.sizes]),
        candidates=(candidate,),
        optimum=candidate,
        nodes=problem.nodes,
        checked=checked,
        exact=exact,
        gap=gap,
    )


def _winner(found: Sequence[Candidate], rank: IntArray) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Pick the lowest score; of equal ones the first in order of preference."""
    best = min(candidate.score for candidate in found)
    tied = [i for i, candidate in enumerate(found) if not is_better(best, candidate.score)]
    winner = min(tied, key=lambda i: int(rank[i]))
    return winner, tuple(found[i].node for i in tied if i != winner)


def why_not(problem: LatticeProblem) -> Message:
    """Explain from the top node, where everything is as general as it can be."""
    top = tuple(size - 1 for size in problem.sizes)
    judge = Judge(problem)
    verdict = judge(top)
    share = verdict.suppressed / max(problem.records, 1)
    levels = " ".join(
        f"{name}={level}" for name, level in zip(problem.given, problem.to_given(top), strict=True)
    )
    models = [model_name(model) for model in problem.models]
    lines = [
        Message(
            "methods.out-reach-most-suppression", models=models, suppression=problem.suppression
        ),
        Message(
            "methods.top-node-leaves-records-classes",
            levels=levels,
            suppressed=verdict.suppressed,
            records=problem.records,
            share=share,
        ),
        *_by_model(problem, judge, top),
        *_by_column(problem, top, verdict),
        *_advice(problem, share),
    ]
    return joined(lines, "\n  ")


def _by_model(problem: LatticeProblem, judge: Judge, top: tuple[int, ...]) -> list[Message]:
    """Say which of several models rejects what, by the sizes of the classes."""
    if len(problem.models) == 1:
        return []
    lines = []
    classes = judge.classes(top)
    for model in problem.models:
        sizes = classes.sizes[~model.accepts(classes)]
        said = model_name(model)
        if sizes.size:
            low, high = int(sizes.min()), int(sizes.max())
            span = Message("methods.span", low=low, high=high)
            if low == high:
                unit = "records" if problem.base.persons is None else "persons"
                span = Message(f"count.{unit}", count=low)
            lines.append(
                Message("methods.rejects-classes", model=said, count=int(sizes.size), span=span)
            )
        else:
            lines.append(Message("methods.holds", said=said))
    return lines


def _by_column(
    problem: LatticeProblem, top: tuple[int, ...], verdict: JudgedClasses
) -> list[Message]:
    """Name the column without which the fewest records would be in small classes."""
    if len(top) < 2 or not verdict.suppressed:
        return []
    small = {j: _in_small_classes(problem, top, j) for j in range(len(top))}
    costliest = min(small, key=lambda j: (small[j], problem.hierarchies[j].attribute))
    here = int(verdict.sizes[verdict.persons < problem.k].sum())
    if small[costliest] >= here:
        return []
    name = problem.hierarchies[costliest].attribute
    return [
        Message(
            "methods.costs-most-without-instead-records",
            name=name,
            small=small[costliest],
            here=here,
            k=problem.k,
        )
    ]


def _in_small_classes(problem: LatticeProblem, top: tuple[int, ...], without: int) -> int:
    kept = [j for j in range(len(top)) if j != without]
    columns = [problem.hierarchies[j].groups[top[j]][problem.base.codes[:, j]] for j in kept]
    group_of = group_ids(columns, [int(problem.hierarchies[j].cards[top[j]]) for j in kept])
    records: IntArray = np.zeros(int(group_of.max(initial=-1)) + 1, np.int64)
    np.add.at(records, group_of, problem.base.counts)
    persons = problem.base.persons
    sizes = records if persons is None else persons.in_classes(group_of, records.size)
    return int(records[sizes < problem.k].sum())


def _advice(problem: LatticeProblem, share: float) -> list[Message]:
    open_tops = [
        (hierarchy.attribute, int(hierarchy.cards[-1]))
        for hierarchy in problem.hierarchies
        if hierarchy.cards[-1] > 1
    ]
    advice = [
        Message("methods.stops-values-add-level-allow", name=name, groups=groups)
        for name, groups in open_tops
    ]
    persons = problem.base.persons
    if persons is not None and persons.number < problem.k:
        advice.append(Message("methods.table-only-persons-lower-k", persons=persons.number))
    elif problem.records < problem.k:
        advice.append(Message("methods.table-only-records-lower-k", records=problem.records))
    elif share < 1:
        limit = ceil(share * 100 - 1e-9) / 100  # as `LatticeProblem` rounds what may be suppressed
        advice.append(Message("methods.allow-suppression", limit=limit))
    elif not open_tops:
        advice.append(Message("methods.even-class-all-records-rejected"))
    return advice
