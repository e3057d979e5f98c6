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
from celosia.risk.attacks.trial import AttackResult, Rate, Trial, distances, nearest_and_ties


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
) -> AttackResult:
    """Guess the secret of people of whom the attacker knows some columns.

    The guess is the most frequent secret of the nearest released records, all equally near ones
    included; for numbers, their median. A number is right within `tolerance` of the true one. A
    generalized label is right when it covers the true value and no other. The baseline guesses
    the most frequent secret (or the median) of the whole release.

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
    trial = Trial.of(release, originals, control, [*known, secret], randomness, hierarchies)
    inside, outside = trial.targets(attempts, randomness)
    guesser = _Guesser(trial, secret, tolerance)
    everything = np.arange(trial.records)

    def rate(people: IntArray) -> Rate:
        near = (nearest_and_ties(distances(trial, int(p), known), neighbours) for p in people)
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
        labels = self.trial.released[self.secret].codes[near]
        value = int(self.trial.people[self.secret].codes[person])
        truth = matching.numbers[value]
        midpoints = matching.midpoints[labels]
        if not np.isnan(truth) and not np.isnan(midpoints).all():
            return bool(abs(np.nanmedian(midpoints) - truth) <= self.tolerance * abs(truth))
        guess = int(np.bincount(labels, minlength=len(matching.labels)).argmax())
        covered = matching.covered(guess)
        return bool(covered[value]) and int(covered.sum()) == 1
