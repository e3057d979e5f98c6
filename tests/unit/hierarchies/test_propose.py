from __future__ import annotations

import pytest

from celosia.core.hierarchy import Hierarchy
from celosia.core.schema import Column, ColumnType
from celosia.core.values import ValueCounts
from celosia.hierarchies import (
    Dates,
    Frequent,
    Intervals,
    Masking,
    Suppression,
    propose_hierarchy,
    useful_levels,
)


def rule(*cells, column=None):
    return propose_hierarchy("x", ValueCounts.of(list(cells)), column).rule


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([str(age) for age in range(17, 91)], Intervals((5, 10, 20, 40))),
        (["1", "2", "3", "4", "5"], Intervals((2,))),
        ([str(n) for n in range(0, 3000, 7)], Intervals((200, 1000, 2000))),
        (["36.5", "36.9", "37.2", "38.4"], Intervals((0.5, 2))),
        ([str(year) for year in range(1950, 2011)], Intervals((5, 10, 20))),
        (["1986", "1987", "1996"], Intervals((5,))),
    ],
    ids=["ages", "grades", "amounts", "decimals", "years", "few years"],
)
def test_numbers_get_ever_wider_nice_intervals(cells, expected):
    assert rule(*cells) == expected


def test_one_huge_value_does_not_widen_every_interval():
    cells = [str(n) for n in range(100) for _ in range(5)] + ["1000000"]

    assert rule(*cells) == Intervals((5, 10, 20, 40))


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["2024-01-05", "2024-02-05", "2023-12-24"], Dates(levels=("quarter",))),
        (["05/01/2024", "31/01/2024", "01/04/2024"], Dates("%d/%m/%Y", ("month",))),
        (["20240105", "20240131", "20240401"], Dates("%Y%m%d", ("month",))),
        (
            ["2024-01-05 10:00:00", "2024-01-05 11:00:00", "2024-01-06 10:00:00"],
            Dates("%Y-%m-%d %H:%M:%S", ("day",)),
        ),
    ],
)
def test_dates_get_the_periods_that_merge_some_of_them(cells, expected):
    assert rule(*cells) == expected


def test_a_declared_date_format_is_tried_first():
    column = Column("x", ColumnType.DATE, format="%m/%d/%Y")

    found = rule("01/05/2024", "01/06/2024", "02/01/2024", column=column)

    assert found == Dates("%m/%d/%Y", ("month",))


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["08001", "08002", "28001"], Masking(masked=(1,))),
        (["37001", "37002", "37011", "37111", "38111"], Masking(masked=(1, 2, 3))),
        (["01", "02", "11"], Masking(masked=(1,))),
        (["J45", "J45.1", "J46", "K01"], Masking(masked=(2, 3))),
    ],
    ids=["postcodes", "more postcodes", "leading zeros", "diagnoses"],
)
def test_codes_are_masked_from_the_last_character(cells, expected):
    assert rule(*cells) == expected


def test_many_skewed_categories_join_the_rare_ones():
    cells = ["clerk"] * 900 + ["nurse"] * 60 + [f"job {c}" for c in "abcdefgh" for _ in range(5)]

    assert rule(*cells) == Frequent((10,))


def test_the_label_of_the_rare_is_never_a_value():
    cells = ["clerk"] * 900 + ["other"] * 60 + [f"job {c}" for c in "abcdefgh" for _ in range(5)]

    assert rule(*cells) == Frequent((10,), other="(other)")


@pytest.mark.parametrize(
    "cells",
    [
        [],
        [None, None],
        ["a"],
        ["F", "M", None],
        ["red", "green", "blue"] * 9,
        [f"{name}@example.org" for name in "abcdefghij"],
        [f"patient number {n} said that it hurts here and there" for n in range(9)],
        [f"name {letter}" for letter in "abcdefghijklmnop"],
        ["00000000000001", "00000000000002", "00000000000003"],
        ["1", "2", "9"],
        ["1.5", "1.50", "01.5"],
    ],
    ids=repr,
)
def test_the_rest_is_kept_or_suppressed(cells):
    assert rule(*cells) == Suppression()


def test_the_reason_is_a_sentence_without_values():
    reason = propose_hierarchy("x", ValueCounts.of(["91823", "91824", "71823"])).reason.text()

    assert reason.endswith(".")
    assert "91" not in reason


def test_idle_levels_are_those_that_merge_nothing():
    rows = [("1", "a", "A", "*"), ("2", "a", "A", "*"), ("3", "b", "B", "*")]
    hierarchy = Hierarchy.from_rows("x", rows)

    assert useful_levels(hierarchy) == (0, 1, 3)


def test_the_only_level_above_one_value_is_kept():
    assert useful_levels(Hierarchy.from_rows("x", [("a", "*")])) == (0, 1)


def test_decimal_commas_are_numbers_in_a_decimal_column():
    texts = [f"{i},{i % 10}" for i in range(40)]
    column = Column("x", ColumnType.DECIMAL)

    assert rule(*texts, column=column).decimal == ","
