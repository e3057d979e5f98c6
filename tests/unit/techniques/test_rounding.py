from __future__ import annotations

import pytest

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext, ValueTechnique
from celosia.core.values import Cells
from celosia.errors import DataError, ParameterError
from celosia.techniques.generalization.rounding import Rounding

CONTEXT = TechniqueContext(Randomness(b"secret"))


def rounded(technique, *cells):
    applied = technique.apply(Cells.of({"pay": cells}), CONTEXT)
    return applied.cells.column("pay").tolist()


def test_numbers_go_to_the_nearest_multiple_and_nulls_stay():
    assert rounded(Rounding("pay", 5), "177", None, "-3", "0") == ["175", None, "-5", "0"]


def test_halfway_goes_to_the_even_multiple_on_both_sides_of_zero():
    assert rounded(Rounding("pay", 10), "5", "15", "25", "-5", "-15") == [
        "0",
        "20",
        "20",
        "0",
        "-20",
    ]


def test_down_and_up_are_towards_less_and_more():
    assert rounded(Rounding("pay", 3, "down"), "20", "-1", "21") == ["18", "-3", "21"]
    assert rounded(Rounding("pay", 3, "up"), "19", "-1", "21") == ["21", "0", "21"]


def test_results_have_the_decimals_and_the_sign_of_the_column():
    assert rounded(Rounding("pay", 0.5), "1,30", "2", "1e1") == ["1,50", "2,00", "10,00"]


def test_a_base_with_more_decimals_than_the_column_is_shown():
    assert rounded(Rounding("pay", 2.5), "4", "7") == ["5.0", "7.5"]


def test_a_tenth_is_a_tenth():
    assert rounded(Rounding("pay", 0.1), "0.15", "0.25", "0.35") == ["0.20", "0.20", "0.40"]


def test_numbers_that_no_float_holds_are_rounded_exactly():
    assert rounded(Rounding("pay", 5), "123456789012345678903", "7") == [
        "123456789012345678905",
        "5",
    ]
    assert rounded(Rounding("pay", 1000), "0.00000000000000000001") == ["0.00000000000000000000"]
    assert rounded(Rounding("pay", 1), f"2.{'0' * 400}1") == [f"2.{'0' * 401}"]


def test_an_empty_table_and_a_column_of_nulls_stay():
    assert rounded(Rounding("pay", 5)) == []
    assert rounded(Rounding("pay", 5), None, None) == [None, None]


def test_texts_are_counted_and_never_shown():
    with pytest.raises(DataError, match="1 of 2 distinct values is not a number") as error:
        rounded(Rounding("pay", 5), "12", "twelve", "twelve")

    assert "twelve" not in str(error.value)


@pytest.mark.parametrize("base", [0, -5, float("nan"), float("inf"), "5", True, None, 1e300])
def test_a_base_must_be_a_positive_number(base):
    with pytest.raises(ParameterError, match="Rounding: base must be"):
        Rounding("pay", base)


def test_a_direction_must_be_known():
    with pytest.raises(ParameterError, match="one of nearest, down, up"):
        Rounding("pay", 5, "sideways")


def test_engines_may_run_it_by_a_join():
    assert isinstance(Rounding("pay", 5), ValueTechnique)
    assert Rounding("pay", 5).changes == ("pay",)
