"""Numbers and names that identify: history number, DNI or NIE, full name."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from celosia.demo.patients import Patients
from celosia.demo.people import MEN, SURNAMES, WOMEN
from celosia.demo.sampling import draw, falling
from celosia.domain.arrays import IntArray
from celosia.domain.values import Value

_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_FIRST_DNI = 90_000_000
_NUMBERS = 10_000_000
_FIRST_NHC = 100_000


def identities(rng: Generator, patients: Patients) -> tuple[list[Value], ...]:
    """Write history number, DNI or NIE, and name."""
    rows = len(patients.women)
    numbers = rng.choice(_NUMBERS, rows, replace=False)
    histories = _FIRST_NHC + rng.choice(max(900_000, 10 * rows), rows, replace=False)
    return histories.astype(str).tolist(), _documents(numbers, patients), _names(rng, patients)


def _documents(numbers: IntArray, patients: Patients) -> list[Value]:
    """Write a DNI for Spaniards and a NIE (Z stands for a first digit 2) for the others."""
    foreign = patients.nationality > 0
    letters = np.where(foreign, 2 * _NUMBERS + numbers, _FIRST_DNI + numbers) % 23
    rows = zip(numbers.tolist(), foreign.tolist(), letters.tolist(), strict=True)
    return [f"{'Z' if alien else '9'}{n:07d}{_LETTERS[letter]}" for n, alien, letter in rows]


def _names(rng: Generator, patients: Patients) -> list[Value]:
    rows = len(patients.women)
    women, men, surnames = WOMEN.split(","), MEN.split(","), SURNAMES.split(",")
    first = np.where(
        patients.women,
        np.array(women)[draw(rng, falling(len(women)), rows)],
        np.array(men)[draw(rng, falling(len(men)), rows)],
    ).tolist()
    father = draw(rng, falling(len(surnames)), rows).tolist()
    mother = draw(rng, falling(len(surnames)), rows).tolist()
    return [
        f"{name} {surnames[one]} {surnames[two]}"
        for name, one, two in zip(first, father, mother, strict=True)
    ]
