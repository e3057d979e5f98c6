"""The crisp counterparts: how many records share a label, and which stand out."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import BoolArray, CodeArray

CONSISTENT = 1.4826
"""Makes the median deviation estimate a standard deviation, as R's `mad` does."""


def k_anonymity(labels: CodeArray) -> int:
    """Count the records with the rarest label.

    >>> k_anonymity(np.array([1, 1, 2, 2, 2]))
    2
    """
    return int(np.unique(labels, return_counts=True)[1].min())


def records_at_risk(labels: CodeArray) -> BoolArray:
    """Tell the records whose risk, one over those with their label, stands out from the rest.

    It stands out when it is above the median plus twice the median absolute deviation.

    References: sdcMicro, `measure_risk`; Templ, Kowarik and Meindl, J. Stat. Softw. 67(4), 2015.

    >>> records_at_risk(np.array([1, 1, 1, 1, 2])).tolist()
    [False, False, False, False, True]
    """
    _, class_of, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    risk = 1.0 / sizes[class_of]
    middle = np.median(risk)
    spread = CONSISTENT * np.median(np.abs(risk - middle))
    return np.asarray(risk > middle + 2 * spread)
