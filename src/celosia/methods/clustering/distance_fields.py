"""Records laid out for distances from a point, as MDAV and V-MDAV take them."""

from __future__ import annotations

import numpy as np

from celosia.methods.clustering.kernels.coded_records import INTERVAL, Records
from celosia.methods.clustering.kernels.mdav_kernel import ABSENT, Field, Outlook

QUOTA = 5_000_000
"""Records looked at between two reports of progress: a few hundredths of a second."""


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


def view_of(records: Records) -> Outlook:
    """Allocate room for distances."""
    numbers = np.zeros((4, np.count_nonzero(records.kind == INTERVAL)))
    return Outlook(
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
