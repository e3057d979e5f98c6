"""What a lattice search gives back."""

from __future__ import annotations

from dataclasses import dataclass

from celosia.methods.lattice.problem import Node


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
