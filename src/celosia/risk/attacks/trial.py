"""A release, people on whom an attack is tried, and how often it succeeds, with its uncertainty."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np

from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import check_whole
from celosia.core.values import FloatArray, IntArray
from celosia.errors import ParameterError
from celosia.risk.attacks.attack_columns import (
    AttackColumn,
    Matching,
    TableLike,
    coded,
    height,
    unreadable,
)
from celosia.text.messages import Message

CONFIDENCE = 0.95
"""Level of every interval of the attacks."""

_Z = NormalDist().inv_cdf(0.5 * (1 + CONFIDENCE))


@dataclass(frozen=True, slots=True)
class Rate:
    """Successes among attempts, with the Wilson score interval at 95 %.

    Successes may be a fraction where they are an expectation, not a count.

    References: Wilson, JASA 22(158), 1927.

    >>> rate = Rate(successes=8, attempts=10)
    >>> rate.share, [round(end, 4) for end in rate.interval]
    (0.8, [0.4902, 0.9433])
    """

    successes: float
    attempts: int

    def __post_init__(self) -> None:
        if self.attempts < 1 or not 0 <= self.successes <= self.attempts:
            raise ParameterError("risk.rate-successes-must-lie-between")

    @property
    def share(self) -> float:
        """Successes per attempt, as counted."""
        return self.successes / self.attempts

    @property
    def centre(self) -> float:
        """Middle of the interval: the share drawn towards a half, never quite 0 or 1."""
        return (self.successes + 0.5 * _Z**2) / (self.attempts + _Z**2)

    @property
    def error(self) -> float:
        """Half the length of the interval."""
        spread = self.successes * (self.attempts - self.successes) / self.attempts
        return _Z / (self.attempts + _Z**2) * sqrt(spread + 0.25 * _Z**2)

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends of the Wilson score interval."""
        return clipped(self.centre - self.error), clipped(self.centre + self.error)


