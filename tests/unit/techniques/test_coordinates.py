from __future__ import annotations

import pytest

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import DataError, ParameterError
from celosia.techniques.generalization.coordinate_rounding import CoordinateRounding

CONTEXT = TechniqueContext(Randomness(b"secret"))


def rounded(decimals, *cells):
    applied = CoordinateRounding("gps", decimals).apply(Cells.of({"gps": cells}), CONTEXT)
    return applied.cells.column("gps").tolist()


def test_a_column_of_single_coordinates():
    assert rounded(2, "-3.70379", "40.4", None) == ["-3.70", "40.40", None]


def test_single_coordinates_with_decimal_commas():
    assert rounded(2, "-3,70379", "40,41678") == ["-3,70", "40,42"]


@pytest.mark.parametrize(
    ("pair", "result"),
    [
        ("1.27434, 103.79967", "1.274, 103.800"),
        ("(40.41678;-3.70379)", "(40.417;-3.704)"),
        ("40.41678 -3.70379", "40.417 -3.704"),
        ("40,41678; -3,70379", "40,417; -3,704"),
    ],
)
def test_pairs_keep_the_way_in_which_they_are_written(pair, result):
    assert rounded(3, pair) == [result]


def test_nothing_is_minus_zero():
    assert rounded(2, "-0.001") == ["0.00"]


def test_no_decimals_leave_whole_degrees():
    assert rounded(0, "40.6, -3.7") == ["41, -4"]


def test_what_is_no_coordinate_is_counted_and_never_shown():
    with pytest.raises(DataError, match="1 of 2 distinct values") as error:
        rounded(3, "1.27434, 103.79967", "Calle Mayor")

    assert "Mayor" not in str(error.value)


def test_an_empty_column_stays_empty():
    assert rounded(3) == []


@pytest.mark.parametrize("decimals", [-1, 7, 2.5, True])
def test_decimals_are_few(decimals):
    with pytest.raises(ParameterError, match="CoordinateRounding: decimals"):
        CoordinateRounding("gps", decimals)


def test_the_explanation_says_how_far_that_is():
    assert "about 1110 m" in str(CoordinateRounding("gps", 2).explanation)


@pytest.mark.parametrize("cell", ["1e30", "123456789012345678901234567890.5", "400.1, 2.5"])
def test_a_number_that_no_coordinate_can_be_is_refused(cell):
    with pytest.raises(DataError, match="1 of 2 distinct values is not a coordinate"):
        rounded(2, cell, "1.5" if "," not in cell else "1.5, 2.5")
