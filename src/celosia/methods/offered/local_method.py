"""Full-domain generalization, repeated on the records that it would suppress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from celosia.errors import ParameterError
from celosia.methods.method import METHODS, GroupingMethod
from celosia.text.messages import Message

if TYPE_CHECKING:
    from celosia.core.arrays import IntArray
    from celosia.core.progress import Progress
    from celosia.methods.clustering.choices import GroupingOptions
    from celosia.methods.clustering.grouping_problem import GroupingProblem
    from celosia.methods.lattice import LatticeProblem


def _group(
    problem: GroupingProblem,
    options: GroupingOptions,
    lattice: LatticeProblem | None,
    progress: Progress,
) -> IntArray:
    import numpy as np

    from celosia.methods.clustering.local import local_recoding

    if lattice is None:
        raise ParameterError("methods.local-recoding-needs-hierarchies")
    rows = local_recoding(lattice, options.share, progress=progress)
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
        group=_group,
        any_objective=True,
        needs_hierarchies=True,
        in_pieces=False,
        options=("share",),
    ),
    order=11,
)
