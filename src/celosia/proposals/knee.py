"""Where a curve bends: past the knee, more of one thing costs much more of the other.

References: Satopää et al., *Finding a "Kneedle" in a Haystack*, ICDCSW 2011, §III (the point of
most distance to the chord of the curve normalised to the unit square; no smoothing, as our curves
are not samples with noise).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from celosia.core.values import FloatArray
from celosia.errors import ParameterError

_STRAIGHT = 1e-9


def knee(xs: Sequence[float], ys: Sequence[float]) -> int | None:
    """Find the index of the point farthest from the chord, above or below it.

    None when there is no knee: fewer than three points, a flat curve, or a straight one. Among
    equals, the first.

    >>> knee([1, 2, 3, 4, 5], [0, 8, 9, 9.5, 10])
    1
    >>> knee([1, 2, 3], [5, 5, 5]) is None
    True
    """
    sag = _sag(xs, ys)
    return None if sag is None else _farthest(np.abs(sag))


def knee_of_k(ks: Sequence[int], losses: Sequence[float]) -> int | None:
    """Find the index of the k that buys most protection for its loss.

    The curve is loss against risk 1/k (the highest prosecutor risk that k allows), each normalised
    to 0–1; the point farthest *below* the chord is nearest the corner of no risk and no loss.
    Loss grows in steps, and along a step a higher k is free, so the choice falls on the last k
    before a steep rise. If no k costs more than another, it is the highest; if every k costs as
    much as it protects, or more, there is no knee and None is given: a person decides.

    >>> knee_of_k([2, 3, 5, 10, 20], [0.10, 0.11, 0.12, 0.60, 0.90])
    2
    >>> knee_of_k([2, 5, 10], [0.3, 0.3, 0.3])
    2
    """
    if any(k < 1 for k in ks) or any(a >= b for a, b in pairwise(ks)):
        raise ParameterError("proposals.knee-k-k-must-positive")
    if len(ks) == len(losses) and len(set(losses)) == 1:
        return len(ks) - 1
    sag = _sag([1 / k for k in ks], losses)
    return None if sag is None else _farthest(sag)


def _sag(xs: Sequence[float], ys: Sequence[float]) -> FloatArray | None:
    """Give how far each point of the normalised curve hangs below its chord."""
    if len(xs) != len(ys):
        raise ParameterError("proposals.knee-x-y", xs=len(xs), ys=len(ys))
    x, y = np.asarray(xs, dtype=np.float64), np.asarray(ys, dtype=np.float64)
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ParameterError("proposals.knee-every-x-y-must")
    if len(x) < 3 or x[0] == x[-1] or np.ptp(y) == 0:
        return None
    x, y = (x - x.min()) / np.ptp(x), (y - y.min()) / np.ptp(y)
    chord = y[0] + (y[-1] - y[0]) * (x - x[0]) / (x[-1] - x[0])
    return np.asarray(chord - y, dtype=np.float64)


def _farthest(distances: FloatArray) -> int | None:
    best = int(np.argmax(distances))
    return best if distances[best] > _STRAIGHT else None
