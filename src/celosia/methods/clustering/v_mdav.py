"""V-MDAV: MDAV with groups of variable size."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.domain.progress import Progress, silent
from celosia.kernels.clustering.curves import distances_from
from celosia.kernels.clustering.distances import look_from_mean, measure
from celosia.kernels.clustering.mdav import make_variable_groups
from celosia.kernels.clustering.records import Records
from celosia.methods.clustering.mdav import QUOTA, field_of, share_done, view_of


def v_mdav(records: Records, k: int, gamma: float = 0.2, progress: Progress = silent) -> IntArray:
    """Make groups of k around the records furthest from the mean, and extend them to 2k - 1.

    A group takes the nearest record left over when that is nearer to one of its members than
    `gamma` times its distance from any other record left over. The last ones, fewer than k, join
    the group of the least mean distance that has room. 0.2 suits scattered records, 1.1 those in
    clusters. Distances as in `mdav`; the mean is that of all records. Time grows as n².

    References: Solanas and Martínez-Ballesté, V-MDAV: a multivariate microaggregation with
    variable group size, COMPSTAT 2006.
    """
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
    distance = np.zeros(group_of.size, np.int64)
    distances_from(records, records.codes[:, record].astype(np.int64), distance)
    grouped = group_of >= 0
    sizes = np.bincount(group_of[grouped])
    means = np.bincount(group_of[grouped], weights=distance[grouped]) / sizes
    room = sizes < most
    return int(np.argmin(np.where(room, means, np.inf) if room.any() else means))
