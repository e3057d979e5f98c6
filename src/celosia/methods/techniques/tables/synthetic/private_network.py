"""A network of columns learnt with differential privacy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.methods.techniques.tables.opendp_queries import noisy_best, noisy_counts
from celosia.methods.techniques.tables.synthetic.coding import CodedColumn
from celosia.methods.techniques.tables.synthetic.network import (
    Dependence,
    Network,
    counts_together,
    network_of,
)


def private_network(columns: Sequence[CodedColumn], epsilon: float) -> Network:
    """Learn a tree from noisy counts and noisy choices only.

    A third of epsilon goes to the counts of each column, a third to the choice of the edges, and
    a third to the counts of the pairs that they join. An edge is chosen by how far the pair's
    counts are from those of independent columns, as the noisy counts make them: one record changes
    that by one at most.

    References: McKenna, Miklau and Sheldon, *Winning the NIST Contest* (MST), J. Privacy and
    Confidentiality 11(3), 2021; here with pure epsilon.
    """
    third = epsilon / 3
    singles = [
        np.maximum(noisy_counts(column.codes, column.size, third / len(columns)), 0)
        for column in columns
    ]
    each = third / max(len(columns) - 1, 1)
    tree = [Dependence(0)]
    while len(tree) < len(columns):
        inside = [dependence.column for dependence in tree]
        edges = [
            Dependence(column, (parent,))
            for column in range(len(columns))
            for parent in inside
            if column not in inside
        ]
        scores = [_unlikeness(columns, singles, edge) for edge in edges]
        tree.append(edges[noisy_best(scores, each)])
    pairs = [_noisy_pair(columns, edge, each) for edge in tree[1:]]
    tables = [singles[0][None, :], *pairs]
    return network_of(tree, [t.astype(np.float64) for t in tables], [c.size for c in columns])


def _unlikeness(columns: Sequence[CodedColumn], singles: list[IntArray], edge: Dependence) -> int:
    """Count how far a pair is from independence; in whole records, so that the bound is exact."""
    one, other = singles[edge.parents[0]], singles[edge.column]
    expected = np.rint(np.outer(one, other) / max(int(other.sum()), 1))
    return int(np.abs(counts_together(columns, edge) - expected).sum())


def _noisy_pair(columns: Sequence[CodedColumn], edge: Dependence, epsilon: float) -> IntArray:
    parent, child = columns[edge.parents[0]], columns[edge.column]
    both = parent.codes * child.size + child.codes
    counts = noisy_counts(both, parent.size * child.size, epsilon)
    return np.maximum(counts, 0).reshape(parent.size, child.size)
