"""Singling out: a statement made from the release that is true of one person only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np

from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import check_whole
from celosia.core.values import BoolArray, IntArray
from celosia.errors import ParameterError
from celosia.risk.attacks.attack_columns import TableLike
from celosia.risk.attacks.trial import AttackResult, Persons, Rate, Trial, how_many

Operator: TypeAlias = Literal["is", "is not", "at least", "at most"]
Term: TypeAlias = tuple[str, int, Operator]
"""A column, one of its released labels, and how a record relates to it."""
Predicate: TypeAlias = tuple[Term, ...]
"""Terms that all have to hold."""

TRIES = 40
"""How many predicates are thought of, at most, for each one that is wanted."""


@dataclass(frozen=True, slots=True, eq=False)
class Predicates:
    """Makes predicates from a release, and counts the people that they hold for.

    "Is" means that a released record has the label, and that a person has a value which the
    label covers. "At least" and "at most" compare numbers.

    References: Cohen and Nissim, PNAS 117(15), 2020 (predicate singling out); Giomi et al.,
    PoPETs 2023(2).
    """

    trial: Trial
    masks: dict[Term, tuple[BoolArray, BoolArray]] = field(default_factory=dict)
    """Per term, the released labels and the people's values for which it holds."""

    def isolates(self, predicate: Predicate) -> bool:
        """Tell whether the released records for which a predicate holds are one person's."""
        held = np.ones(self.trial.records, np.bool_)
        for term in predicate:
            held &= self._masks(term)[0][self.trial.released[term[0]].codes]
        found = self.trial.persons.released[held]
        return bool(found.size) and bool((found == found[0]).all())

    def among_people(self, predicate: Predicate) -> tuple[int, int]:
        """Count the people of the table, and those of the control group."""
        held = np.ones(self.trial.originals + self.trial.control, np.bool_)
        for term in predicate:
            held &= self._masks(term)[1][self.trial.people[term[0]].codes]
        inside, outside = np.split(held, [self.trial.originals])
        whose = self.trial.persons
        return how_many(whose.inside[inside]), how_many(whose.outside[outside])

    def univariate(self, attempts: int, randomness: np.random.Generator) -> list[Predicate]:
        """Isolate a released record by one rare label, or by an extreme of a column."""
        found: list[Predicate] = []
        for name, matching in self.trial.matchings.items():
            held = self._persons_of_labels(name)
            found += [((name, int(label), "is"),) for label in np.flatnonzero(held == 1)]
            points = self._points(name)
            if points.size:
                numbers = matching.lows[points]
                found.append(((name, int(points[numbers.argmin()]), "at most"),))
                found.append(((name, int(points[numbers.argmax()]), "at least"),))
        isolating = [one for one in found if self.isolates(one)]
        return [isolating[place] for place in randomness.permutation(len(isolating))[:attempts]]

    def multivariate(
        self, columns: int, attempts: int, randomness: np.random.Generator
    ) -> list[Predicate]:
        """Isolate a released record by some of its labels, numbers compared away from the median.

        >>> from celosia.risk.attacks.trial import Trial
        >>> from celosia.core.randomness import seeded
        >>> randomness = seeded(0)
        >>> table = {"age": ["30", "30", "40"], "sex": ["F", "M", "F"]}
        >>> trial = Trial.of(table, table, table, ["age", "sex"], randomness)
        >>> predicates = Predicates(trial)
        >>> [predicates.among_people(p)[0] for p in predicates.multivariate(2, 2, randomness)]
        [1, 1]
        """
        names = list(self.trial.released)
        medians = {name: self._median(name) for name in names}

        def think() -> Predicate:
            record = int(randomness.integers(self.trial.records))
            chosen = sorted(randomness.choice(len(names), size=columns, replace=False))
            return tuple(self._term(names[c], record, medians[names[c]]) for c in chosen)

        return self._isolating(think, attempts)

    def random(
        self, columns: int, attempts: int, randomness: np.random.Generator
    ) -> list[Predicate]:
        """Combine labels and operators at random, whatever they hold for."""
        names = list(self.trial.released)

        def term(name: str) -> Term:
            matching = self.trial.matchings[name]
            label = int(randomness.integers(len(matching.labels)))
            operators: Sequence[Operator] = ("is", "is not")
            if label in self._points(name):
                operators = ("is", "is not", "at least", "at most")
            return name, label, operators[int(randomness.integers(len(operators)))]

        choices = (
            randomness.choice(len(names), size=columns, replace=False) for _ in range(attempts)
        )
        return [tuple(term(names[c]) for c in sorted(chosen)) for chosen in choices]

    def _isolating(self, think: Callable[[], Predicate], attempts: int) -> list[Predicate]:
        found: dict[Predicate, None] = {}
        seen: set[Predicate] = set()
        for _ in range(TRIES * attempts):
            predicate = think()
            if predicate not in seen and self.isolates(predicate):
                found[predicate] = None
                if len(found) == attempts:
                    break
            seen.add(predicate)
        return list(found)

    def _persons_of_labels(self, name: str) -> IntArray:
        """Count the persons who have each released label of a column."""
        codes, labels = self.trial.released[name].codes, len(self.trial.matchings[name].labels)
        pairs = np.unique(self.trial.persons.released * labels + codes)
        return np.bincount(pairs % labels, minlength=labels).astype(np.int64)

    def _points(self, name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
        """Labels of a column that are a number, not an interval."""
        matching = self.trial.matchings[name]
        return np.flatnonzero(matching.lows == matching.highs).astype(np.int64)

    def _median(self, name: str) -> float:
        midpoints = self.trial.matchings[name].midpoints[self.trial.released[name].codes]
        return float("nan") if np.isnan(midpoints).all() else float(np.nanmedian(midpoints))

    def _term(self, name: str, record: int, median: float) -> Term:
        matching = self.trial.matchings[name]
        label = int(self.trial.released[name].codes[record])
        if matching.lows[label] != matching.highs[label]:
            return name, label, "is"
        return name, label, "at least" if matching.lows[label] > median else "at most"

    def _masks(self, term: Term) -> tuple[BoolArray, BoolArray]:
        if term not in self.masks:
            self.masks[term] = self._held(*term)
        return self.masks[term]

    def _held(self, name: str, label: int, operator: Operator) -> tuple[BoolArray, BoolArray]:
        matching = self.trial.matchings[name]
        if operator == "at least":
            point = matching.lows[label]
            return matching.midpoints >= point, matching.numbers >= point
        if operator == "at most":
            point = matching.highs[label]
            return matching.midpoints <= point, matching.numbers <= point
        labels = np.arange(len(matching.labels)) == label
        values = matching.covered(label)
        return (labels, values) if operator == "is" else (~labels, ~values)


def singling_out(
    release: TableLike,
    originals: TableLike,
    control: TableLike,
    randomness: np.random.Generator,
    *,
    columns: Sequence[str] | None = None,
    at_once: int = 3,
    attempts: int = 500,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    persons: Persons | None = None,
) -> AttackResult:
    """Try predicates that isolate one released record on the original table.

    A predicate joins `at_once` columns; with 1, it is a rare label or an extreme. It succeeds when
    it holds for exactly one original record. Its success on the control group shows what a rare
    combination isolates by chance, in as many records as the original table has. The baseline
    are predicates made up at random.

    Attempts are the distinct predicates that could be made. Where none could, the attacker has
    failed in every attempt.

    With `persons`, a predicate isolates a person: all released records that it holds for are one
    person's, and it succeeds when so are all original ones. (Ours; with one record of everybody it
    is the same.)

    References: Giomi et al., PoPETs 2023(2); WP216, Article 29 Working Party, 2014.

    >>> people = {"age": [str(n) for n in range(40)], "dx": list("ABCD") * 10}
    >>> others = {"age": [str(n + 100) for n in range(40)], "dx": list("ABCD") * 10}
    >>> from celosia.core.randomness import seeded
    >>> randomness = seeded(0)
    >>> result = singling_out(people, people, others, randomness, at_once=2, attempts=20)
    >>> result.main_rate.share, result.risk > 0.5
    (1.0, True)
    """
    names = list(release) if columns is None else list(columns)
    check_whole("singling_out: at_once", at_once, least=1)
    check_whole("singling_out: attempts", attempts, least=1)
    if at_once > len(names):
        raise ParameterError("risk.singling-out-once-but-only", at_once=at_once, number=len(names))
    trial = Trial.of(release, originals, control, names, randomness, hierarchies, persons)
    predicates = Predicates(trial)
    if at_once == 1:
        made = predicates.univariate(attempts, randomness)
    else:
        made = predicates.multivariate(at_once, attempts, randomness)
    held = np.array([predicates.among_people(one) for one in made], np.int64).reshape(-1, 2)
    tried = len(made) or attempts
    by_chance = [
        predicates.among_people(p)[0] == 1 for p in predicates.random(at_once, tried, randomness)
    ]
    return AttackResult.of(
        "singling out",
        main=Rate(int(np.count_nonzero(held[:, 0] == 1)), tried),
        control=Rate(
            isolated(held[:, 1], how_many(trial.persons.outside), how_many(trial.persons.inside)),
            tried,
        ),
        baseline=Rate(sum(by_chance), tried),
    )


def isolated(counts: IntArray, records: int, wanted: int) -> float:
    """Expect how many predicates would isolate one of `wanted` records, from counts in `records`.

    Of more records, each is kept with probability wanted / records. For fewer, the weights of the
    predicates are taken as exponentially distributed, so that the counts are geometric and the
    share of predicates that hold for none gives their mean x: then x / (1 + x)² isolate one.

    References: Cohen and Nissim, PNAS 117(15), 2020, on the size of the table; Giomi et al. fit a
    curve instead.

    >>> isolated(np.array([0, 1, 1, 2]), records=100, wanted=100)
    2.0
    >>> isolated(np.array([0, 1, 1, 2]), records=100, wanted=50)
    1.5
    """
    ones = float(np.count_nonzero(counts == 1))
    if records == wanted or not ones:
        return ones
    ratio = wanted / records
    if ratio < 1:
        held = counts[counts > 0]
        return float((held * ratio * (1 - ratio) ** (held - 1)).sum())
    none = max(float(np.count_nonzero(counts == 0)), 0.5)
    mean = (counts.size - none) / none
    return min(ones * ratio * ((1 + mean) / (1 + ratio * mean)) ** 2, float(counts.size))
