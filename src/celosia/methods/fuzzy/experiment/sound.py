"""The criteria as they are defined."""

from __future__ import annotations

from collections.abc import Sequence

from celosia.domain.arrays import FloatArray
from celosia.methods.fuzzy.experiment.rows import DECIMALS, Criteria
from celosia.methods.fuzzy.partitions import FuzzyPartition
from celosia.methods.fuzzy.privacy import (
    QAnonymity,
    k_anonymity,
    l_diversity,
    records_at_risk,
    t_closeness,
)


def sound_criteria(
    partition: FuzzyPartition, sensitive: Sequence[FloatArray], is_fuzzy: bool
) -> Criteria:
    """Judge a partition: every row beside its own value, every value as often as it occurs.

    t compares with the whole table and is the largest over all records.
    """
    labels = partition.labels
    return Criteria(
        k_anonymity(labels),
        int(records_at_risk(labels).sum()),
        QAnonymity.of(partition).largest() if is_fuzzy else None,
        tuple(l_diversity(partition, values) for values in sensitive),
        tuple(round(t_closeness(partition, values), DECIMALS) for values in sensitive),
    )
