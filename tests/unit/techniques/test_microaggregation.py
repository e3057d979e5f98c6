from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from tests.support.perturbed import applied, changed, numbers, texts

from celosia.errors import DataError, ParameterError
from celosia.techniques.perturbation.microaggregation import Microaggregate


def test_groups_take_their_mean():
    # mean 26.8: 100 is furthest and takes 31; 0 is furthest from 100 and takes 1; 8 and 21 stay
    after = changed(Microaggregate(("x",), 2), {"x": ["0", "1", "8", "21", "31", "100"]})

    assert after["x"] == ["0", "0", "14", "14", "66", "66"]  # halves go to the even number


def test_or_their_median():
    after = changed(Microaggregate(("x",), 3, "median"), {"x": ["1,0", "2,5", "9,0"]})

    assert after["x"] == ["2,5", "2,5", "2,5"]


def test_or_their_most_frequent_value():
    table = {"x": ["b", "a", "b", "c", "d", "c"], "age": ["20", "20", "21", "90", "91", "90"]}

    after = changed(Microaggregate(("age", "x"), 3, "mode"), table)

    assert after["age"] == ["20", "20", "20", "90", "90", "90"]
    assert after["x"] == ["b", "b", "b", "c", "c", "c"]


def test_codes_with_leading_zeros_are_no_numbers():
    after = changed(Microaggregate(("zip",), 2, "mode"), {"zip": ["08001", "08001", "28001"]})

    assert after["zip"] == ["08001"] * 3


def test_dates_have_a_mean():
    after = changed(Microaggregate(("d",), 2), {"d": ["01/03/2024", "28/02/2024", None, None]})

    assert after["d"] == ["29/02/2024", "29/02/2024", None, None]


@pytest.mark.parametrize("by", ["mean", "median", "mode"])
def test_every_combination_stands_for_k_records(by):
    rng = np.random.default_rng(2)
    table = {"age": texts(rng.integers(18, 90, 301)), "pay": texts(rng.lognormal(7, 1, 301), 2)}
    table["pay"][::20] = [None] * 16

    after = changed(Microaggregate(("age", "pay"), 4, by), table)

    assert min(Counter(zip(after["age"], after["pay"], strict=True)).values()) >= 4


def test_means_stay_up_to_rounding_and_variances_shrink():
    pay = texts(np.random.default_rng(2).lognormal(7, 1, 500), 4)

    after = changed(Microaggregate(("pay",), 5), {"pay": pay})["pay"]

    assert numbers(after).mean() == pytest.approx(numbers(pay).mean(), abs=1e-4)
    assert 0.8 * numbers(pay).var() < numbers(after).var() < numbers(pay).var()


def test_a_group_that_mixes_nulls_and_values_is_emptied_and_told():
    result = applied(Microaggregate(("x",), 2), {"x": ["1", None, "2"]})

    assert result.cells.column("x").tolist() == [None, None, None]
    assert "2 cells were emptied" in str(result.warnings[0])


def test_nulls_gather_first():
    result = applied(Microaggregate(("x",), 2), {"x": ["1", None, "3", None, "9", "9"]})

    assert result.cells.column("x").tolist() == ["2", None, "2", None, "9", "9"]
    assert not result.warnings


def test_the_order_of_rows_is_no_matter():
    ages = texts(np.random.default_rng(2).integers(18, 90, 100))
    shuffled = np.random.default_rng(3).permutation(100)

    after = changed(Microaggregate(("x",), 3), {"x": ages})["x"]
    other = changed(Microaggregate(("x",), 3), {"x": [ages[i] for i in shuffled]})["x"]

    assert Counter(zip(ages, after, strict=True)) == Counter(
        zip([ages[i] for i in shuffled], other, strict=True)
    )


def test_a_constant_column_and_an_empty_table_stay():
    assert changed(Microaggregate(("x",), 2), {"x": ["5"] * 9})["x"] == ["5"] * 9
    assert changed(Microaggregate(("x",), 2), {"x": []})["x"] == []


def test_fewer_than_k_records_are_refused():
    with pytest.raises(DataError, match="1 record cannot make a group of 2"):
        applied(Microaggregate(("x",), 2), {"x": ["5"]})


def test_categories_have_no_mean():
    with pytest.raises(DataError, match="2 cells are not numbers"):
        applied(Microaggregate(("x",), 2), {"x": ["a", "b", "1"]})


@pytest.mark.parametrize(
    "wrong", [{"k": 1}, {"k": 2, "by": "max"}, {"k": 2, "columns": ()}, {"k": 2.0}]
)
def test_wrong_parameters(wrong):
    with pytest.raises(ParameterError, match="Microaggregate"):
        Microaggregate(**{"columns": ("x",), **wrong})
