"""Judge any node by any models, from the counts alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from celosia.core.classes import Classes, Histogram, Refinement, spread
from celosia.core.model import PrivacyModel
from celosia.core.objective import AdditiveObjective, Objective
from celosia.core.values import BoolArray, CodeArray, FloatArray, IntArray, NullPolicy
from celosia.methods.gather import classes_of_counts, group_ids, persons_matched
from celosia.methods.lattice.lattice_problem import LatticeProblem, rows_in_base


def matching_pairs(codes: CodeArray, null: BoolArray) -> tuple[IntArray, IntArray]:
    """List the pairs (a, b) of groups that agree wherever neither is null, a = b included.

    Classes in which a null matches anything are not disjoint, so they are compared pair by pair.
    Groups with the same columns null are compared at once, on the columns both sides know.

    >>> codes = np.array([[0, 0], [0, 1], [0, 2]])
    >>> null = np.array([[False, False], [False, True], [False, False]])
    >>> [pair.tolist() for pair in matching_pairs(codes, null)]
    [[0, 0, 1, 1, 1, 2, 2], [0, 1, 0, 1, 2, 1, 2]]
    """
    patterns, pattern_of = np.unique(null, axis=0, return_inverse=True)
    members = [np.flatnonzero(pattern_of == p) for p in range(len(patterns))]
    found = [
        _join(codes, members[p], members[q], ~(patterns[p] | patterns[q]))
        for p in range(len(patterns))
        for q in range(len(patterns))
    ]
    left = np.concatenate([pair[0] for pair in found])
    right = np.concatenate([pair[1] for pair in found])
    order = np.lexsort((right, left))
    return left[order], right[order]


def _join(
    codes: CodeArray, left: IntArray, right: IntArray, known: BoolArray
) -> tuple[IntArray, IntArray]:
    both = np.concatenate([left, right])
    columns = [codes[both, j] for j in np.flatnonzero(known)]
    if columns:
        keys = group_ids(columns, [int(column.max(initial=0)) + 1 for column in columns])
    else:
        keys = np.zeros(both.size, np.int64)
    left_keys, right_keys = keys[: left.size], keys[left.size :]
    order = np.argsort(right_keys, kind="stable")
    first = np.searchsorted(right_keys[order], left_keys, "left")
    last = np.searchsorted(right_keys[order], left_keys, "right")
    times = last - first
    starts = np.repeat(first - np.concatenate([[0], np.cumsum(times)[:-1]]), times)
    return np.repeat(left, times), right[order[starts + np.arange(int(times.sum()))]]


_Costs = tuple[list[FloatArray], list[FloatArray], list[FloatArray]]
"""Per attribute: cost per level and value, cost of suppression, mean cost per level."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedClasses:
    """The classes of a node, and which of them the models reject."""

    group_of: IntArray
    """Class of each combination of the base set."""
    sizes: IntArray
    """Records of each class."""
    rejected: BoolArray
    persons: IntArray
    """Persons of each class, where they are counted; records elsewhere."""

    @property
    def suppressed(self) -> int:
        """Records that would have to be suppressed."""
        return int(self.sizes[self.rejected].sum())

    @property
    def released(self) -> IntArray:
        """Sizes of the classes that would be released."""
        return self.sizes[~self.rejected]

    @property
    def fewest(self) -> int:
        """The persons, or records, of the smallest class that would be released."""
        return int(self.persons[~self.rejected].min(initial=np.iinfo(np.int64).max))


