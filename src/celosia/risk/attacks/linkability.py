"""Linkability: two sets of facts about a person are joined by way of the release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import check_whole
from celosia.core.values import IntArray
from celosia.errors import ParameterError
from celosia.risk.attacks.attack_columns import TableLike
from celosia.risk.attacks.trial import (
    AttackResult,
    Persons,
    Rate,
    Trial,
    distances,
    how_many,
    nearest,
)


def linkability(
    release: TableLike,
    originals: TableLike,
    control: TableLike,
    randomness: np.random.Generator,
    *,
    first: Sequence[str],
    second: Sequence[str],
    neighbours: int = 1,
    attempts: int = 500,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    persons: Persons | None = None,
) -> AttackResult:
    """Try to join two data sets about the same people through the release.

    One data set holds the columns `first` of a person, the other the columns `second`. Each is
    looked up on its own among the released records; the two are joined when their nearest
    `neighbours` share a record. The baseline picks the neighbours at random.

    With `persons`, an attempt is a person, of whom both data sets hold one record, drawn. The
    neighbours are the nearest persons, and the two are joined when they share a person, whichever
    of that person's records were found. (Ours: Giomi et al. know one record of everybody, and
    there it is the same.)

    References: Giomi et al., PoPETs 2023(2); WP216, Article 29 Working Party, 2014.

    >>> people = {"x": [str(n) for n in range(40)], "y": [str(7 * n % 41) for n in range(40)]}
    >>> others = {"x": people["x"], "y": people["y"][::-1]}
    >>> from celosia.core.randomness import seeded
    >>> randomness = seeded(0)
    >>> result = linkability(people, people, others, randomness, first=["x"], second=["y"])
    >>> result.main_rate.share, result.control_rate.share, result.risk > 0.8
    (1.0, 0.0, True)
    """
    if set(first) & set(second):
        raise ParameterError("risk.linkability-two-sets-columns-must")
    if not first or not second:
        raise ParameterError("risk.linkability-each-two-sets-needs")
    check_whole("linkability: neighbours", neighbours, least=1)
    trial = Trial.of(
        release, originals, control, [*first, *second], randomness, hierarchies, persons
    )
    inside, outside = trial.targets(attempts, randomness)
    return AttackResult.of(
        "linkability",
        main=_rate(trial, inside, first, second, neighbours),
        control=_rate(trial, outside, first, second, neighbours),
        baseline=Rate(
            inside.size * _by_chance(how_many(trial.persons.released), neighbours), inside.size
        ),
    )


def _rate(
    trial: Trial, people: IntArray, first: Sequence[str], second: Sequence[str], neighbours: int
) -> Rate:
    joined, whose = 0, trial.persons.released
    for person in people:
        near = nearest(distances(trial, int(person), first), whose, neighbours)
        also = nearest(distances(trial, int(person), second), whose, neighbours)
        joined += bool(np.isin(near, also).any())
    return Rate(joined, people.size)


def _by_chance(persons: int, neighbours: int) -> float:
    """Chance that two random choices of neighbours share a person."""
    if 2 * neighbours > persons:
        return 1.0
    left = np.arange(neighbours)
    return float(1 - np.prod((persons - neighbours - left) / (persons - left)))
