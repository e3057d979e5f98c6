"""Inference: a secret of a person is guessed from the released records like that person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import check_between, check_whole
from celosia.core.values import IntArray
from celosia.errors import ParameterError
from celosia.risk.attacks.attack_columns import TableLike
from celosia.risk.attacks.trial import (
    AttackResult,
    Persons,
    Rate,
    Trial,
    distances,
    nearest_and_ties,
)


def inference(
    release: TableLike,
    originals: TableLike,
    control: TableLike,
    randomness: np.random.Generator,
    *,
    known: Sequence[str],
    secret: str,
    neighbours: int = 1,
    tolerance: float = 0.05,
    attempts: int = 500,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    persons: Persons | None = None,
) -> AttackResult:
    """Guess the secret of people of whom the attacker knows some columns.

    The guess is the most frequent secret of the nearest released records, all equally near ones
    included; for numbers, their median. A number is right within `tolerance` of the true one. A
    generalized label is right when it covers the true value and no other. The baseline guesses
    the most frequent secret (or the median) of the whole release.

    With `persons`, there is one guess per person, of whom the attacker knows the columns of one
    record, drawn. It is made from the nearest persons, each of whom counts once for each secret
    that their near records hold, and it is right when any record of the attacked person holds it:
    whoever has the disease in another visit has it. (Ours: Giomi et al. know one record of
    everybody, and there it is the same.)

    References: Giomi et al., PoPETs 2023(2); WP216, Article 29 Working Party, 2014.

    >>> people = {"age": [str(n) for n in range(40)], "dx": list("ABCD") * 10}
    >>> others = {"age": [str(n) for n in range(40)], "dx": list("BCDA") * 10}
    >>> from celosia.core.randomness import seeded
    >>> randomness = seeded(0)
    >>> result = inference(people, people, others, randomness, known=["age"], secret="dx")
    >>> result.main_rate.share, result.control_rate.share, result.risk > 0.8
    (1.0, 0.0, True)
    """
    if secret in known:
        raise ParameterError("risk.inference-cannot-both-known-secret", secret=secret)
    if not known:
        raise ParameterError("risk.inference-name-least-known-column")
    check_whole("inference: neighbours", neighbours, least=1)
    check_between("inference: tolerance", tolerance, 0)
    trial = Trial.of(
        release, originals, control, [*known, secret], randomness, hierarchies, persons
    )
    inside, outside = trial.targets(attempts, randomness)
    guesser = _Guesser(trial, secret, tolerance)
    everything = np.arange(trial.records)

    def rate(people: IntArray) -> Rate:
        away = (distances(trial, int(p), known) for p in people)
        near = (nearest_and_ties(each, trial.persons.released, neighbours) for each in away)
        right = (guesser.right(int(p), n) for p, n in zip(people, near, strict=True))
        return Rate(sum(right), people.size)

    guessed = sum(guesser.right(int(person), everything) for person in inside)
    return AttackResult.of(
        "inference",
        main=rate(inside),
        control=rate(outside),
        baseline=Rate(guessed, inside.size),
    )


@dataclass(frozen=True, slots=True)
class _Guesser:
    trial: Trial
    secret: str
    tolerance: float

    def right(self, person: int, near: IntArray) -> bool:
        """Tell whether the guess from some released records is the person's secret."""
        matching = self.trial.matchings[self.secret]
        labels = self._told(near)
        held = self.trial.people[self.secret].codes[self.trial.records_of(person)]
        truths = matching.numbers[held]
        midpoints = matching.midpoints[labels]
        if not np.isnan(truths).all() and not np.isnan(midpoints).all():
            away = np.abs(np.nanmedian(midpoints) - truths)
            if bool((away <= self.tolerance * np.abs(truths)).any()):
                return True
            held = held[np.isnan(truths)]
        guess = int(np.bincount(labels, minlength=len(matching.labels)).argmax())
        covered = matching.covered(guess)
        return bool(covered[held].any()) and int(covered.sum()) == 1

    def _told(self, near: IntArray) -> IntArray:
        """Give the labels of some released records, one of a kind for each person."""
        labels = self.trial.released[self.secret].codes[near]
        whose = self.trial.persons.released[near]
        pair = whose * len(self.trial.matchings[self.secret].labels) + labels
        return labels[np.unique(pair, return_index=True)[1]]
