"""Cells that hold a latitude and a longitude."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

from celosia.domain.cells import CellArray, cell_array
from celosia.text.numerals import as_number, decimal_sign

MOST_DEGREES = 360
"""Longitudes are counted from -180 to 180, or from 0 to 360."""
_PAIRS = (
    re.compile(
        r"(\(?\s*)([+-]?[0-9]+(?:\.[0-9]+)?)(\s*[,;]\s*|\s+)([+-]?[0-9]+(?:\.[0-9]+)?)(\s*\)?)"
    ),
    re.compile(
        r"(\(?\s*)([+-]?[0-9]+(?:,[0-9]+)?)(\s*;\s*|,?\s+)([+-]?[0-9]+(?:,[0-9]+)?)(\s*\)?)"
    ),
)
"""A latitude and a longitude, with decimal points or with decimal commas."""


@dataclass(frozen=True, slots=True)
class Place:
    """Two coordinates in decimal degrees, and what is written before, between and after them."""

    first: str
    second: str
    around: tuple[str, str, str]
    sign: str
    """The decimal sign of both."""

    @classmethod
    def of(cls, text: str) -> Place | None:
        """Part a text; None where it is no place.

        >>> Place.of("1.27434, 103.79967").second, Place.of("400, 3") is None
        ('103.79967', True)
        """
        for pattern, sign in zip(_PAIRS, ".,", strict=True):
            if match := pattern.fullmatch(text.strip()):
                before, first, between, second, after = match.groups()
                degrees = (float(part.replace(sign, ".")) for part in (first, second))
                if all(abs(number) <= MOST_DEGREES for number in degrees):
                    return cls(first, second, (before, between, after), sign)
        return None

    def with_coordinates(self, first: str, second: str) -> str:
        """Write other coordinates in the same way."""
        before, between, after = self.around
        return f"{before}{first}{between}{second}{after}"


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """A column of places; None where there is a null."""

    cells: tuple[Place | None, ...]

    @classmethod
    def of(cls, cells: CellArray) -> Places | None:
        """Part all cells; None where one is no place, or their decimal signs differ.

        >>> Places.of(cell_array(["40,4168", "3,5"])) is None  # single numbers
        True
        """
        texts = list({cell for cell in cells if cell is not None})
        parted = {} if are_numbers(texts) else {text: Place.of(text) for text in texts}
        places = [place for place in parted.values() if place is not None]
        signs = {sign for place in places for sign in ".," if sign in place.first + place.second}
        if not places or len(places) < len(parted) or len(signs) > 1:
            return None
        return cls(tuple(None if cell is None else parted[cell] for cell in cells))

    @property
    def coordinates(self) -> tuple[CellArray, CellArray]:
        """The first and the second coordinate of each cell."""
        firsts = cell_array(None if place is None else place.first for place in self.cells)
        return firsts, cell_array(None if place is None else place.second for place in self.cells)

    def written(self, firsts: CellArray, seconds: CellArray) -> CellArray:
        """Write other coordinates as the column does."""
        return cell_array(
            None if place is None else place.with_coordinates(first, second)
            for place, first, second in zip(self.cells, firsts, seconds, strict=True)
        )


def are_numbers(texts: Sequence[str]) -> bool:
    """Tell whether all texts are numbers, of one decimal sign."""
    sign = decimal_sign(texts)
    return not any(isnan(as_number(text, sign)) for text in texts)
