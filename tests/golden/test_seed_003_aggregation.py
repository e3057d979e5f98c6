"""The donors of annex A of the guide (seed 003), and what a larger least group hides of them."""

from __future__ import annotations

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.techniques.tables.aggregation import Aggregation

INCOMES = [
    4000,
    4900,
    2200,
    4200,
    5500,
    2600,
    3300,
    5500,
    1600,
    3200,
    2000,
    5800,
    4600,
    1900,
    1700,
    2400,
    4300,
    2300,
    3500,
    1700,
]
DONATED = [
    210,
    420,
    150,
    110,
    260,
    40,
    130,
    210,
    380,
    80,
    440,
    400,
    390,
    480,
    320,
    330,
    390,
    260,
    80,
    290,
]

GUIDE = [
    ("1000-1999", "4", "1470"),
    ("2000-2999", "5", "1220"),
    ("3000-3999", "3", "290"),
    ("4000-4999", "5", "1520"),
    ("5000-6000", "3", "870"),
    ("TOTAL", "20", "5370"),
]
EDGES = ((1000.0, 2000.0, 3000.0, 4000.0, 5000.0, 6000.0),)


def donors():
    return Cells.of(
        {
            "donor": [f"Donante {letter}" for letter in "ABCDEFGHIJKLMNOPQRST"],
            "income": map(str, INCOMES),
            "donated": map(str, DONATED),
        }
    )


def lines(**parameters):
    aggregation = Aggregation(("income",), sums=("donated",), edges=EDGES, **parameters)
    cells = donors()
    made = aggregation.made(cells, TechniqueContext(Randomness.of(1, cells))).cells
    return list(zip(*(made.column(name) for name in made.names), strict=True))


def test_the_donors_of_the_guide():
    assert lines() == GUIDE


def test_two_groups_of_three_hide_each_other_when_four_are_needed():
    hidden = {"3000-3999", "5000-6000"}

    assert lines(least=4) == [(line[0], "*", "*") if line[0] in hidden else line for line in GUIDE]
