from __future__ import annotations

import sys
from collections import Counter
from math import exp

import numpy as np
import pytest
from tests.support.perturbed import applied, changed, numbers

from celosia.errors import DataError, MissingExtraError, ParameterError
from celosia.techniques.perturbation.differential_privacy import (
    LaplaceMechanism,
    RandomizedResponse,
)

pytest.importorskip("opendp", reason="needs the extra 'dp'")

TECHNIQUES = [
    LaplaceMechanism("x", epsilon=1, low=0, high=10),
    RandomizedResponse("x", epsilon=1, categories=("1", "2")),
]


def test_laplace_noise_is_zero_on_average_and_as_wide_as_epsilon_asks():
    """OpenDP draws without a seed: the tolerance is of 6 deviations, once in 500 million."""
    noise = numbers(changed(LaplaceMechanism("x", 2, 0, 100), {"x": ["40"] * 5_000})["x"]) - 40

    deviation = 2**0.5 * 100 / 2
    assert abs(noise.mean()) < 6 * deviation / 5_000**0.5
    assert noise.std() == pytest.approx(deviation, rel=6 * (5 / 4 / 5_000) ** 0.5)


def test_values_are_cut_off_at_the_bounds_first():
    cells = ["-1000"] * 300 + ["1000"] * 300

    after = numbers(changed(LaplaceMechanism("x", 1000, 0, 10), {"x": cells})["x"])

    assert np.abs(after - np.repeat([0, 10], 300)).max() <= 1


def test_nulls_stay_and_are_told():
    result = applied(LaplaceMechanism("x", 1, 0, 5, decimals=2), {"x": ["1,25", None, "3"]})

    after = result.cells.column("x").tolist()
    assert after[1] is None
    assert all(len(cell.partition(",")[2]) == 2 for cell in after if cell)
    assert "not protected" in str(result.warnings[0])


@pytest.mark.parametrize("known_by_all", [0, 1])
def test_how_exactly_one_value_is_written_shows_in_no_cell(known_by_all):
    """Were decimals taken from the column, one amount with cents would give cents to all."""
    technique = LaplaceMechanism("x", 1, 0, 5, decimals=known_by_all)

    for cells in (["1", "2", "3"], ["1", "2", "3.125"]):
        after = changed(technique, {"x": cells})["x"]
        assert [len(cell.partition(".")[2]) for cell in after] == [known_by_all] * 3


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0.2, 0.8)])
def test_shares_are_right_on_average_without_decimals(low, high):
    """To the nearest whole number all of them would be 0."""
    after = numbers(changed(LaplaceMechanism("x", 50, low, high), {"x": ["0.3"] * 5_000})["x"])

    assert after.mean() == pytest.approx(0.3, abs=6 * 0.5 / 5_000**0.5)


def test_more_decimals_than_can_be_counted_are_refused():
    with pytest.raises(ParameterError, match="more numbers between low and high"):
        applied(LaplaceMechanism("x", 1, 0, 1000, decimals=15), {"x": ["0.5"]})


def test_answers_are_as_random_as_epsilon_asks():
    response = RandomizedResponse("x", 1.0, ("a", "b", "c"))

    counts = Counter(changed(response, {"x": ["a"] * 3000})["x"])

    stays = exp(1) / (exp(1) + 2)
    for value, share in {"a": stays, "b": (1 - stays) / 2, "c": (1 - stays) / 2}.items():
        assert abs(counts[value] - 3000 * share) < 6 * (3000 * share * (1 - share)) ** 0.5


def test_the_estimate_of_the_docstring_recovers_the_shares():
    response = RandomizedResponse("x", 3.0, ("a", "b", "c", "d"))

    counts = Counter(changed(response, {"x": ["a"] * 2000 + ["b"] * 1000})["x"])

    stays, number = exp(3) / (exp(3) + 3), 4
    estimated = [
        (counts[v] / 3000 * (number - 1) - (1 - stays)) / (stays * number - 1) for v in "abcd"
    ]
    assert estimated == pytest.approx([2 / 3, 1 / 3, 0, 0], abs=0.06)


@pytest.mark.parametrize("epsilon", [1e-6, 1, 50])
@pytest.mark.parametrize("number", [2, 3, 49])
def test_any_epsilon_and_number_of_categories(epsilon, number):
    categories = tuple(map(str, range(number)))

    after = changed(RandomizedResponse("x", epsilon, categories), {"x": ["1"] * 5})["x"]

    assert set(after) <= ({"1"} if epsilon == 50 else set(categories))


def test_unknown_categories_are_refused_without_being_told():
    with pytest.raises(DataError, match="1 cell is not among 2 categories") as refused:
        applied(RandomizedResponse("x", 1, ("a", "b")), {"x": ["a", "secret", None]})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda technique: technique.kind)
def test_an_empty_table_nulls_and_one_record(technique):
    assert changed(technique, {"x": []})["x"] == []
    assert changed(technique, {"x": [None]})["x"] == [None]
    assert changed(technique, {"x": ["1"]})["x"][0] is not None


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda technique: technique.kind)
def test_what_is_not_guaranteed_is_said(technique):
    assert "nothing about other columns" in str(technique.explanation)
    assert "No dice nada de otras columnas" in technique.explanation.text("es")


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda technique: technique.kind)
def test_without_opendp_the_extra_is_named(technique, monkeypatch):
    monkeypatch.setitem(sys.modules, "opendp.mod", None)

    with pytest.raises(MissingExtraError, match=r"pip install 'celosia\[dp\]'"):
        applied(technique, {"x": ["1"]})


@pytest.mark.parametrize(
    ("technique", "wrong"),
    [
        (LaplaceMechanism, {"epsilon": 0, "low": 0, "high": 1}),
        (LaplaceMechanism, {"epsilon": 1, "low": 1, "high": 1}),
        (LaplaceMechanism, {"epsilon": 1, "low": float("-inf"), "high": 1}),
        (LaplaceMechanism, {"epsilon": 1, "low": 0, "high": 1, "decimals": 16}),
        (RandomizedResponse, {"epsilon": 0, "categories": ("a", "b")}),
        (RandomizedResponse, {"epsilon": 1, "categories": ("a",)}),
        (RandomizedResponse, {"epsilon": 1, "categories": ("a", "a")}),
        (RandomizedResponse, {"epsilon": 1, "categories": "ab"}),
    ],
)
def test_wrong_parameters(technique, wrong):
    with pytest.raises(ParameterError, match=technique.__name__):
        technique("x", **wrong)


def test_noise_too_large_to_be_counted_is_refused():
    with pytest.raises(ParameterError, match="epsilon is so small"):
        changed(LaplaceMechanism("x", 1e-9, 0, 1e12), {"x": ["1"]})


def test_answers_that_would_be_chance_alone_are_refused():
    with pytest.raises(ParameterError, match="RandomizedResponse: epsilon is so small"):
        changed(RandomizedResponse("x", 1e-20, ("1", "2")), {"x": ["1"]})


def test_bounds_are_taken_as_they_are_written():
    assert LaplaceMechanism("x", 1, 0.1, 0.3, decimals=1)._steps() == (1, 3)
