from __future__ import annotations

import re

import numpy as np
import pytest
from tests.support.perturbed import applied, changed, numbers, texts

from celosia.core.randomness import Randomness
from celosia.errors import DataError, ParameterError
from celosia.techniques.perturbation.noise import GaussianNoise, UniformNoise, rounded_by_chance

MANY = 100_000
AGES = texts(np.random.default_rng(7).integers(18, 91, MANY))
KINDS = [UniformNoise, GaussianNoise]


def added(technique, cells, seed=1):
    after = changed(technique, {"x": cells}, seed)["x"]
    return numbers(after) - numbers(cells)


def assert_zero_on_average(noise):
    assert abs(noise.mean()) < 4 * noise.std() / noise.size**0.5


def test_uniform_noise_lies_within_its_share_of_the_range():
    noise = added(UniformNoise("x", share=0.1), AGES)

    # the range is 72, and rounding by chance may add less than one year
    assert np.abs(noise).max() <= 8
    assert noise.var() == pytest.approx(7.2**2 / 3 + 1 / 6, rel=0.01)
    assert_zero_on_average(noise)


def test_gaussian_noise_has_its_share_of_the_range_as_deviation():
    noise = added(GaussianNoise("x", share=0.05), AGES)

    assert noise.var() == pytest.approx(3.6**2 + 1 / 6, rel=0.02)
    assert_zero_on_average(noise)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("width", [0.3, 4])
def test_noise_is_zero_on_average_even_when_smaller_than_the_unit(kind, seed, width):
    noise = added(kind("x", width=width), AGES[:20_000], seed)

    assert noise.any()
    assert_zero_on_average(noise)


def test_half_of_a_draw_from_0_up_is_biased_and_ours_is_not():
    """The application of seed 001 adds half of each draw: from 0 to h, h/4 on average."""
    drawn = np.random.default_rng(1).random(MANY) * 7.2
    biased = drawn - drawn / 2

    assert biased.mean() == pytest.approx(1.8, abs=0.02)
    assert abs(added(UniformNoise("x", share=0.1), AGES).mean()) < 0.06


def test_gps_noise_by_an_absolute_width_keeps_the_decimals():
    cells = ["1.27434", "1.26421", "1.26463"] * 1000

    after = changed(UniformNoise("x", width=0.005), {"x": cells})["x"]

    assert all(len(cell.partition(".")[2]) == 5 for cell in after)
    assert np.abs(numbers(after) - numbers(cells)).max() <= 0.005 + 1e-9


@pytest.mark.parametrize("kind", KINDS)
def test_clipping_stays_in_the_range_and_biases_its_ends(kind):
    cells = ["0"] * 5000 + ["100"]

    free = numbers(changed(kind("x", share=0.1), {"x": cells})["x"])
    clipped = numbers(changed(kind("x", share=0.1, clip=True), {"x": cells})["x"])

    assert free.min() < 0
    assert clipped.min() == 0
    assert clipped.mean() > free.mean() + 1


@pytest.mark.parametrize("kind", KINDS)
def test_decimal_commas_decimals_and_nulls_stay(kind):
    after = changed(kind("x", share=0.5), {"x": ["1,50", None, "20,25", "3"]})["x"]

    assert after[1] is None
    assert all("," in cell and len(cell.partition(",")[2]) == 2 for cell in after if cell)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cells", [["5"], ["5", "5", None]])
def test_a_column_without_range_is_told(kind, cells):
    result = applied(kind("x", share=0.1), {"x": cells})

    assert result.cells.column("x").tolist() == cells
    assert "give a width" in str(result.warnings[0])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cells", [[], [None, None]])
def test_nothing_to_change(kind, cells):
    result = applied(kind("x", share=0.1), {"x": cells})

    assert result.cells.column("x").tolist() == cells
    assert not result.warnings


@pytest.mark.parametrize("kind", KINDS)
def test_a_width_changes_a_constant_column_too(kind):
    result = applied(kind("x", width=5), {"x": ["50"] * 100})

    assert len(set(result.cells.column("x"))) > 3
    assert not result.warnings


def test_two_columns_do_not_share_their_draws():
    before = {"x": AGES[:100], "y": AGES[:100]}

    assert (
        changed(UniformNoise("x", width=9), before)["x"]
        != (changed(UniformNoise("y", width=9), before)["y"])
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({}, "either share"),
        ({"share": 0.1, "width": 1}, "either share"),
        ({"share": 0}, "above 0 to 1"),
        ({"width": -1}, "above 0"),
        ({"width": float("nan")}, "above 0"),
        ({"share": 0.1, "clip": 1}, "true or false"),
    ],
)
def test_wrong_parameters(kind, wrong, says):
    with pytest.raises(ParameterError, match=says):
        kind("x", **wrong)


def test_texts_are_refused_without_being_told():
    with pytest.raises(DataError, match="1 cell is not a number") as refused:
        applied(UniformNoise("x", share=0.1), {"x": ["31", "secret"]})
    assert "secret" not in str(refused.value)


def test_numbers_with_a_decimal_comma_are_not_counted_among_the_wrong_ones():
    with pytest.raises(DataError, match="1 cell is not a number"):
        applied(UniformNoise("x", share=0.1), {"x": ["1,5", "2,5", "none", "3,5"]})


def test_rounding_by_chance_leaves_what_needs_none():
    values = np.array([0.29, 1.1, -3.0, np.nan])

    rounded = rounded_by_chance(values, 2, Randomness(b""))

    assert np.array_equal(rounded, values, equal_nan=True)


@pytest.mark.parametrize("cells", [["1e308", "-1e308", "3"], ["1e-300", "2"]])
def test_numbers_that_floats_cannot_add_up_are_refused(cells):
    with pytest.raises(DataError, match="too large, or with too many decimals"):
        changed(UniformNoise("x", share=0.1), {"x": cells})


@pytest.mark.parametrize(
    "place", ["40.41, -3.70", "(40.41; -3.70)", "40,41; -3,70", "40.41 -3.70"], ids=str
)
def test_a_latitude_and_a_longitude_get_noise_of_their_own(place):
    after = changed(UniformNoise("x", width=0.5), {"x": [place, None]})["x"]

    assert after[1] is None
    assert re.sub(r"\d", "9", after[0]) == re.sub(r"\d", "9", place)
    assert after[0] != place


@pytest.mark.parametrize(
    "cells", [["40.41, -3.70", "here"], ["40.41, -3.70", "40,41; -3,70"], ["400.1, 3.2"]]
)
def test_what_is_neither_numbers_nor_places_is_refused(cells):
    with pytest.raises(DataError, match=r"(is not a|are not) number"):
        changed(UniformNoise("x", width=0.5), {"x": cells})


def test_places_that_are_all_the_same_are_told():
    result = applied(UniformNoise("x", share=0.1), {"x": ["40.41, -3.70"] * 3})

    assert "are equal" in str(result.warnings[0])
