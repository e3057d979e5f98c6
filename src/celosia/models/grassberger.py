"""Grassberger's correction of the logarithm in entropy estimates from few observations."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray

EULER = 0.5772156649015329


def grassberger(counts: IntArray) -> FloatArray:
    """Give G(n), which stands for log(n) when n was merely observed.

    G(1) = -γ - ln 2, G(2) = 2 - γ - ln 2, G(2n + 1) = G(2n), G(2n + 2) = G(2n) + 2 / (2n + 1).

    References: Grassberger, *Entropy Estimates from Insufficient Samplings*,
    arXiv:physics/0307138, eqs. 28 to 31.

    >>> grassberger(np.array([1, 2, 3, 4])).round(4)
    array([-1.2704,  0.7296,  0.7296,  1.3963])
    """
    most = int(counts.max(initial=1)) // 2
    odd = 2.0 / (2 * np.arange(most) + 1)
    even = np.concatenate([[0.0], np.cumsum(odd)]) - EULER - np.log(2)
    return np.asarray(even[counts // 2], np.float64)
