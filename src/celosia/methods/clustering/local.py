"""Local recoding on hierarchies: global recoding repeated on the records it leaves behind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from celosia.core.arrays import FloatArray, IntArray
from celosia.core.change import SUPPRESSED_GROUP
from celosia.core.counts import CodedHierarchy
from celosia.core.objective import AdditiveObjective, Objective
from celosia.core.progress import Progress, silent
from celosia.errors import NotAchievable, ParameterError
from celosia.methods.lattice.judge import Judge
from celosia.methods.lattice.lattice_problem import LatticeProblem
from celosia.methods.lattice.search import DEFAULT_CACHE, DEFAULT_SECONDS, find_best
from celosia.text.messages import Message


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
    cache_bytes: int = DEFAULT_CACHE,
    seconds: float = DEFAULT_SECONDS,
    progress: Progress = silent,
) -> IntArray:
    """Give the group of each combination of `problem.base`; -1 for those that no round settled.

    Each round finds the generalization of the lowest cost that leaves at most `1 - share` of the
    remaining records in rejected classes, and settles the accepted classes. So common records are
    told finely and only the rare ones coarsely.

    References: Prasser, Eicher, Spengler, Bild and Kuhn, "Flexible data anonymization using ARX",
    Software: Practice and Experience, 2020, section on local transformation.
    """
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
            found = find_best(rest, cache_bytes, seconds)
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
