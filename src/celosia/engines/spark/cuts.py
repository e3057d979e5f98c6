"""Coarse cuts of a table, found on the driver from a sample of its combinations."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from celosia.domain.arrays import BoolArray, CodeArray, FloatArray, IntArray

UNCUT = -1


@dataclass(frozen=True, slots=True, eq=False)
class CutTree:
    """Cuts in two, and of each half again: nodes come before those they are cut into.

    >>> tree = cut(np.array([[0], [1], [2], [3]]), np.ones(4), np.array([1.0]), most=2, least=1)
    >>> tree.leaf_of(np.array([[3], [0], [1]]))
    array([2, 1, 1])
    """

    attribute: IntArray
    """Which column a node is cut at; `UNCUT` for a leaf."""
    border: IntArray
    """Codes up to this go to the first half, the others to the second."""
    first: IntArray
    second: IntArray

    def leaf_of(self, codes: CodeArray) -> IntArray:
        """Find the leaf of each row of codes (rows, columns)."""
        node = np.zeros(codes.shape[0], np.int64)
        moving = np.flatnonzero(self.attribute[node] != UNCUT)
        while moving.size:
            at = node[moving]
            left = codes[moving, self.attribute[at]] <= self.border[at]
            node[moving] = np.where(left, self.first[at], self.second[at])
            moving = moving[self.attribute[node[moving]] != UNCUT]
        return node

    def above(self, leaf: IntArray) -> tuple[IntArray, IntArray]:
        """Pair the rows of leaves with every node that holds them, from the leaf to the root."""
        parent = np.full(self.attribute.size, UNCUT, np.int64)
        cuts = np.flatnonzero(self.attribute != UNCUT)
        parent[self.first[cuts]] = parent[self.second[cuts]] = cuts
        rows, nodes = [np.arange(leaf.size)], [leaf]
        while (up := parent[nodes[-1]]).max(initial=UNCUT) != UNCUT:
            inside = up != UNCUT
            rows.append(rows[-1][inside])
            nodes.append(up[inside])
        return np.concatenate(rows), np.concatenate(nodes)

    def held_together(self, accepted: BoolArray) -> CutTree:
        """Take back the cuts of which a half, whole or as its own halves, is not accepted."""
        good, attribute = accepted.copy(), self.attribute.copy()
        for node in range(attribute.size - 1, -1, -1):
            if attribute[node] == UNCUT:
                continue
            if good[self.first[node]] and good[self.second[node]]:
                good[node] = True
            else:
                attribute[node] = UNCUT
        return replace(self, attribute=attribute)


def cut(codes: CodeArray, counts: FloatArray, shares: FloatArray, most: int, least: int) -> CutTree:
    """Cut until every part is expected to hold at most `most` records, as strict Mondrian does.

    Each part is cut at the attribute whose codes reach furthest in it (`shares` is what one step
    of a column's codes is worth), where the halves are most equal; both are to have `least`.
    A part that no cut can divide so stays as it is.
    """
    attribute, border, first, second = [UNCUT], [0], [0], [0]
    open_nodes = [(0, np.arange(codes.shape[0]))]
    while open_nodes:
        node, rows = open_nodes.pop()
        if counts[rows].sum() <= most:
            continue
        found = _best_cut(codes[rows], counts[rows], shares, least)
        if found is None:
            continue
        column, at, left = found
        attribute[node], border[node] = column, at
        first[node], second[node] = len(attribute), len(attribute) + 1
        for half in (rows[left], rows[~left]):
            open_nodes.append((len(attribute), half))
            attribute.append(UNCUT)
            for other in (border, first, second):
                other.append(0)
    return CutTree(*(np.array(each, np.int64) for each in (attribute, border, first, second)))


def _best_cut(
    codes: CodeArray, counts: FloatArray, shares: FloatArray, least: int
) -> tuple[int, int, BoolArray] | None:
    """Find the widest attribute that can be cut, and where."""
    width = (codes.max(axis=0) - codes.min(axis=0)) * shares
    for column in np.argsort(-width, kind="stable").tolist():
        if width[column] <= 0:
            return None
        held = np.bincount(codes[:, column], weights=counts)
        before = np.cumsum(held)[:-1]
        halves = np.minimum(before, held.sum() - before)
        at = int(np.argmax(halves))
        if halves[at] >= least:
            return column, at, codes[:, column] <= at
    return None
