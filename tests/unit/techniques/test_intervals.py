from __future__ import annotations

import pytest

from celosia.core.labels import LabelReader
from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import DataError, ParameterError
from celosia.techniques.generalization.fixed_intervals import FixedIntervals
from celosia.techniques.generalization.top_bottom_coding import TopBottomCoding

CONTEXT = TechniqueContext(Randomness(b"secret"))


def coded(technique, *cells):
    return technique.apply(Cells.of({"age": cells}), CONTEXT).cells.column("age").tolist()


def test_whole_numbers_name_the_first_and_the_last_inside():
    assert coded(FixedIntervals("age", 10), "20", "29", None, "30") == [
        "20-29",
        "20-29",
        None,
        "30-39",
    ]


def test_an_origin_moves_the_intervals():
    assert coded(FixedIntervals("age", 5, origin=1), "24", "39", "18") == [
        "21-25",
        "36-40",
        "16-20",
    ]


def test_open_ends_cut_the_intervals_next_to_them():
    technique = FixedIntervals("age", 10, bottom=18, top=65)

    labels = coded(technique, "17", "18", "19", "65", "66")

    assert labels == ["<18", "18-19", "18-19", "60-65", ">65"]


def test_negative_numbers_are_bracketed():
    assert coded(FixedIntervals("age", 10), "-5", "5") == ["[-10, -1]", "0-9"]


def test_other_numbers_are_in_half_open_intervals():
    technique = FixedIntervals("age", 2.5, top=6)

    labels = coded(technique, "2.5", "4.99", "5.2", "6", "6.1")

    assert labels == ["[2.5, 5)", "[2.5, 5)", "[5, 6]", "[5, 6]", ">6"]


def test_a_decimal_comma_is_kept_in_the_labels():
    assert coded(FixedIntervals("age", 2.5, bottom=1.5), "2,7", "1,2", "1,6") == [
        "[2,5; 5)",
        "<1,5",
        "[1,5; 2,5)",
    ]


def test_numbers_that_no_float_holds_have_exact_labels():
    assert coded(FixedIntervals("age", 10), "12345678901234567890123456789012345") == [
        "12345678901234567890123456789012340-12345678901234567890123456789012349"
    ]


def test_width_one_of_whole_numbers_is_the_number():
    assert coded(FixedIntervals("age", 1), "7") == ["7"]


@pytest.mark.parametrize("cells", [("17", "23", "70", "66"), ("1,5", "2", "66,1"), ("-4", "8")])
def test_the_readers_of_labels_find_each_number_inside_its_label(cells):
    reader = LabelReader.of(cells, decimal=None)

    labels = coded(FixedIntervals("age", 10, top=65), *cells)

    for cell, label in zip(cells, labels, strict=True):
        assert reader.place(cell) in reader.covered(label)


def test_top_and_bottom_coding_leave_the_middle_alone():
    technique = TopBottomCoding("age", bottom=20, top=60)

    assert coded(technique, "19", "20", "60", "61", None) == ["<20", "20", "60", ">60", None]


def test_one_limit_is_enough():
    assert coded(TopBottomCoding("age", top=60.5), "-9", "61", "60,5") == ["-9", ">60,5", "60,5"]
    assert coded(TopBottomCoding("age", bottom=20), "-9", "61") == ["<20", "61"]


@pytest.mark.parametrize(
    "technique", [FixedIntervals("age", 10), TopBottomCoding("age", top=60)], ids=repr
)
def test_empty_columns_and_texts(technique):
    assert coded(technique) == []
    with pytest.raises(DataError, match="1 of 2 distinct values"):
        coded(technique, "31", "old")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: FixedIntervals("age", 0),
        lambda: FixedIntervals("age", 10, origin="x"),
        lambda: FixedIntervals("age", 10, bottom=20, top=20),
        lambda: TopBottomCoding("age"),
        lambda: TopBottomCoding("age", bottom=60, top=20),
        lambda: TopBottomCoding("", top=20),
    ],
)
def test_wrong_parameters(wrong):
    with pytest.raises(ParameterError):
        wrong()
