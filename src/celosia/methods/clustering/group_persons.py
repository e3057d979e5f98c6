"""Group the records of persons: a group of k records is of k persons.

The records of one person are each other's nearest neighbours, so that a method which counts records
makes groups of one person. What it is given here are *visits*: a person's records that are alike in
all quasi-identifiers. The first visit of everybody is one layer, the second of whoever has one the
next, and so on: nobody is twice in a layer, so that inside it k visits are k persons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from celosia.core.counts import FrequencySet
from celosia.core.randomness import seeded
from celosia.core.values import CodeArray, IntArray
from celosia.methods.clustering.grouping_problem import GroupingProblem
from celosia.methods.gather import group_ids


@dataclass(frozen=True, slots=True, eq=False)
class Visits:
    """What each person has in the table, once for every combination of quasi-identifiers."""

    visit_of: IntArray
    """Of each record of the problem."""
    person: IntArray
    """Of each visit; visits are in the order of persons, and of their codes."""
    codes: CodeArray
    """(visits, attributes)."""
    layer: IntArray
    """How many visits of the same person come before."""

    @classmethod
    def of(cls, problem: GroupingProblem) -> Visits:
        """Find the visits of a problem."""
        codes = problem.counts.codes[problem.combination, : len(problem.attributes)]
        cards = [len(attribute.values) for attribute in problem.attributes]
        combination = group_ids(list(codes.T), cards)
        width = int(combination.max(initial=0)) + 1
        pairs, first, visit_of = np.unique(
            problem.person * width + combination, return_index=True, return_inverse=True
        )
        person = pairs // width
        layer = np.arange(person.size) - np.searchsorted(person, person)
        return cls(visit_of, person, codes[first], layer)

    @property
    def one_each(self) -> bool:
        """Whether nobody has more than one."""
        return not self.layer.any()

    def signature(self, problem: GroupingProblem) -> IntArray:
        """Number what the records of each visit hold of the sensitive attributes, all together."""
        order = np.lexsort((problem.signature, self.visit_of))
        starts = np.searchsorted(self.visit_of[order], np.arange(self.person.size + 1))
        held = problem.signature[order]
        known: dict[bytes, int] = {}
        return np.array(
            [
                known.setdefault(held[begin:end].tobytes(), len(known))
                for begin, end in pairwise(starts.tolist())
            ],
            np.int64,
        )

    def as_problem(self, problem: GroupingProblem, chosen: IntArray) -> GroupingProblem:
        """See some visits, in the order of their codes, as records of a problem of their own."""
        width = self.codes.shape[1]
        codes, counts = np.unique(self.codes[chosen], axis=0, return_counts=True)
        found = FrequencySet(problem.counts.columns[:width], codes.astype(np.int32), counts)
        return replace(problem, counts=found, sensitive=(), subject=())


def in_layers(problem: GroupingProblem, group: Callable[[GroupingProblem], IntArray]) -> IntArray:
    """Let a method group each layer; give the group of each record.

    Where fewer than k persons have a further visit, it joins the group of the one before.
    """
    visits = Visits.of(problem)
    draw = seeded(problem.seed).permutation(visits.person.size)
    group_of = np.empty(visits.person.size, np.int64)
    groups = 0
    for layer in range(int(visits.layer.max(initial=0)) + 1):
        chosen = np.flatnonzero(visits.layer == layer)
        if layer and chosen.size < problem.k:
            group_of[chosen] = group_of[chosen - 1]
            continue
        # visits that are alike come in an order drawn by the seed, as records do
        chosen = chosen[np.lexsort((draw[chosen], *visits.codes[chosen].T[::-1]))]
        group_of[chosen] = groups + group(visits.as_problem(problem, chosen))
        groups = int(group_of[chosen].max()) + 1
    return group_of[visits.visit_of]
