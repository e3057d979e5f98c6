"""Why a condition cannot be met, and what would make it possible: sizes and columns, no values."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.methods.lattice.judge import Judge, Verdict
from celosia.methods.lattice.problem import LatticeProblem
from celosia.methods.row_groups import group_ids


def why_not(problem: LatticeProblem) -> str:
    """Explain from the top node, where everything is as general as it can be."""
    top = tuple(size - 1 for size in problem.sizes)
    judge = Judge(problem)
    verdict = judge(top)
    share = verdict.suppressed / max(problem.records, 1)
    levels = " ".join(
        f"{name}={level}" for name, level in zip(problem.given, problem.to_given(top), strict=True)
    )
    lines = [
        f"{' and '.join(map(str, problem.models))} is out of reach with at most "
        f"{problem.suppression:.1%} suppression.",
        f"The top node ({levels}) leaves {verdict.suppressed} of {problem.records} records "
        f"({share:.2%}) in classes that are rejected.",
        *_by_model(problem, judge, top),
        *_by_column(problem, top, verdict),
        *_advice(problem, share),
    ]
    return "\n  ".join(lines)


def _by_model(problem: LatticeProblem, judge: Judge, top: tuple[int, ...]) -> list[str]:
    """Say which of several models rejects what, by the sizes of the classes."""
    if len(problem.models) == 1:
        return []
    lines = []
    classes = judge.classes(top)
    for model in problem.models:
        sizes = classes.sizes[~model.accepts(classes)]
        if sizes.size:
            span = f"{sizes.min()} to {sizes.max()}" if sizes.size > 1 else f"{sizes[0]}"
            lines.append(f"{model} rejects {sizes.size} classes of {span} records.")
        else:
            lines.append(f"{model} holds.")
    return lines


def _by_column(problem: LatticeProblem, top: tuple[int, ...], verdict: Verdict) -> list[str]:
    """Name the column without which the fewest records would be in small classes."""
    if len(top) < 2 or not verdict.suppressed:
        return []
    small = {j: _in_small_classes(problem, top, j) for j in range(len(top))}
    costliest = min(small, key=lambda j: (small[j], problem.hierarchies[j].attribute))
    here = int(verdict.sizes[verdict.sizes < problem.k].sum())
    if small[costliest] >= here:
        return []
    return [
        f"'{problem.hierarchies[costliest].attribute}' costs most: without it {small[costliest]} "
        f"instead of {here} records would be in classes under {problem.k}."
    ]


def _in_small_classes(problem: LatticeProblem, top: tuple[int, ...], without: int) -> int:
    kept = [j for j in range(len(top)) if j != without]
    columns = [problem.hierarchies[j].groups[top[j]][problem.base.codes[:, j]] for j in kept]
    group_of = group_ids(columns, [int(problem.hierarchies[j].cards[top[j]]) for j in kept])
    sizes: IntArray = np.zeros(int(group_of.max(initial=-1)) + 1, np.int64)
    np.add.at(sizes, group_of, problem.base.counts)
    return int(sizes[sizes < problem.k].sum())


def _advice(problem: LatticeProblem, share: float) -> list[str]:
    open_tops = [
        (hierarchy.attribute, int(hierarchy.cards[-1]))
        for hierarchy in problem.hierarchies
        if hierarchy.cards[-1] > 1
    ]
    advice = [
        f"'{name}' stops at {groups} values: add a '*' level or allow higher levels."
        for name, groups in open_tops
    ]
    if problem.records < problem.k:
        advice.append(f"The table has only {problem.records} records; lower k.")
    elif share < 1:
        advice.append(f"Or allow suppression={min(1.0, share + 0.005):.2f}.")
    elif not open_tops:
        advice.append("Even one class of all records is rejected: ask for less of the models.")
    return advice
