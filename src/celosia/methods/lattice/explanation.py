"""Why a condition cannot be met, and what would make it possible: sizes and columns, no values."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.domain.language import Sentence
from celosia.domain.model_names import model_name, model_names
from celosia.methods.lattice.judge import Judge, Verdict
from celosia.methods.lattice.problem import LatticeProblem
from celosia.methods.row_groups import group_ids


def why_not(problem: LatticeProblem) -> Sentence:
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
        Sentence(
            f"{models.en} is out of reach with at most {problem.suppression:.1%} suppression.",
            f"{models.es} no se alcanza suprimiendo el {_spanish(f'{problem.suppression:.1%}')} de "
            "los registros como máximo.",
        ),
        Sentence(
            f"The top node ({levels}) leaves {verdict.suppressed} of {problem.records} records "
            f"({share:.2%}) in classes that are rejected.",
            f"El nodo más general ({levels}) deja {verdict.suppressed} de {problem.records} "
            f"registros ({_spanish(f'{share:.2%}')}) en clases rechazadas.",
        ),
        *_by_model(problem, judge, top),
        *_by_column(problem, top, verdict),
        *_advice(problem, share),
    ]
    return Sentence("\n  ".join(s.en for s in lines), "\n  ".join(s.es for s in lines))


def _spanish(share: str) -> str:
    """Write a percentage as people of Spain do.

    >>> _spanish("2.90%")
    '2,90 %'
    """
    return share.replace(".", ",").replace("%", " %")


def _by_model(problem: LatticeProblem, judge: Judge, top: tuple[int, ...]) -> list[Sentence]:
    """Say which of several models rejects what, by the sizes of the classes."""
    if len(problem.models) == 1:
        return []
    lines = []
    classes = judge.classes(top)
    for model in problem.models:
        sizes = classes.sizes[~model.accepts(classes)]
        said = model_name(model)
        if sizes.size:
            several = sizes.size > 1
            span = f"{sizes.min()} to {sizes.max()}" if several else f"{sizes[0]}"
            rango = f"de {sizes.min()} a {sizes.max()}" if several else f"de {sizes[0]}"
            lines.append(
                Sentence(
                    f"{said.en} rejects {sizes.size} classes of {span} records.",
                    f"{said.es} rechaza {sizes.size} clases {rango} registros.",
                )
            )
        else:
            lines.append(Sentence(f"{said.en} holds.", f"{said.es} se cumple."))
    return lines


def _by_column(problem: LatticeProblem, top: tuple[int, ...], verdict: Verdict) -> list[Sentence]:
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
        Sentence(
            f"'{name}' costs most: without it {small[costliest]} instead of {here} records would "
            f"be in classes under {problem.k}.",
            f"«{name}» es la que más cuesta: sin ella habría {small[costliest]} registros en vez "
            f"de {here} en clases de menos de {problem.k}.",
        )
    ]


def _in_small_classes(problem: LatticeProblem, top: tuple[int, ...], without: int) -> int:
    kept = [j for j in range(len(top)) if j != without]
    columns = [problem.hierarchies[j].groups[top[j]][problem.base.codes[:, j]] for j in kept]
    group_of = group_ids(columns, [int(problem.hierarchies[j].cards[top[j]]) for j in kept])
    sizes: IntArray = np.zeros(int(group_of.max(initial=-1)) + 1, np.int64)
    np.add.at(sizes, group_of, problem.base.counts)
    return int(sizes[sizes < problem.k].sum())


def _advice(problem: LatticeProblem, share: float) -> list[Sentence]:
    open_tops = [
        (hierarchy.attribute, int(hierarchy.cards[-1]))
        for hierarchy in problem.hierarchies
        if hierarchy.cards[-1] > 1
    ]
    advice = [
        Sentence(
            f"'{name}' stops at {groups} values: add a '*' level or allow higher levels.",
            f"«{name}» acaba en {groups} valores: añada un nivel «*» o permita niveles más altos.",
        )
        for name, groups in open_tops
    ]
    if problem.records < problem.k:
        advice.append(
            Sentence(
                f"The table has only {problem.records} records; lower k.",
                f"La tabla solo tiene {problem.records} registros: baje k.",
            )
        )
    elif share < 1:
        limit = min(1.0, share + 0.005)
        advice.append(
            Sentence(
                f"Or allow suppression={limit:.2f}.",
                f"O permita suprimir el {_spanish(f'{limit:.0%}')} de los registros.",
            )
        )
    elif not open_tops:
        advice.append(
            Sentence(
                "Even one class of all records is rejected: ask for less of the models.",
                "Se rechaza incluso una sola clase con todos los registros: pida menos a los "
                "modelos.",
            )
        )
    return advice