def clipped(value: float) -> float:
    """Keep a probability between 0 and 1.

    >>> clipped(-0.01), clipped(0.5)
    (0.0, 0.5)
    """
    return min(max(value, 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class AttackResult:
    """Success of an attack on people of the table, beyond its success on people who are not in it.

    What an attacker learns of people outside the table is knowledge of the population, not a leak
    of the release. So risk = (main - control) / (1 - control), between 0 and 1; its interval is
    propagated from the Wilson intervals of both rates.

    References: Giomi, Boenisch, Wehmeyer and Tasnádi, PoPETs 2023(2).

    >>> result = AttackResult.of("inference", Rate(90, 100), Rate(50, 100), Rate(40, 100))
    >>> round(result.risk, 3), [round(end, 3) for end in result.interval]
    (0.77, [0.643, 0.897])
    """

    attack: str
    attempts: int
    """How many times the attacker tried on people of the table."""
    main_rate: Rate
    """Success on people whose record went into the release."""
    control_rate: Rate
    """Success on people whose record did not."""
    baseline_rate: Rate
    """Success of guessing without looking at the people."""
    risk: float
    interval: tuple[float, float]
    """At 95 %."""

    @classmethod
    def of(cls, attack: str, main: Rate, control: Rate, baseline: Rate) -> AttackResult:
        """Turn three rates into a risk."""
        margin = 1 - control.centre
        risk = (main.centre - control.centre) / margin
        by_main = main.error / margin
        by_control = control.error * (1 - main.centre) / margin**2
        error = sqrt(by_main**2 + by_control**2)
        interval = (clipped(risk - error), clipped(risk + error))
        return cls(attack, main.attempts, main, control, baseline, clipped(risk), interval)


@dataclass(frozen=True, slots=True, eq=False)
class Persons:
    """Whose each record is, by number: in the release, in the table, in the control group.

    Numbers are given in the order in which persons are first met, in each table on its own: an
    attack compares how many persons there are, never who.

    >>> Persons.of(["b", "a", "b"], ["x", "x"], ["x"])
    Persons(released=array([0, 1, 0]), inside=array([0, 0]), outside=array([0]))
    """

    released: IntArray
    inside: IntArray
    outside: IntArray

    @classmethod
    def of(
        cls, released: Iterable[Hashable], inside: Iterable[Hashable], outside: Iterable[Hashable]
    ) -> Persons:
        """Number whoever the records of each table are of."""
        return cls(*(numbered(keys) for keys in (released, inside, outside)))

    @classmethod
    def of_records(cls, released: int, inside: int, outside: int) -> Persons:
        """Take every record for somebody's own."""
        return cls(*(np.arange(records) for records in (released, inside, outside)))

    def check(self, released: int, inside: int, outside: int) -> Persons:
        """Make sure that whose each record is was said of all of them."""
        if (self.released.size, self.inside.size, self.outside.size) != (released, inside, outside):
            raise ParameterError("risk.attack-persons-of-other-records")
        return self


def numbered(keys: Iterable[Hashable]) -> IntArray:
    """Number keys in the order in which they are first met.

    >>> numbered(["b", "a", "b"])
    array([0, 1, 0])
    """
    number: dict[Hashable, int] = {}
    return np.fromiter((number.setdefault(key, len(number)) for key in keys), np.int64)


def how_many(persons: IntArray) -> int:
    """Count the persons that numbers stand for."""
    return int(np.unique(persons).size)


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """Coded tables: the release in random order, and the people, those of the table first.

    The order of the release is shuffled because an attacker who has to choose between equally
    near records takes the first; the order in which they were written must not help.
    """

    released: Mapping[str, AttackColumn]
    people: Mapping[str, AttackColumn]
    matchings: Mapping[str, Matching]
    records: int
    """Records of the release."""
    originals: int
    """Records of people that went into the release."""
    control: int
    """Records of people that did not."""
    persons: Persons
    """Whose the records are, those of the release in its random order."""

    @classmethod
    def of(
        cls,
        release: TableLike,
        originals: TableLike,
        control: TableLike,
        columns: Sequence[str],
        randomness: np.random.Generator,
        hierarchies: Mapping[str, Hierarchy] | None = None,
        persons: Persons | None = None,
    ) -> Trial:
        """Check and code the tables; without `persons`, every record is somebody's own."""
        records = height(Message("risk.release"), release, columns)
        inside = height(Message("risk.original-table"), originals, columns)
        outside = height(Message("risk.control-group"), control, columns)
        order = randomness.permutation(records)
        whose = persons or Persons.of_records(records, inside, outside)
        whose.check(records, inside, outside)
        released = {
            name: AttackColumn(column.values, column.codes[order])
            for name, column in coded(release, columns).items()
        }
        people = coded({name: [*originals[name], *control[name]] for name in columns}, columns)
        known = hierarchies or {}
        matchings = {
            name: Matching.of(released[name], people[name], known.get(name)) for name in columns
        }
        for name, matching in matchings.items():
            if not matching.useful and not matching.numeric:
                raise unreadable(name, matching)
        shuffled = Persons(whose.released[order], whose.inside, whose.outside)
        return cls(released, people, matchings, records, inside, outside, shuffled)

    def targets(self, attempts: int, randomness: np.random.Generator) -> tuple[IntArray, IntArray]:
        """Draw persons to attack, of the table and of the control group, each at most once.

        Given is the record that the attacker knows of each: one of theirs, drawn.
        """
        check_whole("Attack: attempts", attempts, least=1)
        inside = _one_record_each(self.persons.inside, attempts, randomness)
        outside = _one_record_each(self.persons.outside, attempts, randomness)
        return inside, self.originals + outside

    def records_of(self, person: int) -> IntArray:
        """Give all records of the person that a record is of."""
        start, whose = 0, self.persons.inside
        if person >= self.originals:
            start, whose = self.originals, self.persons.outside
        return start + np.flatnonzero(whose == whose[person - start])


def _one_record_each(persons: IntArray, attempts: int, randomness: np.random.Generator) -> IntArray:
    [apart] = randomness.spawn(1)  # who has one record leaves no trace in what is drawn after
    order = np.argsort(persons, kind="stable")
    _, starts, records = np.unique(persons[order], return_index=True, return_counts=True)
    drawn = randomness.permutation(starts.size)[:attempts]
    chosen: IntArray = order[starts[drawn] + apart.integers(records[drawn])]
    return chosen


def distances(trial: Trial, person: int, columns: Sequence[str]) -> FloatArray:
    """Sum over the columns how far each released record lies from a person.

    References: Gower, Biometrics 27(4), 1971.
    """
    total = np.zeros(trial.records)
    for name in columns:
        value = int(trial.people[name].codes[person])
        total += trial.matchings[name].distances(value)[trial.released[name].codes]
    return total


def nearest(away: FloatArray, whose: IntArray, count: int) -> IntArray:
    """Give the persons of the nearest records; of equally near ones, the first.

    >>> nearest(np.array([0.5, 0.1, 0.3, 0.1]), np.array([0, 1, 2, 1]), 2)
    array([1, 2])
    """
    if count == 1:
        return whose[[np.argmin(away)]]
    found = whose[np.argsort(away, kind="stable")]
    first = np.sort(np.unique(found, return_index=True)[1])[:count]
    return found[first]


def nearest_and_ties(away: FloatArray, whose: IntArray, count: int) -> IntArray:
    """Give the records of the nearest persons, with all that are as near as the last of them.

    Persons are numbered from 0.

    >>> nearest_and_ties(np.array([0.5, 0.1, 0.3, 0.1]), np.arange(4), 1)
    array([1, 3])
    >>> nearest_and_ties(np.array([0.5, 0.1, 0.3, 0.1]), np.array([0, 1, 2, 1]), 2)
    array([1, 2, 3])
    """
    persons = np.full(int(whose.max()) + 1, np.inf)
    np.minimum.at(persons, whose, away)
    last = min(count, persons.size) - 1
    return np.flatnonzero(away <= np.partition(persons, last)[last] + 1e-12)
