"""Why a condition cannot be met, and what would make it possible: sizes and columns, no values."""

from __future__ import annotations

import numpy as np

from celosia.core.arrays import IntArray
from celosia.core.model_names import model_name, model_names
from celosia.methods.gather import group_ids
from celosia.methods.lattice.judge import Judge, Verdict
from celosia.methods.lattice.lattice_problem import LatticeProblem
from celosia.text.messages import Message, joined, verbatim


def why_not(problem: LatticeProblem) -> Message:
    """Explain from the top node, where everything is as general as it can be."""
    top = tuple(size - 1 for size in problem.sizes)
    judge = Judge(problem)
    verdict = judge(top)
    share = verdict.suppressed / max(problem.records, 1)
    levels = " ".join(
        f"{name}={level}" for name, level in zip(problem.given, problem.to_given(top), strict=True)
    )
    models = model_names(problem.models)
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
            span = Message("methods.span", low=int(sizes.min()), high=int(sizes.max()))
            if sizes.size == 1:
                span = verbatim(f"{sizes[0]}")
            lines.append(
                Message("methods.rejects-classes", model=said, count=int(sizes.size), span=span)
            )
        else:
            lines.append(Message("methods.holds", said=said))
    return lines


def _by_column(problem: LatticeProblem, top: tuple[int, ...], verdict: Verdict) -> list[Message]:
    """Name the column without which the fewest records would be in small classes."""
    if len(top) < 2 or not verdict.suppressed:
        return []
    small = {j: _in_small_classes(problem, top, j) for j in range(len(top))}
    costliest = min(small, key=lambda j: (small[j], problem.hierarchies[j].attribute))
    here = int(verdict.sizes[verdict.sizes < problem.k].sum())
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
    sizes: IntArray = np.zeros(int(group_of.max(initial=-1)) + 1, np.int64)
    np.add.at(sizes, group_of, problem.base.counts)
    return int(sizes[sizes < problem.k].sum())


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
    if problem.records < problem.k:
        advice.append(Message("methods.table-only-records-lower-k", records=problem.records))
    elif share < 1:
        limit = min(1.0, share + 0.005)
        advice.append(Message("methods.allow-suppression", limit=limit))
    elif not open_tops:
        advice.append(Message("methods.even-class-all-records-rejected"))
    return advice
