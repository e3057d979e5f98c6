"""The donors of annex A of the guide (seed 003), and what a larger least group hides of them."""

from __future__ import annotations

from celosia.domain.cells import Cells
from celosia.domain.randomness import Randomness
from celosia.domain.technique import Means
from celosia.methods.techniques.aggregation import Aggregation

DONORS = """
A 4000 210 B 4900 420 C 2200 150 D 4200 110 E 5500 260 F 2600 40 G 3300 130 H 5500 210 I 1600 380
J 3200 80 K 2000 440 L 5800 400 M 4600 390 N 1900 480 O 1700 320 P 2400 330 Q 4300 390 R 2300 260
S 3500 80 T 1700 290
""".split()

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
    return Cells.of({"donor": DONORS[::3], "income": DONORS[1::3], "donated": DONORS[2::3]})


def lines(**parameters):
    aggregation = Aggregation(("income",), sums=("donated",), edges=EDGES, **parameters)
    cells = donors()
    made = aggregation.made(cells, Means(Randomness.of(1, cells))).cells
    return list(zip(*(made.column(name) for name in made.names), strict=True))


def test_the_donors_of_the_guide():
    assert lines() == GUIDE


def test_two_groups_of_three_hide_each_other_when_four_are_needed():
    hidden = {"3000-3999", "5000-6000"}

    assert lines(least=4) == [(line[0], "*", "*") if line[0] in hidden else line for line in GUIDE]
