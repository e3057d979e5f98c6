"""Data for testing software: formats kept, people not."""

from __future__ import annotations

import re
from datetime import datetime
from functools import partial

import numpy as np
import pytest

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import DataError, NotAchievable, ParameterError
from celosia.risk.attacks import linkability, singling_out
from celosia.techniques.tables.data_for_testing import DataForTesting
from celosia.techniques.tables.synthetic_figures import most_columns_alike


def payroll(size=300, seed=0):
    rng = np.random.default_rng(seed)
    given = rng.choice(["Ana", "Luis", "María José", "Zoe"], size)
    return Cells.of(
        {
            "name": [
                f"{one} {'bcdfg'[n % 5]}é{'lmnpr'[n % 4]}ez{n}" for n, one in enumerate(given)
            ],
            "dni": [f"{n:08}{'TRWAGMYFPDX'[n % 11]}" for n in rng.integers(0, 10**8, size)],
            "postcode": [f"{n:05}" for n in rng.integers(1000, 52999, size)],
            "born": [
                f"{d:02}/{m:02}/{y}"
                for d, m, y in zip(
                    rng.integers(1, 29, size),
                    rng.integers(1, 13, size),
                    rng.integers(1950, 2004, size),
                    strict=True,
                )
            ],
            "pay": [f"{n:.2f}".replace(".", ",") for n in rng.normal(2000, 300, size)],
            "contract": rng.choice(["fixed", "open", None], size).tolist(),
        }
    )


def made(cells, seed=1, **parameters):
    return DataForTesting(**parameters).made(cells, TechniqueContext(Randomness.of(seed, cells)))


def table(cells):
    return {name: cells.column(name).tolist() for name in cells.names}


def test_an_identifier_is_new_however_often_its_values_occur():
    cells = Cells.of({"who": ["A-17", "B-25", "C-31"] * 100, "ward": ["x", "y", "z"] * 100})

    after = made(cells, identifiers=("who",)).cells

    assert not set(after.column("who")) & {"A-17", "B-25", "C-31"}
    assert all(re.fullmatch(r"[A-Z]-\d\d", cell) for cell in after.column("who"))
    assert set(after.column("ward")) == {"x", "y", "z"}


@pytest.mark.parametrize("first", [1, 100_000])
def test_an_identifier_of_numbers_stays_one_and_is_nobodys(first):
    """Patients numbered one by one leave no number of as many digits free."""
    numbers = [str(n) for n in range(first, first + 9_999, 3 if first > 1 else 1)]
    cells = Cells.of({"who": numbers, "cost": [str(7 * n) for n in range(len(numbers))]})

    after = made(cells, records=300, identifiers=("who",)).cells.column("who").tolist()

    assert not set(after) & set(numbers)
    assert all(re.fullmatch(r"[1-9]\d*", cell) for cell in after)


def test_numbers_longer_than_a_float_are_codes():
    """A bank account has 20 digits; to draw a number between two of them took for ever."""
    rng = np.random.default_rng(0)
    accounts = [f"2100{a:08}{b:08}" for a, b in rng.integers(0, 10**8, (50, 2))]

    after = made(Cells.of({"account": accounts, "n": [str(n) for n in range(50)]})).cells

    assert all(re.fullmatch(r"\d{20}", cell) for cell in after.column("account"))
    assert not set(after.column("account")) & set(accounts)


def test_times_of_day_stay_times_of_day():
    rng = np.random.default_rng(0)
    seen = [f"2024-01-{d:02} {h:02}:30:00" for d, h in rng.integers(1, 24, (200, 2))]

    after = made(Cells.of({"seen": seen, "n": [str(n) for n in range(200)]})).cells

    times = [datetime.strptime(cell, "%Y-%m-%d %H:%M:%S") for cell in after.column("seen")]
    assert len({time.hour for time in times}) > 12
    assert {time.second for time in times} == {0}


