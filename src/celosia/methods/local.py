"""Local recoding on hierarchies: global recoding repeated on the records it leaves behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np

from celosia.core.objective import AdditiveObjective, Objective
from celosia.core.parameters import Between
from celosia.core.progress import Progress, silent
from celosia.core.relation import SUPPRESSED_GROUP
from celosia.errors import NotAchievable, ParameterError
from celosia.methods.method import METHODS, GroupingMethod, MethodOptions
from celosia.text.messages import Message

if TYPE_CHECKING:
    from celosia.core.counts import CodedHierarchy
    from celosia.core.values import FloatArray, IntArray
    from celosia.methods.clustering.grouping_problem import GroupingProblem
    from celosia.methods.lattice import LatticeProblem

LEAST_SHARE = 1e-6
"""A round must settle something, or there would be no end of rounds."""


@dataclass(frozen=True, slots=True)
class LocalOptions(MethodOptions):
    """How much each round settles."""

    share: Annotated[float, Between(LEAST_SHARE, 1, public=True)] = 0.03
    """How much of the remaining records a round settles at least; less loses less and takes
    longer."""
    labels: ClassVar[Mapping[str, Message]] = {"share": Message("methods.option-share")}


@dataclass(frozen=True, slots=True)
class Unpenalized:
    """An objective that looks away from what is suppressed: the next round takes care of it."""

    of: AdditiveObjective
    name: ClassVar[str] = "unpenalized"
    title: ClassVar[Message] = Message("methods.unpenalized")
    penalized: ClassVar[bool] = False

    def costs(self, attribute: CodedHierarchy) -> FloatArray:
        """Cost of each value at each level."""
        return self.of.costs(attribute)

    def suppressed(self, attribute: CodedHierarchy) -> FloatArray:
        """Cost of each value when its record is suppressed."""
        return self.of.suppressed(attribute)


def local_recoding(
    problem: LatticeProblem,
    share: float = 0.03,
    progress: Progress = silent,
) -> IntArray:
    """Give the group of each combination of `problem.base`; -1 for those that no round settled.

    Each round finds the generalization of the lowest cost that leaves at most `1 - share` of the
    remaining records in rejected classes, and settles the accepted classes. So common records are
    told finely and only the rare ones coarsely.

    References: Prasser, Eicher, Spengler, Bild and Kuhn, "Flexible data anonymization using ARX",
    Software: Practice and Experience, 2020, section on local transformation.
    """
    from celosia.methods.lattice.judge import Judge
    from celosia.methods.lattice.search import find_best

    if problem.population is not None:
        raise ParameterError("methods.local-recoding-cannot-compare-population")
    group_of = np.full(problem.base.counts.size, SUPPRESSED_GROUP, np.int64)
    left = np.arange(group_of.size)
    groups = 0
    eager = replace(problem, objective=_unpenalized(problem.objective), suppression=1 - share)
    while left.size:
        rest = eager.restricted(left)
        progress("recode", 1 - rest.records / problem.records)
        try:
            found = find_best(rest)
        except NotAchievable:
            break
        verdict = Judge(rest)(rest.from_given(found.optimum.node))
        settled = ~verdict.rejected[verdict.group_of]
        numbers = np.unique(verdict.group_of[settled], return_inverse=True)[1]
        group_of[left[settled]] = groups + numbers
        groups += int(numbers.max()) + 1
        left = left[~settled]
    return group_of


def _unpenalized(objective: Objective) -> Objective:
    return Unpenalized(objective) if isinstance(objective, AdditiveObjective) else objective


def _group(
    problem: GroupingProblem,
    options: LocalOptions,
    lattice: LatticeProblem | None,
    progress: Progress,
) -> IntArray:
    if lattice is None:
        raise ParameterError("methods.local-recoding-needs-hierarchies")
    rows = local_recoding(lattice, options.share, progress)
    qis = problem.counts.codes[:, : len(problem.attributes)]
    changed = np.any(qis[1:] != qis[:-1], axis=1)
    combination = np.concatenate([[0], np.cumsum(changed)])
    found = rows[combination[problem.combination]]

    # what no round settled is a group of its own, for the models to judge
    return np.asarray(np.where(found >= 0, found, rows.max(initial=-1) + 1), np.int64)


METHODS.add(
    "local",
    GroupingMethod(
        title=Message("methods.local-recoding"),
        explanation=Message("methods.takes-levels-hierarchies-others-records"),
        stages={"recode": Message("methods.stage-recode")},
        group=_group,
        any_objective=True,
        needs_hierarchies=True,
        in_pieces=False,
        options=LocalOptions,
    ),
    order=11,
)
