from __future__ import annotations

import pytest

from celosia.core.values import ValueCounts
from celosia.errors import HierarchyError, ParameterError
from celosia.hierarchies import Digits


def rows(rule, *cells):
    return rule.build("n", ValueCounts.of(list(cells))).rows


def test_the_last_digits_are_masked_up_to_a_single_star():
    assert rows(Digits(), "1986", "2003") == (
        ("1986", "198*", "19**", "1***", "*"),
        ("2003", "200*", "20**", "2***", "*"),
    )


def test_digits_are_aligned_by_place_value():
    assert rows(Digits(), "5", "15", "115") == (
        ("115", "11*", "1**", "*"),
        ("15", "1*", "**", "*"),
        ("5", "*", "**", "*"),
    )


def test_a_negative_number_keeps_its_sign_until_the_top():
    assert rows(Digits(), "-15", "-5", "15") == (
        ("-15", "-1*", "*"),
        ("-5", "-*", "*"),
        ("15", "1*", "*"),
    )


def test_leading_zeros_and_signs_do_not_count():
    assert rows(Digits(levels=1), "007", "+7", "-0", "12") == (
        ("+7", "*", "*"),
        ("-0", "*", "*"),
        ("007", "*", "*"),
        ("12", "1*", "*"),
    )


def test_values_that_are_not_integers_are_counted():
    with pytest.raises(HierarchyError, match="1 of 2 distinct values of 'n' is not an integer"):
        rows(Digits(), "1.5", "2")


def test_wrong_levels_are_refused():
    with pytest.raises(ParameterError, match="at least 1"):
        Digits(levels=0)
