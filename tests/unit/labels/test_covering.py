from __future__ import annotations

from math import isnan

import pytest

from celosia.risk.attacks.coverage import covers, number, span


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
    assert span("2024-03") is None
    assert isnan(number("08001"))
    assert isnan(span(">=90").midpoint)
    assert span("20-29").midpoint == 24.5
