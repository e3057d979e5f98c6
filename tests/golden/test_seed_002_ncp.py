"""Seed 002, section 3: the worked values of NCP, and its tables 2 and 3 in full."""

from __future__ import annotations

import pytest

from celosia.core.attribute_domain import AttributeDomain
from celosia.utility.certainty_penalty import CertaintyPenalty, cell_penalty

COLUMNS = ("participación", "examen", "prácticas", "año", "profesor")


def table(rows: str) -> dict[str, list[str]]:
    cells = [line.strip().split(maxsplit=4) for line in rows.strip().splitlines()]
    return {name: [row[place] for row in cells] for place, name in enumerate(COLUMNS)}


TABLE_1 = table("""
    6  8 5  2022 Jana Doe
    10 3 5  2021 Jana Doe
    5  6 8  2022 Jana Doe
    4  4 10 2020 John Doe
    5  7 9  2018 John Doe
    5  6 8  2022 John Doe
    4  4 10 2020 Richard Roe
    5  7 9  2018 Richard Roe
    5  6 6  2022 Richard Roe
""")

TABLE_2 = table("""
    5-10 3-8 5-8  2021-2022 Jana Doe
    5-10 3-8 5-8  2021-2022 Jana Doe
    5-10 3-8 5-8  2021-2022 Jana Doe
    4-5  4-7 8-10 2022-2020 John Doe
    4-5  4-7 8-10 2022-2020 John Doe
    4-5  4-7 8-10 2022-2020 John Doe
    4-5  4-7 6-10 2022-2020 Richard Roe
    4-5  4-7 6-10 2022-2020 Richard Roe
    4-5  4-7 6-10 2022-2020 Richard Roe
""")

TABLE_3 = table("""
    5-10 3-8 5-6  2021-2022 Jana Doe / Richard Roe
    5-10 3-8 5-6  2021-2022 Jana Doe / Richard Roe
    4-5  4-7 8-10 2018-2022 Jana Doe / Richard Roe
    4-5  6-4 8-10 2018-2022 John Doe
    4-5  6-4 8-10 2018-2022 John Doe
    4-5  6-4 8-10 2018-2022 John Doe
    4-5  4-7 8-10 2018-2022 Jana Doe / Richard Roe
    4-5  4-7 8-10 2018-2022 Jana Doe / Richard Roe
    5-10 3-8 5-6  2021-2022 Jana Doe / Richard Roe
""")

DOMAINS = {name: AttributeDomain.of(name, cells) for name, cells in TABLE_1.items()}


@pytest.mark.parametrize(
    ("release", "column", "expected"),
    [(TABLE_2, "prácticas", 0.6), (TABLE_3, "prácticas", 0.2), (TABLE_3, "profesor", 0.5)],
)
def test_the_worked_values_of_the_second_tuple(release, column, expected):
    assert cell_penalty(DOMAINS[column], release[column][1]) == pytest.approx(expected)


def test_every_tuple_and_attribute_of_table_2():
    penalty = CertaintyPenalty.of(TABLE_2, DOMAINS)

    assert penalty.tuples == pytest.approx([161 / 60] * 3 + [5 / 3] * 3 + [31 / 15] * 3)
    assert penalty.by_attribute == pytest.approx(
        {
            "participación": 7 / 18,
            "examen": 11 / 15,
            "prácticas": 0.6,
            "año": 5 / 12,
            "profesor": 0.0,
        }
    )
    assert penalty.gcp == pytest.approx(77 / 180)


def test_every_tuple_of_table_3():
    penalty = CertaintyPenalty.of(TABLE_3, DOMAINS)

    first, second, third = 167 / 60, 8 / 3, 59 / 30
    assert penalty.tuples == pytest.approx(
        [first, first, second, third, third, third, second, second, first]
    )
    assert penalty.gcp == pytest.approx(89 / 180)


def test_the_original_loses_nothing():
    assert CertaintyPenalty.of(TABLE_1, DOMAINS).gcp == 0
