"""How much the values of a column tell about whom a record speaks of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from celosia.domain.values import ValueCounts


@dataclass(frozen=True, slots=True)
class Information:
    """Shannon entropy of a column, in bits, and as a share of what singles out a record.

    Null counts as a value. The share is H / log2(records): 1 when each record has its own value,
    0 when all share one. (Dividing by log2(distinct) would call a balanced sex as telling as an
    identity number.)

    References: Shannon, BSTJ 27, 1948, §6.

    >>> information(ValueCounts(("a", "b", "c", "d"), (4, 4, 4, 4)))
    Information(bits=2.0, share=0.5)
    """

    bits: float
    share: float


def information(values: ValueCounts) -> Information:
    """Measure the entropy of a column.

    >>> information(ValueCounts(("a",), (9,)))
    Information(bits=0.0, share=0.0)
    """
    counts = np.asarray([n for n in values.counts if n > 0], dtype=np.float64)
    if counts.size < 2:
        return Information(0.0, 0.0)
    shares = counts / counts.sum()
    bits = float(-(shares * np.log2(shares)).sum())
    return Information(bits, min(1.0, bits / float(np.log2(counts.sum()))))
