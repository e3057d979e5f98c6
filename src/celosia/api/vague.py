"""What the fuzzy method found, and what of it can be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from celosia.domain.arrays import FloatArray

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


@dataclass(frozen=True, slots=True)
class Axis:
    """The part of an attribute's range that is drawn, between round numbers."""

    name: str
    low: float
    high: float
    step: float

    @property
    def ticks(self) -> list[float]:
        """The round numbers from end to end."""
        number = round((self.high - self.low) / self.step)
        return [self.low + i * self.step for i in range(number + 1)]


@dataclass(frozen=True, slots=True, eq=False)
class SetsPicture:
    """How much each point of one or two axes belongs to each set."""

    axes: tuple[Axis, ...]
    names: tuple[str, ...]
    shares: FloatArray
    """(points, sets) of one axis; (points of the second, points of the first, sets) of two."""
    others: tuple[str, ...] = ()
    """Attributes of the same sets that are not drawn: they are held at their median."""


@dataclass(frozen=True, slots=True, eq=False)
class FuzzyPictures:
    """What a report shows of fuzzy sets."""

    columns: tuple[str, ...]
    figures: FuzzyFigures | None
    pictures: tuple[SetsPicture, ...]
    not_drawn: tuple[str, ...]
    """Columns whose picture would tell extreme values, or has nothing to show."""
