"""Why a condition cannot be met, and what would make it possible."""

from __future__ import annotations

from celosia.methods.lattice.judge import Judge
from celosia.methods.lattice.problem import LatticeProblem


def why_not(problem: LatticeProblem) -> str:
    """Explain from the top node: sizes and columns, never values."""
    top = tuple(size - 1 for size in problem.sizes)
    verdict = Judge(problem)(top)
    share = verdict.suppressed / max(problem.records, 1)
    levels = " ".join(
        f"{name}={level}" for name, level in zip(problem.given, problem.to_given(top), strict=True)
    )
    lines = [
        f"{' and '.join(map(str, problem.models))} is out of reach with at most "
        f"{problem.suppression:.1%} suppression.",
        f"The top node ({levels}) leaves {verdict.suppressed} of {problem.records} records "
        f"({share:.2%}) in classes that are rejected.",
        *_advice(problem, share),
    ]
    return "\n  ".join(lines)


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
    return advice
