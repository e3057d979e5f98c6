"""Who is admitted: sex, birth, home, nationality, marital status."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from celosia.demo.people import MARITAL, MARITAL_AGES, MARITAL_WEIGHTS, NATIONALITIES
from celosia.demo.places import PLACES
from celosia.demo.sampling import draw, draw_by_group
from celosia.domain.arrays import BoolArray, IntArray
from celosia.domain.values import Value

FIRST_DAY = np.datetime64("2022-01-01")
DAYS = 3 * 365
NULLS = 0.01
_AGE_WEIGHTS = (9, 3, 4, 8, 10, 10, 13, 16, 16, 9, 2)
"""Decades of age in a hospital: many newborns, few teenagers, many old."""


@dataclass(frozen=True, slots=True, eq=False)
class Patients:
    """The facts about each patient that the other columns depend on."""

    women: BoolArray
    age_days: IntArray
    admitted: NDArray[np.datetime64]
    nationality: IntArray

    @property
    def ages(self) -> IntArray:
        """Age in years at admission."""
        return (self.age_days / 365.25).astype(np.int64)

    def columns(self, rng: Generator) -> tuple[list[Value], ...]:
        """Write sex, birth, postcode, municipality, province, nationality, marital status."""
        sexes: list[Value] = np.where(self.women, "Mujer", "Hombre").tolist()
        births: list[Value] = (self.admitted - self.age_days).astype(str).tolist()
        nations: list[Value] = [NATIONALITIES[i][0] for i in self.nationality.tolist()]
        return sexes, births, *_homes(rng, len(sexes)), nations, _marital(rng, self.ages)


def draw_patients(rng: Generator, rows: int) -> Patients:
    """Draw the patients."""
    women = rng.random(rows) < 0.53
    decades = draw(rng, _AGE_WEIGHTS, rows)
    within = rng.random(rows)
    within = np.where(decades == 0, within**2.5, within)
    age_days = ((decades + within) * 3652.5).astype(np.int64)
    admitted = FIRST_DAY + (rng.random(rows) * DAYS).astype(np.int64)
    nationality = draw(rng, [weight for _, weight in NATIONALITIES], rows)
    return Patients(women, age_days, admitted, nationality)


def _homes(rng: Generator, rows: int) -> tuple[list[Value], list[Value], list[Value]]:
    places = draw(rng, [place[4] for place in PLACES], rows)
    firsts = np.array([place[2] for place in PLACES])[places]
    widths = np.array([place[3] for place in PLACES])[places]
    codes = (firsts + rng.random(rows) ** 1.5 * widths).astype(np.int64)
    postcodes: list[Value] = [f"{code:05d}" for code in codes.tolist()]
    towns: list[Value] = [PLACES[i][0] for i in places.tolist()]
    provinces: list[Value] = [PLACES[i][1] for i in places.tolist()]
    return with_nulls(rng, postcodes), towns, provinces


def _marital(rng: Generator, ages: IntArray) -> list[Value]:
    bands = np.searchsorted(MARITAL_AGES, ages, side="right").astype(np.int64)
    drawn = draw_by_group(rng, MARITAL_WEIGHTS, bands)
    return with_nulls(rng, [MARITAL[i] for i in drawn.tolist()])


def with_nulls(rng: Generator, cells: list[Value]) -> list[Value]:
    """Blank about 1 % of the cells."""
    holes = np.flatnonzero(rng.random(len(cells)) < NULLS).tolist()
    for hole in holes:
        cells[hole] = None
    return cells
