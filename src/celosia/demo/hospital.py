"""Admissions of a made-up Spanish hospital network, one row per patient."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from celosia.core.randomness import seeded
from celosia.core.values import BoolArray, FloatArray, IntArray, Value
from celosia.demo.spain import (
    AGES,
    DIAGNOSES,
    MARITAL,
    MARITAL_AGES,
    MARITAL_WEIGHTS,
    NATIONALITIES,
    PLACES,
    SERVICES,
    Diagnosis,
)
from celosia.errors import ParameterError
from celosia.text.personal_names import MEN, SURNAMES, WOMEN


def draw(randomness: Generator, weights: Sequence[float] | FloatArray, size: int) -> IntArray:
    """Draw positions in proportion to their weights.

    >>> draw(seeded(0), [1, 0], 3)
    array([0, 0, 0])
    """
    steps = np.cumsum(np.asarray(weights, dtype=np.float64))
    positions = np.searchsorted(steps, randomness.random(size) * steps[-1], side="right")
    return np.asarray(np.minimum(positions, len(steps) - 1), dtype=np.int64)


def draw_by_group(
    randomness: Generator, weights: Sequence[Sequence[float]] | FloatArray, groups: IntArray
) -> IntArray:
    """Draw a position for each record with the weights of its group.

    >>> draw_by_group(seeded(0), [[1, 0], [0, 1]], np.array([1, 0, 1]))
    array([1, 0, 1])
    """
    chosen = np.zeros(len(groups), dtype=np.int64)
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        chosen[members] = draw(randomness, weights[int(group)], len(members))
    return chosen


def falling(size: int) -> FloatArray:
    """Give weights that fall as 1/rank, as frequencies of names do (Zipf)."""
    return np.asarray(1 / np.arange(3, size + 3), dtype=np.float64)


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

    def columns(self, randomness: Generator) -> tuple[list[Value], ...]:
        """Write sex, birth, postcode, municipality, province, nationality, marital status."""
        sexes: list[Value] = np.where(self.women, "Mujer", "Hombre").tolist()
        births: list[Value] = (self.admitted - self.age_days).astype(str).tolist()
        nations: list[Value] = [NATIONALITIES[i][0] for i in self.nationality.tolist()]
        return (
            sexes,
            births,
            *_homes(randomness, len(sexes)),
            nations,
            _marital(randomness, self.ages),
        )


def draw_patients(randomness: Generator, rows: int) -> Patients:
    """Draw the patients."""
    women = randomness.random(rows) < 0.53
    decades = draw(randomness, _AGE_WEIGHTS, rows)
    within = randomness.random(rows)
    within = np.where(decades == 0, within**2.5, within)
    age_days = ((decades + within) * 3652.5).astype(np.int64)
    admitted = FIRST_DAY + (randomness.random(rows) * DAYS).astype(np.int64)
    nationality = draw(randomness, [weight for _, weight in NATIONALITIES], rows)
    return Patients(women, age_days, admitted, nationality)


def _homes(randomness: Generator, rows: int) -> tuple[list[Value], list[Value], list[Value]]:
    places = draw(randomness, [place[4] for place in PLACES], rows)
    firsts = np.array([place[2] for place in PLACES])[places]
    widths = np.array([place[3] for place in PLACES])[places]
    codes = (firsts + randomness.random(rows) ** 1.5 * widths).astype(np.int64)
    postcodes: list[Value] = [f"{code:05d}" for code in codes.tolist()]
    towns: list[Value] = [PLACES[i][0] for i in places.tolist()]
    provinces: list[Value] = [PLACES[i][1] for i in places.tolist()]
    return with_nulls(randomness, postcodes), towns, provinces


def _marital(randomness: Generator, ages: IntArray) -> list[Value]:
    bands = np.searchsorted(MARITAL_AGES, ages, side="right").astype(np.int64)
    drawn = draw_by_group(randomness, MARITAL_WEIGHTS, bands)
    return with_nulls(randomness, [MARITAL[i] for i in drawn.tolist()])


def with_nulls(randomness: Generator, cells: list[Value]) -> list[Value]:
    """Blank about 1 % of the cells."""
    holes = np.flatnonzero(randomness.random(len(cells)) < NULLS).tolist()
    for hole in holes:
        cells[hole] = None
    return cells


_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_FIRST_DNI = 90_000_000
_NUMBERS = 10_000_000
_FIRST_NHC = 100_000


def identities(randomness: Generator, patients: Patients) -> tuple[list[Value], ...]:
    """Write history number, DNI or NIE, and name."""
    rows = len(patients.women)
    numbers = randomness.choice(_NUMBERS, rows, replace=False)
    histories = _FIRST_NHC + randomness.choice(max(900_000, 10 * rows), rows, replace=False)
    return (
        histories.astype(str).tolist(),
        _documents(numbers, patients),
        _names(randomness, patients),
    )


def _documents(numbers: IntArray, patients: Patients) -> list[Value]:
    """Write a DNI for Spaniards and a NIE (Z stands for a first digit 2) for the others."""
    foreign = patients.nationality > 0
    letters = np.where(foreign, 2 * _NUMBERS + numbers, _FIRST_DNI + numbers) % 23
    rows = zip(numbers.tolist(), foreign.tolist(), letters.tolist(), strict=True)
    return [f"{'Z' if alien else '9'}{n:07d}{_LETTERS[letter]}" for n, alien, letter in rows]


def _names(randomness: Generator, patients: Patients) -> list[Value]:
    rows = len(patients.women)
    women, men, surnames = WOMEN.split(","), MEN.split(","), SURNAMES.split(",")
    first = np.where(
        patients.women,
        np.array(women)[draw(randomness, falling(len(women)), rows)],
        np.array(men)[draw(randomness, falling(len(men)), rows)],
    ).tolist()
    father = draw(randomness, falling(len(surnames)), rows).tolist()
    mother = draw(randomness, falling(len(surnames)), rows).tolist()
    return [
        f"{name} {surnames[one]} {surnames[two]}"
        for name, one, two in zip(first, father, mother, strict=True)
    ]


_NAMES = tuple(SERVICES)
_ALL: tuple[Diagnosis, ...] = tuple(d for name in _NAMES for d in DIAGNOSES[name])
_FIRST = np.cumsum([0, *(len(DIAGNOSES[name]) for name in _NAMES)])
"""Position in `_ALL` of each service's first diagnosis."""