def test_an_identifier_that_is_no_column_is_told():
    with pytest.raises(DataError, match="There is no column 'nobody'"):
        made(payroll(20), identifiers=("nobody",))


@pytest.mark.parametrize(
    ("column", "format"),
    [
        ("dni", r"\d{8}[A-Z]"),
        ("postcode", r"\d{5}"),
        ("born", r"\d\d/\d\d/\d{4}"),
        ("pay", r"\d+,\d\d"),
        ("name", r"[A-Z][a-z]+( [A-Z][a-z]+)? [a-z]+\d+"),
    ],
)
def test_formats_are_kept(column, format):
    cells = made(payroll()).cells.column(column)

    assert all(re.fullmatch(format, cell) for cell in cells)


def test_dates_are_dates_of_the_same_years():
    days = [datetime.strptime(cell, "%d/%m/%Y") for cell in made(payroll()).cells.column("born")]

    assert all(1950 <= day.year <= 2003 for day in days)


@pytest.mark.parametrize("column", ["name", "dni", "postcode"])
def test_no_identifying_text_is_anybodys(column):
    originals = payroll()

    assert not {*made(originals).cells.column(column)} & {*originals.column(column)}


def test_categories_and_nulls_stay():
    column = made(payroll()).cells.column("contract").tolist()

    assert set(column) == {"fixed", "open", None}
    assert column.count(None) / 300 == pytest.approx(1 / 3, abs=0.15)


def test_no_record_resembles_an_original_one():
    originals = payroll()

    result = made(originals, alike=0.3, near=0.05)

    assert most_columns_alike(result.cells, originals, 0.05).max() == result.most_alike <= 1
    assert result.redrawn > 0
    assert result.cells.records == 300 - result.removed


def test_the_same_seed_makes_the_same_records():
    first, second, other = (table(made(payroll(), seed=seed).cells) for seed in (1, 1, 2))

    assert first == second != other


def test_as_many_records_as_asked_for():
    assert made(payroll(), records=1000).cells.records == 1000


@pytest.mark.parametrize(
    "attack",
    [
        partial(singling_out, columns=["born", "pay", "contract"], at_once=3),
        partial(linkability, first=["born", "contract"], second=["pay", "postcode"]),
    ],
    ids=["singling out", "linkability"],
)
def test_attacks_do_no_better_on_the_originals_than_on_others(attack):
    originals, others = payroll(), payroll(seed=9)

    result = attack(
        table(made(originals).cells), table(originals), table(others), np.random.default_rng(1)
    )

    assert result.interval[0] < 0.02
    assert result.risk < 0.1


def test_one_record_gives_formats_only():
    alone = payroll(1)

    result = made(alone, records=5)

    assert result.cells.records == 5
    assert result.most_alike <= 3


def test_a_column_of_nulls_stays_one():
    cells = Cells.of({"a": [None] * 3, "id": ["x1", "y2", "z3"]})

    assert made(cells).cells.column("a").tolist() == [None] * 3


def test_no_records_are_refused():
    with pytest.raises(DataError, match="no records"):
        made(Cells.of({"a": []}))


def test_a_table_of_one_category_cannot_be_made_up():
    with pytest.raises(NotAchievable, match="more than 0 of 1 column"):
        made(Cells.of({"sex": list("FM") * 20}))


def test_a_format_without_room_is_told_without_its_texts():
    letters = [chr(ord("a") + n) for n in range(26)]

    with pytest.raises(NotAchievable, match="Column 'letter': its format leaves too few"):
        made(Cells.of({"letter": letters}))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"records": 0}, "records"),
        ({"least": 1}, "least"),
        ({"alike": 2}, "alike"),
        ({"near": -1}, "near"),
    ],
)
def test_wrong_parameters_are_refused(parameters, message):
    with pytest.raises(ParameterError, match=message):
        DataForTesting(**parameters)


def test_it_explains_itself_in_both_languages():
    explanation = DataForTesting(alike=0.4).explanation

    assert "40%" in str(explanation)
    assert "40\xa0%" in explanation.text("es")
