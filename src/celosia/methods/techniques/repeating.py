"""Which techniques draw from the operating system, so that no seed gives their results again."""

from __future__ import annotations

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


def repeats(technique: Technique) -> bool:
    """Tell whether the same table, recipe and key give the same cells again.

    >>> repeats(KeyedPseudonym("dni")), repeats(KeyedPseudonym("dni", fresh=True))
    (True, False)
    """
    if isinstance(technique, KeyedPseudonym):
        return not technique.fresh
    return not isinstance(technique, RandomPseudonym) and not is_private(technique)
