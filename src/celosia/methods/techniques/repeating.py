"""Which techniques draw from the operating system, so that no seed gives their results again."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from celosia.domain.technique import Technique
from celosia.methods.techniques.perturbation.differential_privacy import (
    LaplaceMechanism,
    RandomizedResponse,
)
from celosia.methods.techniques.pseudonyms.keyed import KeyedPseudonym
from celosia.methods.techniques.pseudonyms.random import RandomPseudonym


def is_private(technique: Technique) -> bool:
    """Tell whether a technique promises differential privacy, which exact figures would break."""
    return isinstance(technique, LaplaceMechanism | RandomizedResponse)


def epsilon_of(techniques: Iterable[Technique]) -> float | None:
    """Add up what the differentially private cells of a record cost; None where there are none.

    >>> sex = RandomizedResponse("sex", 0.2, ("F", "M"))
    >>> epsilon_of([LaplaceMechanism("age", 0.1, 0, 110), sex])
    0.3
    """
    costs = [
        Decimal(str(each.epsilon))
        for each in techniques
        if isinstance(each, LaplaceMechanism | RandomizedResponse)
    ]
    return float(sum(costs)) if costs else None


def is_fresh_code(technique: Technique) -> bool:
    """Tell whether a technique gives codes that neither a seed nor a key gives again."""
    return isinstance(technique, RandomPseudonym | KeyedPseudonym) and not repeats(technique)


def repeats(technique: Technique) -> bool:
    """Tell whether the same table, recipe and key give the same cells again.

    >>> repeats(KeyedPseudonym("dni")), repeats(KeyedPseudonym("dni", fresh=True))
    (True, False)
    """
    if isinstance(technique, KeyedPseudonym):
        return not technique.fresh
    return not isinstance(technique, RandomPseudonym) and not is_private(technique)
