"""The nodes of a lattice, each with a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import celosia

Node: TypeAlias = tuple[int, ...]
Ints: TypeAlias = NDArray[np.int64]


class Numbering:
    """Numbers the nodes of a lattice, the last quasi-identifier's level changing fastest."""

    def __init__(
        self, attributes: Sequence[str], lowest: Sequence[int], highest: Sequence[int]
    ) -> None:
        self.attributes = tuple(attributes)
        self.lowest = np.array(lowest, np.int64)
        self.sizes = np.array(highest, np.int64) - self.lowest + 1
        self.strides = np.append(np.cumprod(self.sizes[::-1])[::-1][1:], 1).astype(np.int64)

    def number(self, node: Sequence[int]) -> int:
        """Find the number of a node.

        >>> Numbering(["sex", "age"], [0, 1], [1, 3]).number([1, 2])
        4
        """
        levels = np.array(node, np.int64) - self.lowest if len(node) == self.sizes.size else None
        if levels is None or np.any((levels < 0) | (levels >= self.sizes)):
            raise celosia.ParameterError(
                "service.no-such-node-node-level",
                attributes=self.attributes,
                lowest=self.lowest.tolist(),
                highest=(self.lowest + self.sizes - 1).tolist(),
            )
        return int(levels @ self.strides)

    def level(self, numbers: Ints, j: int) -> Ints:
        """Find the level of the quasi-identifier `j` in each node."""
        levels: Ints = numbers // self.strides[j] % self.sizes[j] + self.lowest[j]
        return levels

    def heights(self) -> NDArray[np.int16]:
        """Add up the levels of every node, in the order of their numbers."""
        total = np.full(1, self.lowest.sum(), np.int16)
        for size in self.sizes:
            total = (total[:, None] + np.arange(size, dtype=np.int16)[None, :]).ravel()
        return total
