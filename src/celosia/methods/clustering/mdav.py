"""MDAV: groups of k around the records that lie furthest out."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.domain.progress import Progress, silent
from celosia.kernels.clustering.distances import ABSENT, Field, View
from celosia.kernels.clustering.mdav import make_groups
from celosia.kernels.clustering.records import INTERVAL, Records

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
