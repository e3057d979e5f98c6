from __future__ import annotations

from math import inf

import pytest

from celosia.core.label_meanings import Anything, Exact, Interval, Masked, ValueRun, ValueSet
from celosia.core.labels import as_interval, read_label


@pytest.mark.parametrize(
    ("cell", "meaning"),
    [
        ("20-29", Interval(20, 29)),
        ("20 – 29", Interval(20, 29)),
        ("2022-2020", Interval(2020, 2022)),
        ("-10-5", Interval(-10, 5)),
        ("-10--1", Interval(-10, -1)),
        ("[-10, -1]", Interval(-10, -1)),
        ("[20, 25)", Interval(20, 25, holds_high=False)),
        ("(20, 25]", Interval(20, 25, holds_low=False)),
        ("[25, 20)", Interval(20, 25, holds_low=False)),
        ("[6-10]", Interval(6, 10)),
        ("[0.5, 1)", Interval(0.5, 1, holds_high=False)),
        ("<18", Interval(-inf, 18, holds_high=False)),
        ("<=18", Interval(-inf, 18)),
        (">=90", Interval(90, inf)),
        (">90", Interval(90, inf, holds_low=False)),
        ("{a, b}", ValueSet(("a", "b"))),
        ("Jana Doe / Richard Roe", ValueSet(("Jana Doe", "Richard Roe"))),
        ("{A..C}", ValueRun("A", "C")),
        ("198*", Masked("198*")),
        ("[1e150, 2e-150]", Interval(2e-150, 1e150)),
        ("*3", Masked("*3")),
        ("*", Anything()),
        (" * ", Anything()),
        ("1e-5", Exact("1e-5")),
        ("-5", Exact("-5")),
        ("2024-Q1", Exact("2024-Q1")),
        ("North", Exact("North")),
        ("", Exact("")),
        ("{", Exact("{")),
    ],
)
def test_a_cell_is_understood_by_how_it_is_written(cell, meaning):
    assert read_label(cell) == meaning


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("198*", 1980, 1989), ("19**", 1900, 1999), ("**", 0, 99), ("-1*", -19, -10), ("-*", -9, 0)],
)
def test_masked_digits_are_ranges(text, low, high):
    assert as_interval(Masked(text)) == Interval(low, high)


def test_other_masks_are_no_range():
    assert as_interval(Masked("*3")) is None
    assert as_interval(Masked("a*")) is None


def test_digits_masked_beyond_all_numbers_are_none():
    assert as_interval(Masked("1" + "*" * 400)) is None
