from __future__ import annotations

import pytest

from celosia.core.values import ValueCounts
from celosia.errors import HierarchyError, ParameterError
from celosia.hierarchies import Intervals


def labels(rule, *cells):
    """Level 1 of each cell, in text order."""
    return rule.build("x", ValueCounts.of(list(cells))).levels[1]


def test_integers_get_inclusive_labels_and_a_last_star():
    hierarchy = Intervals((5, 10, 20)).build("age", ValueCounts.of(["17", "23", "40"]))

    assert hierarchy.rows == (
        ("17", "15-19", "10-19", "0-19", "*"),
        ("23", "20-24", "20-29", "20-39", "*"),
        ("40", "40-44", "40-49", "40-59", "*"),
    )


def test_negative_integers_use_brackets_so_that_the_dash_is_clear():
    assert labels(Intervals((10,)), "-1", "-10", "0") == ("[-10, -1]", "[-10, -1]", "0-9")


def test_decimals_get_half_open_labels():
    assert labels(Intervals((5,)), "20", "24.9", "25") == ("[20, 25)", "[20, 25)", "[25, 30)")


def test_a_width_of_a_tenth_is_exact():
    assert labels(Intervals((0.1,)), "0.3", "0.7") == ("[0.3, 0.4)", "[0.7, 0.8)")


def test_a_width_of_one_names_the_integer():
    assert labels(Intervals((1,)), "7", "07") == ("7", "7")


def test_intervals_snap_to_the_origin():
    assert labels(Intervals((10,), origin=18), "17", "18", "28") == ("8-17", "18-27", "28-37")


def test_bottom_and_top_coding_hold_at_every_level_and_cut_their_neighbours():
    rule = Intervals((5, 20), bottom=18, top=88)

    hierarchy = rule.build("age", ValueCounts.of(["3", "18", "87", "88", "89"]))

    assert hierarchy.rows == (
        ("18", "18-19", "18-19", "*"),
        ("3", "<18", "<18", "*"),
        ("87", "85-88", "80-88", "*"),
        ("88", "85-88", "80-88", "*"),
        ("89", ">88", ">88", "*"),
    )


def test_no_star_is_added_when_one_interval_holds_all_or_none_is_wanted():
    ages = ValueCounts.of(["3", "7"])

    assert Intervals((10,)).build("age", ages).height == 1
    assert Intervals((5,), suppress=False).build("age", ages).levels[-1] == ("0-4", "5-9")


def test_nulls_are_left_to_the_fitting():
    ages = ValueCounts.of(["3", None, "17"])

    hierarchy = Intervals((10,)).build("age", ages)

    assert hierarchy.values == ("17", "3")
    assert hierarchy.fitted(ages.values).rows[-1] == (None, None, "*")


def test_values_that_are_not_numbers_are_counted_and_not_shown():
    with pytest.raises(HierarchyError, match="2 of 3 distinct values of 'age'") as caught:
        Intervals((10,)).build("age", ValueCounts.of(["secret", "1,5", "7"]))

    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"widths": ()}, "at least one width"),
        ({"widths": (0,)}, "greater than 0"),
        ({"widths": (5, 12)}, "12 is not a multiple of 5"),
        ({"widths": (10, 10)}, "not a multiple"),
        ({"widths": (0.1, 0.25)}, "0.25 is not a multiple of 0.1"),
        ({"widths": (float("nan"),)}, "finite"),
        ({"widths": (True,)}, "must be a list of numbers"),
        ({"widths": (5,), "bottom": 10, "top": 10}, "bottom must be less than top"),
    ],
)
def test_wrong_parameters_are_refused(parameters, message):
    with pytest.raises(ParameterError, match=message):
        Intervals(**parameters)


def test_three_tenths_is_a_multiple_of_a_tenth():
    assert Intervals((0.1, 0.3)).widths == (0.1, 0.3)


def test_a_decimal_comma_is_read_where_it_is_declared():
    values = ValueCounts.of(["1,5", "2,25", "7"])

    built = Intervals((5,), decimal=",").build("x", values)

    assert built.levels[1] == ("[0, 5)", "[0, 5)", "[5, 10)")
