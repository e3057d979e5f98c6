"""Which combinations look alike at a node, for any number of attributes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from celosia.domain.arrays import CodeArray, IntArray

LIMIT = 1 << 62


def group_ids(columns: Sequence[CodeArray], cards: Sequence[int]) -> IntArray:
    """Number the distinct rows 0, 1, 2, ... in lexicographic order.

    Exact for any number of columns: keys are renumbered before they could overflow.

    >>> group_ids([np.array([1, 0, 1]), np.array([0, 0, 0])], [2, 1])
    array([1, 0, 1])
    """
    keys = np.zeros(len(columns[0]), np.int64)
    domain = 1
    for column, card in zip(columns, cards, strict=True):
        if domain * card >= LIMIT:
            keys = np.unique(keys, return_inverse=True)[1]
            domain = int(keys.max(initial=0)) + 1
        keys = keys * card + column
        domain *= card
    return np.asarray(np.unique(keys, return_inverse=True)[1], np.int64)
