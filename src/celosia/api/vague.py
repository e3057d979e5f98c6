"""What the fuzzy method found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from celosia.methods.fuzzy.figures import FuzzyFigures
    from celosia.methods.fuzzy.labelling import FuzzyLabels


@dataclass(frozen=True, slots=True, eq=False)
class VagueLabels:
    """The labels that records got, and what they protect and cost."""

    found: FuzzyLabels
    coded: tuple[str, ...]
    """The quasi-identifiers that hold numbers; the others are published as they are."""
    figures: FuzzyFigures | None
    """Of the published records and the coded columns; None where records times combinations of
    sets are too many to measure, or no published record has every number."""
    loss: float
    """Mean share of a column's values that a label covers; suppressed at 1."""
    losses: Mapping[str, float]
    """The same for each quasi-identifier."""
    suppressed: int
