"""What a lattice search is given, and its nodes, numbered, with what each costs at least."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from celosia.core.counts import CodedHierarchy, FrequencySet
from celosia.core.model import Monotone, PrivacyModel
from celosia.core.objective import AdditiveObjective, Objective
from celosia.core.parameters import check_between
from celosia.core.values import FloatArray, IntArray, NullPolicy
from celosia.errors import ParameterError
from celosia.methods.lattice.kernels.lattice_arrays import Lattice
from celosia.text.messages import Message

Node = tuple[int, ...]
"""One level per quasi-identifier."""


@dataclass(frozen=True, eq=False)
class LatticeProblem:
    """Counts, hierarchies and conditions: all that decides, and no record.

    The attributes are kept in the order of their names, so that no decision depends on the order
    of columns; `to_given` and `from_given` translate nodes to and from the user's order.
    """

    given: tuple[str, ...]
    """The quasi-identifiers in the user's order."""
    hierarchies: tuple[CodedHierarchy, ...]
    """In the order of names."""
    base: FrequencySet
    """Combinations of the quasi-identifiers, columns in the order of names."""
    models: tuple[PrivacyModel, ...]
    objective: Objective
    """What the search minimizes."""
    loss: AdditiveObjective
    """What every candidate is measured by besides, and what breaks ties."""
    suppression: float = 0.0
    nulls: NullPolicy = NullPolicy.VALUE
    weights: Mapping[str, float] = field(default_factory=dict)
    sensitive: Mapping[tuple[str, ...], FrequencySet] = field(default_factory=dict)
    """For each sensitive attribute, named after those that are quasi-identifiers for it: the
    combinations of the quasi-identifiers with all of them."""
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What the codes of each sensitive attribute stand for."""
    population: FrequencySet | None = None
    """The people from whom the records were drawn, in the same codes; people with a value that no
    record has are left out, so that a class never seems to match more people than it does."""
    people: int = 0
    """How many people there are, with those left out of `population`; 0 where nobody is. Where a
    population has several records of a person: pairs of a person and a combination."""

    def __post_init__(self) -> None:
        if not self.hierarchies:
            raise ParameterError("methods.no-quasi-identifiers-generalize")
        if not self.models:
            raise ParameterError("methods.no-privacy-model-satisfy")
        check_between(Message("methods.suppression-share-records"), self.suppression, 0, 1)
        for name, weight in self.weights.items():
            check_between(Message("methods.weight", name=name), weight, 0)

    @classmethod
    def of(
        cls,
        hierarchies: Sequence[CodedHierarchy],
        base: FrequencySet,
        sensitive: Mapping[tuple[str, ...], FrequencySet] | None = None,
        population: FrequencySet | None = None,
        **conditions: Any,
    ) -> LatticeProblem:
        """Bring hierarchies and counts, given in the user's order, into the order of names."""
        given = tuple(h.attribute for h in hierarchies)
        order = sorted(range(len(given)), key=given.__getitem__)
        return cls(
            given=given,
            hierarchies=tuple(hierarchies[j] for j in order),
            base=_sorted_by_name(base, order),
            population=population and _sorted_by_name(population, order),
            sensitive={
                names: _sorted_by_name(counts, [*order, *range(len(given), counts.codes.shape[1])])
                for names, counts in (sensitive or {}).items()
            },
            **conditions,
        )

    @property
    def k(self) -> int:
        """The least class size that all models ask for."""
        return max(model.least_size for model in self.models)

    @property
    def by_size(self) -> bool:
        """Whether the sizes of the classes are all that the models look at."""
        sizes_only = all(model.only_size for model in self.models)
        return sizes_only and self.nulls is not NullPolicy.WILDCARD

    @cached_property
    def moving(self) -> bool:
        """Whether some person is in more than one combination."""
        return self.base.persons is not None and self.base.persons.move

    @property
    def people_move(self) -> bool:
        """Whether somebody of the population is in more than one combination."""
        people = self.population
        return people is not None and people.persons is not None and people.persons.move

    @cached_property
    def records(self) -> int:
        """Number of records judged."""
        return self.base.records

    @property
    def budget(self) -> int:
        """Most records that may be suppressed."""
        return int(np.floor(self.suppression * self.records + 1e-9))

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Number of levels of each attribute."""
        return tuple(h.levels for h in self.hierarchies)

    @property
    def nodes(self) -> int:
        """Number of nodes of the lattice; exact however large."""
        total = 1
        for size in self.sizes:
            total *= size
        return total

    @cached_property
    def _position(self) -> tuple[int, ...]:
        names = [h.attribute for h in self.hierarchies]
        return tuple(names.index(name) for name in self.given)

    def to_given(self, node: Sequence[int]) -> Node:
        """Translate a search node to the user's order and the hierarchies' own levels."""
        return tuple(int(node[j]) + self.hierarchies[j].lowest for j in self._position)

    def from_given(self, node: Sequence[int]) -> Node:
        """Translate a user's node to the search's order; checks it."""
        if len(node) != len(self.given):
            raise ParameterError(
                "methods.node-needs-levels-per-quasi",
                number=len(self.given),
                names=self.given,
                got=len(node),
            )
        inner = [0] * len(node)
        for level, j in zip(node, self._position, strict=True):
            hierarchy = self.hierarchies[j]
            inner[j] = level - hierarchy.lowest
            if not 0 <= inner[j] < hierarchy.levels:
                top = hierarchy.lowest + hierarchy.levels - 1
                raise ParameterError(
                    "methods.may-take-levels-got",
                    attribute=hierarchy.attribute,
                    lowest=hierarchy.lowest,
                    top=top,
                    level=level,
                )
        return tuple(inner)

    def prunable(self) -> bool:
        """Whether a verdict on one node settles others above and below it.

        Where nulls match anything, records are in several classes at once: what holds for two
        classes need not hold for both together, unless it is enough that one of them has it.
        """
        moving = self.moving or self.people_move
        kinds = {model.moving if moving else model.monotone for model in self.models}
        if self.nulls is NullPolicy.WILDCARD:
            return kinds == {Monotone.ALWAYS} and all(map(_null_stays, self.hierarchies))
        if self.budget > 0:
            return kinds == {Monotone.ALWAYS}
        return Monotone.NEVER not in kinds

    def costs(self, objective: Objective) -> tuple[list[FloatArray], list[FloatArray]]:
        """Weighted cost of each value per level, and of its suppression, per attribute."""
        if not isinstance(objective, AdditiveObjective):
            zero = [np.zeros((h.levels, h.counts.size)) for h in self.hierarchies]
            return zero, [np.zeros(h.counts.size) for h in self.hierarchies]
        weights = [self.weights.get(h.attribute, 1.0) for h in self.hierarchies]
        total = sum(weights) if objective.penalized else 1.0
        if total <= 0:
            raise ParameterError("methods.least-weight-must-above-0")
        pairs = list(zip(self.hierarchies, weights, strict=True))
        return (
            [objective.costs(h) * (w / total) for h, w in pairs],
            [objective.suppressed(h) * (w / total) for h, w in pairs],
        )

    def level_costs(self, objective: Objective) -> list[FloatArray]:
        """Mean cost over the records of each attribute at each level."""
        costs, _ = self.costs(objective)
        return [cost @ h.weights for cost, h in zip(costs, self.hierarchies, strict=True)]

    def restricted(self, rows: IntArray) -> LatticeProblem:
        """Ask the same of some of the combinations alone; values keep their codes."""
        base = self.base.taken(rows)
        position = np.full(self.base.counts.size, -1, np.int64)
        position[rows] = 1
        records = np.repeat(np.arange(rows.size), base.counts)
        return replace(
            self,
            base=base,
            hierarchies=tuple(
                replace(h, counts=np.bincount(base.codes[records, j], minlength=h.counts.size))
                for j, h in enumerate(self.hierarchies)
            ),
            sensitive={
                names: counts.taken(np.flatnonzero(position[rows_in_base(self.base, counts)] > 0))
                for names, counts in self.sensitive.items()
            },
        )

    def project(self, attributes: Sequence[int]) -> LatticeProblem:
        """Ask the same of some of the attributes alone, by class size only.

        A node can only satisfy the problem if its projection satisfies this one.
        """
        codes = self.base.codes[:, attributes]
        kept, inverse = np.unique(codes, axis=0, return_inverse=True)
        counts = np.bincount(inverse.ravel(), weights=self.base.counts).astype(np.int64)
        names = tuple(self.hierarchies[j].attribute for j in attributes)
        return replace(
            self,
            given=names,
            hierarchies=tuple(self.hierarchies[j] for j in attributes),
            base=FrequencySet(names, kept, counts),
            sensitive={},
            population=None,
        )


def _null_stays(hierarchy: CodedHierarchy) -> bool:
    """Tell whether a null matches at least as much at each level as at the one below."""
    if None not in hierarchy.hierarchy.values:
        return True
    null = hierarchy.hierarchy.values.index(None)
    return all(
        hierarchy.labels(level)[null] is None or hierarchy.cards[level] == 1
        for level in range(hierarchy.levels)
    )


def _sorted_by_name(counts: FrequencySet, order: Sequence[int]) -> FrequencySet:
    rows: IntArray = np.lexsort(counts.codes[:, order].T[::-1])
    return counts.arranged(rows, order)


def rows_in_base(base: FrequencySet, counts: FrequencySet) -> IntArray:
    """Find each combination's row among the base set's, which lack the sensitive columns.

    Both are in lexicographic order, so the rows are numbered by counting changes.
    """
    codes = counts.codes[:, : base.codes.shape[1]]
    changed = np.any(codes[1:] != codes[:-1], axis=1)
    positions = np.concatenate([[0], np.cumsum(changed)]).astype(np.int64)
    if positions[-1] + 1 == base.counts.size:
        return positions
    known = {row.tobytes(): i for i, row in enumerate(np.ascontiguousarray(base.codes))}
    rows = np.ascontiguousarray(codes.astype(base.codes.dtype))
    return np.array([known[row.tobytes()] for row in rows], np.int64)


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