class Judge:
    """Judges nodes of one problem by all its models, whatever they are."""

    def __init__(self, problem: LatticeProblem) -> None:
        self.problem = problem
        self._costs: dict[str, _Costs] = {}
        self._rows = {
            names: rows_in_base(problem.base, counts) for names, counts in problem.sensitive.items()
        }

    def __call__(self, node: Sequence[int]) -> JudgedClasses:
        """Judge a node."""
        group_of, people_of = self._grouped(node)
        classes = self._classes(group_of, people_of)
        if self.problem.nulls is NullPolicy.WILDCARD:
            rejected = self._rejected_wildcard(node, group_of, classes)
        else:
            rejected = self._rejected(classes, group_of, people_of)
        persons = classes.records if self.problem.base.persons is None else classes.sizes
        return JudgedClasses(group_of, classes.records, rejected, persons)

    def classes(self, node: Sequence[int]) -> Classes:
        """Give the classes of a node, nulls as values."""
        return self._classes(*self._grouped(node))

    def _grouped(self, node: Sequence[int]) -> tuple[IntArray, IntArray | None]:
        """Number the classes of the records, and give the people's; -1 where no record is."""
        problem = self.problem
        codes = problem.base.codes
        if problem.population is not None:
            codes = np.concatenate([codes, problem.population.codes])
        levels = list(zip(problem.hierarchies, node, strict=True))
        columns = [h.groups[level][codes[:, j]] for j, (h, level) in enumerate(levels)]
        found = group_ids(columns, [int(h.cards[level]) for h, level in levels])
        if problem.population is None:
            return found, None
        occupied, group_of = np.unique(found[: problem.base.counts.size], return_inverse=True)
        number = np.full(int(found.max(initial=-1)) + 1, -1, np.int64)
        number[occupied] = np.arange(occupied.size)
        return np.asarray(group_of, np.int64), number[found[problem.base.counts.size :]]

    def score(
        self, node: Sequence[int], verdict: JudgedClasses, objective: Objective, k: int
    ) -> float:
        """Value of an objective at a node."""
        if not isinstance(objective, AdditiveObjective):
            released = verdict.released
            return objective.score(
                self.problem.records,
                verdict.suppressed,
                int(released.size),
                float((released.astype(np.float64) ** 2).sum()),
                k,
            )
        costs, suppressed, means = self._costs_of(objective)
        score = sum(float(mean[level]) for mean, level in zip(means, node, strict=True))
        if not objective.penalized or not verdict.rejected.any():
            return score
        rows = np.flatnonzero(verdict.rejected[verdict.group_of])
        counts = self.problem.base.counts[rows]
        penalty = 0.0
        for j, level in enumerate(node):
            rest = suppressed[j] - costs[j][level]
            penalty += float(rest[self.problem.base.codes[rows, j]] @ counts)
        return score + penalty / self.problem.records

    def _costs_of(self, objective: AdditiveObjective) -> _Costs:
        if objective.name not in self._costs:
            costs, suppressed = self.problem.costs(objective)
            self._costs[objective.name] = costs, suppressed, self.problem.level_costs(objective)
        return self._costs[objective.name]

    def _classes(self, group_of: IntArray, people_of: IntArray | None) -> Classes:
        problem = self.problem
        class_of = {names: group_of[rows] for names, rows in self._rows.items()}
        found = classes_of_counts(
            problem.base, group_of, problem.sensitive, class_of, problem.labels
        )
        if people_of is None or problem.population is None:
            return found
        persons = problem.population.persons
        if persons is not None:
            alike = persons.in_classes(people_of, found.number).astype(np.float64)
            nowhere = persons.in_classes(np.where(people_of < 0, 0, -1), 1)[0]
            left_out = max(problem.people - persons.person.size, 0)
            return replace(found, population=alike, absent=float(nowhere + left_out))
        population, matched = np.zeros(found.number), people_of >= 0
        np.add.at(population, people_of[matched], problem.population.counts[matched])
        everybody = max(problem.people, problem.population.records)
        return replace(found, population=population, absent=float(everybody - population.sum()))

    def _without(
        self,
        classes: Classes,
        rejected: BoolArray,
        group_of: IntArray,
        people_of: IntArray | None,
    ) -> Classes:
        """Leave out classes; persons who are in others too are counted anew."""
        if not self.problem.moving:
            return classes.kept(~rejected)
        number = np.append(np.where(rejected, -1, np.cumsum(~rejected) - 1), -1)
        people = None if people_of is None else number[people_of]
        return self._classes(number[group_of], people)

    def _rejected(
        self, classes: Classes, group_of: IntArray, people_of: IntArray | None
    ) -> BoolArray:
        """Reject classes until the ones that remain are accepted among themselves.

        Once is enough for models that look at each class alone. The others compare with the whole
        table, which changes when classes are left out.
        """
        rejected = _rejected_by([m for m in self.problem.models if m.local], classes)
        others = [model for model in self.problem.models if not model.local]
        while others and not rejected.all():
            left = np.flatnonzero(~rejected)
            bad = _rejected_by(others, self._without(classes, rejected, group_of, people_of))
            if not bad.any():
                break
            rejected[left[bad]] = True
        return rejected

    def _rejected_wildcard(
        self, node: Sequence[int], group_of: IntArray, classes: Classes
    ) -> BoolArray:
        """Reject classes until the ones that remain are accepted among themselves.

        A suppressed record no longer hides those that matched it, so one pass is not enough.
        """
        left, right = self._pairs(node, group_of, classes.number)
        rejected = np.zeros(classes.number, np.bool_)
        while not rejected.all():
            open_pair = ~rejected[left] & ~rejected[right]
            pairs = left[open_pair], right[open_pair]
            if self.problem.base.persons is None:
                seen = as_matched(classes, *pairs)
            else:
                seen = self._persons_matched(classes, group_of, *pairs)
            remaining = replace(seen.kept(~rejected), absent=_absent(classes, rejected))
            bad = _rejected_by(self.problem.models, remaining)
            if not bad.any():
                break
            rejected[np.flatnonzero(~rejected)[bad]] = True
        return rejected

    def _persons_matched(
        self, classes: Classes, group_of: IntArray, left: IntArray, right: IntArray
    ) -> Classes:
        """Give each class the persons, and the people, of all classes it matches."""
        problem = self.problem
        class_of = {names: group_of[rows] for names, rows in self._rows.items()}
        seen = persons_matched(
            problem.base, group_of, problem.sensitive, class_of, problem.labels, left, right
        )
        population = None
        if classes.population is not None:
            population = np.zeros(classes.number)
            np.add.at(population, left, classes.population[right])
        return replace(seen, records=classes.records, population=population)

    def _pairs(
        self, node: Sequence[int], group_of: IntArray, groups: int
    ) -> tuple[IntArray, IntArray]:
        first = np.zeros(groups, np.int64)
        first[group_of[::-1]] = np.arange(group_of.size)[::-1]
        codes = np.empty((groups, len(node)), np.int64)
        null = np.zeros((groups, len(node)), np.bool_)
        for j, (hierarchy, level) in enumerate(zip(self.problem.hierarchies, node, strict=True)):
            values = self.problem.base.codes[first, j]
            codes[:, j] = hierarchy.groups[level][values]
            unknown = np.array([label is None for label in hierarchy.labels(level)])
            null[:, j] = unknown[values]
        return matching_pairs(codes, null)


