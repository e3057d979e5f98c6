from __future__ import annotations

import pytest

from celosia.core.values import ValueCounts
from celosia.errors import ParameterError
from celosia.hierarchies import Masking


def rows(rule, *cells):
    return rule.build("postcode", ValueCounts.of(list(cells))).rows


def test_one_more_character_is_masked_per_level_from_the_last():
    assert rows(Masking(), "37003") == (("37003", "3700*", "370**", "37***", "3****", "*"),)


def test_or_from_the_first():
    assert rows(Masking(side="first", levels=2), "1234", "9934") == (
        ("1234", "*234", "**34"),
        ("9934", "*934", "**34"),
    )


def test_shorter_values_are_padded_so_that_no_label_tells_their_length():
    assert rows(Masking(), "ab", "a", "") == (
        ("", "**", "*"),
        ("a", "a*", "*"),
        ("ab", "a*", "*"),
    )


def test_from_the_first_they_are_aligned_on_the_right():
    assert rows(Masking(side="first", levels=1), "5", "15") == (
        ("15", "*5"),
        ("5", "*5"),
    )


def test_without_padding_each_value_keeps_its_length():
    assert rows(Masking(pad=False, levels=1), "abc", "x") == (
        ("abc", "ab*", "*"),
        ("x", "*", "*"),
    )


def test_steps_mask_several_characters_at_a_time():
    assert rows(Masking(step=2, symbol="#"), "12345") == (("12345", "123##", "1####", "*"),)


def test_the_masked_counts_can_be_given():
    assert rows(Masking(masked=(2, 4)), "37003", "28001") == (
        ("28001", "280**", "2****", "*"),
        ("37003", "370**", "3****", "*"),
    )


def test_levels_past_the_last_character_are_not_made():
    assert rows(Masking(levels=9), "ab", "cd") == (("ab", "a*", "*"), ("cd", "c*", "*"))


@pytest.mark.parametrize(
    "parameters",
    [
        {"side": "middle"},
        {"step": 0},
        {"levels": 0},
        {"symbol": "**"},
        {"masked": ()},
        {"masked": (2, 1)},
        {"masked": (1,), "levels": 2},
    ],
)
def test_wrong_parameters_are_refused(parameters):
    with pytest.raises(ParameterError, match="Masking"):
        Masking(**parameters)
