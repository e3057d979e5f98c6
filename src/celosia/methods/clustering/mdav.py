"""MDAV and V-MDAV: groups around the records that lie furthest out, of fixed or variable size."""

from __future__ import annotations

import numpy as np

from celosia.core.arrays import IntArray
from celosia.core.progress import Progress, silent
from celosia.methods.clustering.kernels.coded_records import INTERVAL, Records
from celosia.methods.clustering.kernels.line_kernel import distances_from
from celosia.methods.clustering.kernels.mdav_kernel import (
    ABSENT,
    Field,
    View,
    look_from_mean,
    make_groups,
    make_variable_groups,
    measure,
)

QUOTA = 5_000_000
"""Records looked at between two reports of progress: a few hundredths of a second."""


def mdav(records: Records, k: int, progress: Progress = silent) -> IntArray:
    """Make groups of k around the records that lie furthest out.

    While 3k records remain: one of the record furthest from the mean and the k - 1 nearest to it,
    one around the record furthest from that. The last ones, under 3k, make one or two groups.
    Differences are squared and weighted. Numbers differ by their distance, categories by 0 or 1,
    values of a hierarchy by the cost of their closest common ancestor, a null from any value by 1.
    A record's distance from the mean is its mean distance from all records that remain: for
    numbers and categories the order is that of the distance from their average (for categories
    the vector of frequencies, not the mode), and hierarchies need no average. Time grows as n².

    References: Domingo-Ferrer and Mateo-Sanz, IEEE TKDE 14(1), 2002; Domingo-Ferrer and Torra,
    Ordinal, continuous and heterogeneous k-anonymity through microaggregation, Data Mining and
    Knowledge Discovery 11, 2005 (MDAV-generic).
    """
    n = records.codes.shape[1]
    if n < 2 * k:
        return np.zeros(n, np.int64)
    field, view = field_of(records), view_of(records)
    while not make_groups(records, field, view, k, QUOTA):
        progress("mdav", share_done(field))
    progress("mdav", 1.0)
    return field.group_of


def field_of(records: Records) -> Field:
    """Lay the records out for distances."""
    n = records.codes.shape[1]
    numeric = np.flatnonzero(records.kind == INTERVAL)
    other = np.flatnonzero(records.kind != INTERVAL)
    places = np.empty((numeric.size, n))
    for p, j in enumerate(numeric):
        codes = records.codes[j]
        places[p] = records.place[records.offset[j] + codes]
        places[p, codes == records.null[j]] = ABSENT
    counts = np.zeros(records.offset[-1], np.int64)
    for j in other:
        counts[records.offset[j] : records.offset[j + 1]] = np.bincount(
            records.codes[j], minlength=records.cards[j]
        )
    known = places != ABSENT
    return Field(
        numeric=numeric,
        other=other,
        places=places,
        codes=np.ascontiguousarray(records.codes[other], np.int32),
        record=np.arange(n),
        position=np.arange(n),
        taken=np.zeros(n, np.uint8),
        used=np.array([n, n, 0]),
        counts=counts,
        total=np.where(known, places, 0).astype(np.int64).sum(axis=1),
        known=known.sum(axis=1),
        group_of=np.full(n, -1, np.int64),
    )


def view_of(records: Records) -> View:
    """Allocate room for distances."""
    numbers = np.zeros((4, np.count_nonzero(records.kind == INTERVAL)))
    return View(
        centre=numbers[0],
        factor=numbers[1],
        base=numbers[2],
        absent=numbers[3],
        table=np.zeros(records.offset[-1]),
        distance=np.zeros(records.codes.shape[1]),
    )


def share_done(field: Field) -> float:
    """Tell how much of the work is done: what remains falls with the square of the records."""
    return 1.0 - float(field.used[1] / field.record.size) ** 2


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