def _rejected_by(models: Sequence[PrivacyModel], classes: Classes) -> BoolArray:
    """Tell which classes some model does not accept."""
    rejected = np.zeros(classes.number, np.bool_)
    for model in models:
        rejected |= ~model.accepts(classes)
    return rejected


def _absent(classes: Classes, rejected: BoolArray) -> float:
    """Count the people who look like no class that is left."""
    if classes.population is None:
        return 0.0
    return classes.absent + float(classes.population[rejected].sum())


def as_matched(classes: Classes, left: IntArray, right: IntArray) -> Classes:
    """Give each class the records, and the people, of all classes it matches."""
    seen = _gathered(classes, left, right, classes.number)
    population = None
    if classes.population is not None:
        population = np.zeros(classes.number)
        np.add.at(population, left, classes.population[right])
    refinements = {}
    for names, finer in classes.refinements.items():
        starts = np.searchsorted(finer.parent, np.arange(classes.number + 1))
        pair, part = spread(starts, right)
        width = int(finer.beside.max(initial=0)) + 1
        pairs, part_of = np.unique(left[pair] * width + finer.beside[part], return_inverse=True)
        parts = _gathered(finer.classes, np.asarray(part_of, np.int64), part, pairs.size)
        refinements[names] = Refinement(parts, pairs // width, pairs % width)
    return Classes(seen.sizes, seen.histograms, classes.records, population, refinements)


def _gathered(classes: Classes, target: IntArray, source: IntArray, number: int) -> Classes:
    """Add up classes, each perhaps several times, into new ones."""
    sizes = np.zeros(number, np.int64)
    np.add.at(sizes, target, classes.sizes[source])
    histograms = {}
    for name, h in classes.histograms.items():
        starts = np.searchsorted(h.class_of, np.arange(classes.number + 1))
        pair, entry = spread(starts, source)
        histograms[name] = Histogram.of(
            target[pair], h.value_of[entry], h.counts[entry], h.labels, _once(h, source)
        )
    return Classes(sizes, histograms)


def _once(histogram: Histogram, present: IntArray) -> FloatArray:
    """Count the values of the classes that are present, each class once."""
    inside = np.isin(histogram.class_of, present)
    return np.bincount(
        histogram.value_of[inside], histogram.counts[inside], minlength=histogram.values
    ).astype(np.float64)
