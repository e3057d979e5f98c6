"""The lattice of a problem, numbered, with what every node costs at least."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from celosia.core.arrays import FloatArray, IntArray
from celosia.methods.lattice.kernels.lattice_arrays import Lattice
from celosia.methods.lattice.lattice_problem import LatticeProblem


class Frame:
    """All nodes of a lattice that is small enough to enumerate."""

    def __init__(self, problem: LatticeProblem) -> None:
        self.problem = problem
        self.lattice = _lattice(problem.sizes)

    @cached_property
    def floor(self) -> FloatArray:
        """Cost of the generalization alone, of every node."""
        return node_sums(self.problem.level_costs(self.problem.objective))

    @cached_property
    def loss_floor(self) -> FloatArray:
        """Loss of the generalization alone, of every node."""
        return node_sums(self.problem.level_costs(self.problem.loss))

    @cached_property
    def preference(self) -> IntArray:
        """All nodes from the cheapest to the costliest; of equal scores the earlier one is best."""
        levels = [np.arange(size, dtype=np.float64) for size in self.problem.sizes]
        height = node_sums(levels).astype(np.int16)
        if self.problem.objective is self.problem.loss:
            return np.lexsort((height, self.floor))
        return np.lexsort((height, self.loss_floor, self.floor))

    def number(self, node: Sequence[int]) -> int:
        """Find the number of a node from its levels."""
        return int(np.dot(node, self.lattice.strides))

    def node(self, number: int) -> tuple[int, ...]:
        """Find the levels of a node from its number."""
        return tuple(int(level) for level in self.lattice.levels[number])


class PointFrame:
    """A lattice too large to enumerate, seen one node at a time: the node last numbered."""

    def __init__(self, problem: LatticeProblem) -> None:
        self.problem = problem
        sizes = np.array(problem.sizes, np.int64)
        self.lattice = Lattice(sizes, np.zeros_like(sizes), np.zeros((1, sizes.size), np.int16))
        self.floor = np.zeros(1)
        self.loss_floor = np.zeros(1)
        self._costs = problem.level_costs(problem.objective)
        self._losses = problem.level_costs(problem.loss)

    def number(self, node: Sequence[int]) -> int:
        """Move to a node; it is always number 0."""
        self.lattice.levels[0] = node
        self.floor[0] = _sum_at(self._costs, node)
        self.loss_floor[0] = _sum_at(self._losses, node)
        return 0


def _sum_at(per_level: Sequence[FloatArray], node: Sequence[int]) -> float:
    return sum(float(cost[level]) for cost, level in zip(per_level, node, strict=True))


def frame_bytes(problem: LatticeProblem) -> int:
    """Estimate the memory of all per-node arrays of a search."""
    return problem.nodes * (2 * len(problem.sizes) + 82)


def node_sums(per_level: Sequence[FloatArray]) -> FloatArray:
    """Add up one figure per attribute and level over all nodes, in node order.

    >>> node_sums([np.array([0.0, 1.0]), np.array([0.0, 0.5])])
    array([0. , 0.5, 1. , 1.5])
    """
    total = np.zeros(1)
    for figures in per_level:
        total = (total[:, None] + figures[None, :]).ravel()
    return total


def _lattice(sizes: Sequence[int]) -> Lattice:
    nodes = int(np.prod(sizes))
    strides = np.array([int(np.prod(sizes[j + 1 :])) for j in range(len(sizes))], np.int64)
    numbers = np.arange(nodes)
    levels = np.empty((nodes, len(sizes)), np.int16)
    for j, size in enumerate(sizes):
        levels[:, j] = (numbers // strides[j]) % size
    return Lattice(np.array(sizes, np.int64), strides, levels)
