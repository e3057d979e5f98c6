"""The criteria as the source's own program reckoned them.

Kept to reproduce its figures; nothing else uses them. They differ from the definitions in that

- a distribution tells only which values a set holds, not how often;
- the whole table's distribution counts in how many sets each value occurs;
- t is the smallest distance, where only the largest can be promised to everybody;
- with Global Recode the records with the lowest value are left out, and the labels of the others
  are put beside the first rows of the sensitive column, whoever they belong to;
- if a crisp coding leaves some of the cells empty, t looks only at as many of the first cells as
  are not empty.

References: Quirós 2013, chapter 4 and annex.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from celosia.domain.arrays import BoolArray, FloatArray, IntArray
from celosia.methods.fuzzy.experiment.rows import DECIMALS, Criteria
from celosia.methods.fuzzy.partitions import FuzzyPartition
from celosia.methods.fuzzy.privacy import Distance, QAnonymity, k_anonymity, records_at_risk
from celosia.methods.fuzzy.privacy.closeness import mixed_distances


def crisp_criteria(labels: IntArray, cells: int, sensitive: Sequence[FloatArray]) -> Criteria:
    """Judge crisp labels, those of the records left in, beside the first rows' values."""
    k = k_anonymity(labels)
    sizes = np.bincount(labels, minlength=cells)
    filled = int((sizes > 0).sum())
    entering = (sizes > 0) & (np.arange(cells) < filled)
    held = [_held(labels[:, None] == np.arange(cells), values) for values in sensitive]
    return Criteria(
        k,
        int(records_at_risk(labels).sum()),
        None,
        tuple(None if k == 1 else int(one.sum(axis=1)[sizes > 0].min()) for one in held),
        tuple(None if k == 1 else _least(np.eye(entering.sum()), one[entering]) for one in held),
    )


def fuzzy_criteria(partition: FuzzyPartition, sensitive: Sequence[FloatArray]) -> Criteria:
    """Judge a fuzzy partition; l and t are not told when k or Q is 1."""
    labels = partition.labels
    k, q = k_anonymity(labels), max(1, QAnonymity.of(partition).largest())
    held = [_held(partition.members, values) for values in sensitive]
    alone = 1 in (k, q)
    return Criteria(
        k,
        int(records_at_risk(labels).sum()),
        q,
        tuple(None if alone else int(one.sum(axis=1).min()) for one in held),
        tuple(None if alone else _least(partition.memberships, one) for one in held),
    )


def _held(members: BoolArray, values: FloatArray) -> BoolArray:
    """Tell which of all values each set holds, reading the values of the first rows: (sets, m)."""
    different, codes = np.unique(values, return_inverse=True)
    held = np.zeros((members.shape[1], different.size), bool)
    records, sets = np.nonzero(members)
    held[sets, codes[records]] = True
    return held


def _least(memberships: FloatArray, held: BoolArray) -> float:
    """Measure every record's mixture against the sets' own average, and take the smallest."""
    number = held.sum(axis=1, keepdims=True)
    rows = np.divide(held, number, out=np.zeros(held.shape), where=number > 0)
    whole = held.sum(axis=0) / held.sum()
    return round(float(mixed_distances(memberships, rows, whole, Distance.ORDERED).min()), DECIMALS)
