"""How much a grouping loses."""

from __future__ import annotations

from celosia.domain.arrays import IntArray
from celosia.kernels.clustering.losses import total_cost
from celosia.kernels.clustering.records import SCALE, Records


def loss(records: Records, group_of: IntArray) -> float:
    """Mean certainty penalty of all cells, by weight: from 0 (told as they are) to 1 (`*`).

    References: the global certainty penalty (GCP) of Ghinita et al., VLDB 2007, as in Liang and
    Samavi, 2020, equation 4.
    """
    if not group_of.size:
        return 0.0
    return float(total_cost(records, group_of) / (SCALE * group_of.size))
