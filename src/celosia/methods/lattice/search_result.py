"""What a lattice search gives back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from celosia.methods.lattice.lattice_problem import Node


@dataclass(frozen=True, slots=True)
class Candidate:
    """A generalization that satisfies the models, and what it costs."""

    node: Node
    """One level per quasi-identifier, in the user's order."""
    suppressed: int
    loss: float
    score: float
    """Value of the objective; lower is better."""
    classes: int
    """Classes that are released."""
    min_class: int
    """Records of the smallest released class."""
    minimal: bool = False
    """No direct specialization satisfies the models."""
    optimal: bool = False


@dataclass(frozen=True, slots=True)
class Height:
    """The nodes of a lattice whose levels add up to the same number."""

    height: int
    nodes: int
    safe: int
    """How many of them satisfy the models."""
    minimal: int
    loss: float | None
    """The lowest loss among those that do; None where none does."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The candidates found, the best of them, and how much is known about the rest."""

    attributes: tuple[str, ...]
    min_levels: tuple[int, ...]
    max_levels: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    optimum: Candidate
    nodes: int
    """Size of the lattice."""
    checked: int
    """Nodes whose classes were counted."""
    exact: bool
    """Whether the optimum is proven; otherwise see `gap`."""
    gap: float = 0.0
    """The true optimum's score is at most this much lower."""
    ties: tuple[Node, ...] = ()
    """Other candidates with the optimum's score."""

    @property
    def loss(self) -> float:
        """Loss of the optimum."""
        return self.optimum.loss

    @property
    def suppressed(self) -> int:
        """Records that the optimum suppresses."""
        return self.optimum.suppressed

    def heights(self) -> tuple[Height, ...]:
        """Sum up the lattice by height, the most specific first; of a search that lists all nodes.

        So a lattice can be told, and drawn, however many nodes it has.
        """
        nodes = np.ones(1, np.int64)
        for low, high in zip(self.min_levels, self.max_levels, strict=True):
            nodes = np.convolve(nodes, np.ones(high - low + 1, np.int64))
        lowest = sum(self.min_levels)
        found: list[list[Candidate]] = [[] for _ in nodes]
        for candidate in self.candidates:
            found[sum(candidate.node) - lowest].append(candidate)
        return tuple(
            Height(
                height=lowest + i,
                nodes=int(nodes[i]),
                safe=len(safe),
                minimal=sum(candidate.minimal for candidate in safe),
                loss=min((candidate.loss for candidate in safe), default=None),
            )
            for i, safe in enumerate(found)
        )
