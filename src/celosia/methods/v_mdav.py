"""V-MDAV: MDAV with groups of variable size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np

from celosia.core.parameters import Between
from celosia.core.progress import Progress, silent
from celosia.methods.method import METHODS, GroupingMethod, MethodOptions
from celosia.text.messages import Message

if TYPE_CHECKING:
    from celosia.core.values import IntArray
    from celosia.methods.clustering.grouping_problem import GroupingProblem
    from celosia.methods.clustering.kernels.coded_records import Records
    from celosia.methods.lattice import LatticeProblem


@dataclass(frozen=True, slots=True)
class VariableMdavOptions(MethodOptions):
    """How V-MDAV lets groups grow."""

    gamma: Annotated[float, Between(0, public=True)] = 0.2
    """How readily groups grow beyond k."""
    labels: ClassVar[Mapping[str, Message]] = {"gamma": Message("methods.option-gamma")}


def v_mdav(records: Records, k: int, gamma: float = 0.2, progress: Progress = silent) -> IntArray:
    """Make groups of k around the records furthest from the mean, and extend them to 2k - 1.

    A group takes the nearest record left over when that is nearer to one of its members than
    `gamma` times its distance from any other record left over. The last ones, fewer than k, join
    the group of the least mean distance that has room. 0.2 suits scattered records, 1.1 those in
    clusters. Distances as in `mdav`; the mean is that of all records. Time grows as n².

    References: Solanas and Martínez-Ballesté, V-MDAV: a multivariate microaggregation with
    variable group size, COMPSTAT 2006.
    """
    from celosia.methods.clustering.distance_fields import QUOTA, field_of, share_done, view_of
    from celosia.methods.clustering.kernels.mdav_kernel import (
        look_from_mean,
        make_variable_groups,
        measure,
    )

    n = records.codes.shape[1]
    if n < 2 * k:
        return np.zeros(n, np.int64)
    field, view = field_of(records), view_of(records)
    look_from_mean(records, field, view)
    measure(records, field, view)
    outermost = np.argsort(-view.distance, kind="stable")
    cursor = np.zeros(1, np.int64)
    rules = (k, gamma * gamma, QUOTA)
    while not make_variable_groups(records, field, view, outermost, cursor, *rules):
        progress("v-mdav", share_done(field))
    for record in np.flatnonzero(field.group_of < 0).tolist():
        field.group_of[record] = _nearest_group(records, field.group_of, record, 2 * k - 1)
    progress("v-mdav", 1.0)
    return field.group_of


def _nearest_group(records: Records, group_of: IntArray, record: int, most: int) -> int:
    """Find the group of the least mean distance from a record, if possible one with room."""
    from celosia.methods.clustering.kernels.line_kernel import distances_from

    distance = np.zeros(group_of.size, np.int64)
    distances_from(records, records.codes[:, record].astype(np.int64), distance)
    grouped = group_of >= 0
    sizes = np.bincount(group_of[grouped])
    means = np.bincount(group_of[grouped], weights=distance[grouped]) / sizes
    room = sizes < most
    return int(np.argmin(np.where(room, means, np.inf) if room.any() else means))


def _group(
    problem: GroupingProblem,
    options: VariableMdavOptions,
    lattice: LatticeProblem | None,
    progress: Progress,
) -> IntArray:
    return v_mdav(problem.records, problem.k, options.gamma, progress)


METHODS.add(
    "v-mdav",
    GroupingMethod(
        title=Message("methods.v-mdav"),
        explanation=Message("methods.mdav-whose-groups-may-grow"),
        group=_group,
        options=VariableMdavOptions,
    ),
    order=8,
)
