from __future__ import annotations

from math import isnan

import pytest

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.label_meanings import Exact
from celosia.core.labels import LabelReader, as_interval, read_label
from celosia.core.values import Value
from celosia.risk.attacks.attack_columns import attacked_domain, taken_for


def covers(label: Value, value: Value) -> bool:
    return taken_for(attacked_domain((value,), None), label).size == 1


def covered(reader: LabelReader, label: str) -> list[Value]:
    return [reader.values[place] for place in reader.covered(label)]


@pytest.mark.parametrize(
    ("label", "inside", "outside"),
    [
        ("23", "23.0", "24"),
        ("20-29", "29", "30"),
        ("[-10, -1]", "-1", "0"),
        ("[20, 25)", "24.9", "25"),
        ("[0,4]", "4", "5"),
        ("(0; 4]", "1", "0"),
        ("<18", "17", "18"),
        ("<=18", "18", "19"),
        (">=88", "88", "87"),
        (">88", "89", "88"),
        ("198*", "1986", "1990"),
        ("19**", "1986", "1886"),
        ("1*", "15", "1"),
        ("**", "5", "100"),
        ("-1*", "-15", "15"),
        ("080**", "08001", "28001"),
        ("37***", "37003", "38003"),
        ("AB**", "AB", "ABCDE"),
        ("***Z", "XYZ", "XYA"),
        ("{A, B}", "B", "C"),
        ("{A..C}", "B", "D"),
        ("{9..10}", "10", "11"),
        ("2024-03", "2024-03-09", "2024-04-01"),
        ("2024-Q1", "2024-03-09 12:00", "2024-04-01"),
        ("2024", "2024-12-31", "2025-01-01"),
        ("2020-2029", "2029-12-31", "2030-01-01"),
        ("Spain", "Spain", "Peru"),
        ("<=50K", "<=50K", ">50K"),
    ],
)
def test_a_label_covers_what_it_stands_for(label, inside, outside):
    assert covers(label, inside)
    assert not covers(label, outside)
    assert covers("*", inside)


def test_a_null_stands_for_a_null_only_and_a_star_for_both():
    assert covers(None, None)
    assert covers("*", None)
    assert not covers(None, "7")
    assert not covers("0-9", None)


def test_a_month_is_no_interval_and_a_code_is_no_number():
    assert as_interval(read_label("2024-03")) is None
    assert not LabelReader.of(["08001"]).numeric
    assert isnan(AttributeDomain.of("country", ["Spain"]).midpoint(">=90"))
    assert AttributeDomain.of("age", ["7"]).midpoint("20-29") == 24.5


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("[2020-01-05, 2020-03-01]", ["2020-01-05", "2020-03-01"]),
        ("[2020-03-01; 2020-01-05]", ["2020-01-05", "2020-03-01"]),
        ("(2020-01-05, 2020-12-31)", ["2020-03-01"]),
        ("[2020-01, 2020-02]", []),
        ("2020-Q1", ["2020-01-05", "2020-03-01"]),
        ("2020", ["2020-01-05", "2020-03-01", "2020-12-31"]),
        ("2010-2019", ["2019-12-31 23:59"]),
        ("2019-12-31", ["2019-12-31 23:59"]),
        ("2020-02-30", []),
        ("0000", []),
        ("{2020-01-05, 2020-03-01}", ["2020-01-05", "2020-03-01"]),
    ],
)
def test_what_labels_cover_of_dates(label, expected):
    days = ["2019-12-31 23:59", "2020-01-05", "2020-03-01", "2020-12-31", "unknown", None]

    assert covered(LabelReader.of(days), label) == expected


def test_dates_are_ordered_as_dates_in_the_format_of_their_column():
    born = LabelReader.of(["05/01/2020", "01/03/2020", "09/12/2020", "20/01/2021"])

    assert covered(born, "[05/01/2020, 01/03/2020]") == ["01/03/2020", "05/01/2020"]
    assert covered(born, "[2020-12-01, 2021-12-31]") == ["09/12/2020", "20/01/2021"]
    assert covered(born, "2020-Q1") == ["01/03/2020", "05/01/2020"]


def test_a_declared_format_is_believed():
    born = LabelReader.of(["05/01/2020", "01/03/2020"], dates="%m/%d/%Y")

    assert covered(born, "[01/01/2020, 02/01/2020]") == ["01/03/2020"]


def test_dates_with_commas_are_parted_by_a_semicolon():
    born = LabelReader.of(["January 5, 2020", "May 1, 2020"], dates="%B %d, %Y")

    assert covered(born, "[January 5, 2020; March 1, 2020]") == ["January 5, 2020"]


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("[2,5; 3,75]", ["2,5", "3", "3,75"]),
        ("[2,5, 3,75]", ["2,5", "3", "3,75"]),
        ("[3; 4]", ["3", "3,75"]),
        ("[3, 4]", ["3", "3,75"]),
        ("2,5-3", ["2,5", "3"]),
        (">=3,5", ["3,75", "10"]),
        ("3.75", ["3,75"]),
        ("{2,5 | 3,75}", ["2,5", "3,75"]),
        ("[2,5]", []),
    ],
)
def test_numbers_with_a_decimal_comma(label, expected):
    rates = LabelReader.of(["10", "2,5", "3", "3,75"], decimal=None)

    assert rates.numeric
    assert covered(rates, label) == expected


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("{Doe, Jana | Roe, Ann}", ["Doe, Jana", "Roe, Ann"]),
        ("{Ann}", ["Ann"]),
        ("{Ann, x | y}", ["Ann", "x | y"]),
        ("{{z}, Ann}", ["Ann", "{z}"]),
        ("{a..b, Ann}", ["Ann", "a..b"]),
        ("{ padded, Ann}", [" padded", "Ann"]),
        ("{Ann, Nobody}", ["Ann"]),
        ("{Nobody}", []),
        ("[Ann, Roe]", []),
        ("{Ann..Roe}", ["Ann", "Doe, Jana"]),
    ],
)
def test_sets_are_split_where_their_members_are_values(label, expected):
    names = ["Ann", "Doe, Jana", "Roe, Ann", "x | y", "{z}", "a..b", " padded"]

    assert covered(LabelReader.of(names), label) == expected


@pytest.mark.parametrize("value", ["[1, 2]", "{1, 2}", "1-2", "2020", "1*", "1 / 2", "{1..2}"])
def test_a_value_of_the_column_wins_over_what_its_text_says(value):
    assert covered(LabelReader.of(["1", "2", "2020-01-05", "2020", value]), value) == [value]


def test_a_mask_pads_values_only_when_it_is_as_long_as_the_longest():
    codes = LabelReader.of(["37", "3700", "37003", "08001"])

    assert covered(codes, "37***") == ["37", "3700", "37003"]
    assert covered(codes, "37**") == ["3700"]


def test_a_label_of_several_people_is_the_same_number_to_an_attacker_only():
    numbers = ("5", "5.0", "7")

    assert AttributeDomain.of("n", numbers).covered("5").tolist() == [0]
    assert taken_for(attacked_domain(numbers, None), "5").tolist() == [0, 1]


def test_a_number_is_no_other_text_where_values_are_texts():
    assert LabelReader.of(["5.0", "A"]).matching(Exact("5")).size == 0
