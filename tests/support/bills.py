"""People with exact amounts: the table that a verified release gave away."""

from __future__ import annotations

import csv
from collections import Counter

import numpy as np

from celosia import Recipe, Role
from celosia.models import KAnonymity

COLUMNS = ("age", "sex", "amount", "bmi", "cost")
EXACT = COLUMNS[2:]
ROLES = {
    **dict.fromkeys(COLUMNS[:2], Role.QUASI_IDENTIFIER),
    **dict.fromkeys(EXACT, Role.INSENSITIVE),
}


def recipe_for(**choices):
    """Let the amounts pass as they are."""
    return Recipe(**{"roles": ROLES, "models": (KAnonymity(5),), "exact": EXACT, **choices})


def write_bills(path, records):
    """Write so many people; all differ in their amounts but the last two."""
    drawn = np.random.default_rng(16)
    people = [
        drawn.integers(18, 91, records).tolist(),
        drawn.choice(["F", "M"], records).tolist(),
        [f"{value:.2f}" for value in drawn.lognormal(7.5, 0.8, records)],
        [f"{value:.5f}" for value in drawn.normal(26, 4.5, records)],
        [f"{value:.2f}" for value in drawn.gamma(2, 900, records)],
    ]
    rows = list(zip(*people, strict=True))
    rows[-1] = rows[-2]
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([COLUMNS, *rows])
    return path


def found_by_hand(original, release):
    """Count the records whose amounts stand once in the release, with a dictionary."""
    out, inside = (Counter(_amounts(path)) for path in (release, original))
    return sum(number for held, number in inside.items() if out[held] == 1)


def _amounts(path):
    with path.open(newline="", encoding="utf-8") as file:
        return [tuple(row[name] for name in EXACT) for row in csv.DictReader(file)]