def admissions(randomness: Generator, patients: Patients) -> tuple[list[Value], ...]:
    """Write admission date, service, diagnosis, days of stay and cost."""
    services = _services(randomness, patients)
    diagnoses = _diagnoses(randomness, services, patients)
    days = _stays(randomness, diagnoses, patients.ages)
    return (
        patients.admitted.astype(str).tolist(),
        [_NAMES[i] for i in services.tolist()],
        [_ALL[i].title for i in diagnoses.tolist()],
        days.astype(str).tolist(),
        [f"{cost:.2f}" for cost in _costs(randomness, diagnoses, days).tolist()],
    )


def _services(randomness: Generator, patients: Patients) -> IntArray:
    """Draw by age band and sex: group 2b is women of band b, 2b + 1 men."""
    bands = np.searchsorted(AGES, patients.ages, side="right")
    weights = [
        [SERVICES[name][sex][band] for name in _NAMES]
        for band in range(len(AGES) + 1)
        for sex in (0, 1)
    ]
    return draw_by_group(randomness, weights, (2 * bands + ~patients.women).astype(np.int64))


def _diagnoses(randomness: Generator, services: IntArray, patients: Patients) -> IntArray:
    chosen = np.zeros(len(services), dtype=np.int64)
    for service, name in enumerate(_NAMES):
        for women in (True, False):
            members = np.flatnonzero((services == service) & (patients.women == women))
            weights = [d.women if women else d.men for d in DIAGNOSES[name]]
            if len(members):
                chosen[members] = _FIRST[service] + draw(randomness, weights, len(members))
    return chosen


def _stays(randomness: Generator, diagnoses: IntArray, ages: IntArray) -> IntArray:
    """Draw stays with a long tail, longer for the old."""
    usual = np.array([d.days for d in _ALL])[diagnoses] * (1 + 0.3 * (ages > 75))
    tail = 0.45 - 0.55 * np.log(1 - randomness.random(len(diagnoses)))
    return np.asarray(np.maximum(1, np.rint(usual * tail)), dtype=np.int64)


def _costs(randomness: Generator, diagnoses: IntArray, days: IntArray) -> FloatArray:
    daily = np.array([d.cost for d in _ALL])[diagnoses]
    noise = 0.8 + 0.4 * randomness.random(len(diagnoses))
    return np.asarray((600 + daily * days) * noise, dtype=np.float64)


HEADER = (
    "nhc",
    "dni",
    "nombre",
    "sexo",
    "fecha_nacimiento",
    "codigo_postal",
    "municipio",
    "provincia",
    "nacionalidad",
    "estado_civil",
    "fecha_ingreso",
    "servicio",
    "diagnostico",
    "dias_estancia",
    "coste",
)
MOST_ROWS = 5_000_000
"""The rows are made in memory, as Python objects: 880 bytes each, 4.4 GB."""


def hospital(rows: int = 10_000, seed: int = 0) -> tuple[tuple[str, ...], list[tuple[Value, ...]]]:
    """Make up a hospital's table: its header and its rows.

    Nobody in it exists. Spaniards have a DNI and foreigners a NIE, both with the right letter and
    from a range chosen high to keep clear of numbers in use. About 1 % of the postcodes and of the
    marital statuses are null. Same seed, same table.

    >>> header, rows = hospital(rows=3)
    >>> header[:3], len(rows), len(rows[0]) == len(header)
    (('nhc', 'dni', 'nombre'), 3, True)
    """
    if not 1 <= rows <= MOST_ROWS:
        raise ParameterError("demo.hospital-rows-must-between-1", most=MOST_ROWS, rows=rows)
    randomness = seeded(seed)
    patients = draw_patients(randomness, rows)
    columns = (
        *identities(randomness, patients),
        *patients.columns(randomness),
        *admissions(randomness, patients),
    )
    return HEADER, list(zip(*columns, strict=True))


def write_hospital(path: str | Path, rows: int = 10_000, seed: int = 0) -> Path:
    """Write the table as CSV: UTF-8, separated by `;`, nulls empty.

    Same seed, same bytes.
    """
    header, records = hospital(rows, seed)
    target = Path(path)
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=";", lineterminator="\n")
        writer.writerow(header)
        writer.writerows(records)
    return target
