"""What is published of a group."""

from __future__ import annotations

import numpy as np
import pytest

from celosia.core.counts import CodedHierarchy
from celosia.core.hierarchy import Hierarchy
from celosia.core.values import ValueCounts
from celosia.errors import ParameterError
from celosia.methods.clustering.attributes import Attribute, with_null_last
from celosia.methods.clustering.group_labels import attribute_labels
from celosia.methods.method_options import Output


def labelled(attribute, cells, group_of):
    codes = np.array([attribute.values.index(cell) for cell in cells])
    return attribute_labels(attribute, codes, np.array(group_of))


def numeric(cells, output, numbers=None):
    values = ValueCounts.of(cells)
    sizes = numbers or {text: float(text) for text in values.texts}
    return Attribute.numeric("x", values, sizes, output)


def test_an_interval_tells_least_and_greatest_as_they_are_written():
    cells = ["9", "10", "08", "10"]

    found = labelled(numeric(cells, Output.INTERVAL), cells, [0, 0, 0, 1])

    assert found == ["[08, 10]", "10"]


def test_equal_numbers_that_are_written_differently_tell_both_texts():
    cells = ["5", "5.0", "5"]

    assert labelled(numeric(cells, Output.INTERVAL), cells, [0, 0, 1]) == ["[5, 5.0]", "5"]


def test_whole_numbers_beyond_what_floats_tell_apart_are_not_published_as_one_of_them():
    cells = ["9007199254740992", "9007199254740993"]

    found = labelled(numeric(cells, Output.INTERVAL), cells, [0, 0])

    assert found == ["[9007199254740992, 9007199254740993]"]


def test_decimal_commas_are_kept_apart_by_a_semicolon():
    cells = ["2,5", "3,75"]
    attribute = numeric(cells, Output.INTERVAL, {"2,5": 2.5, "3,75": 3.75})

    assert labelled(attribute, cells, [0, 0]) == ["[2,5; 3,75]"]


def test_a_set_lists_what_occurs():
    cells = ["b", "a", "c", "b"]
    attribute = Attribute.nominal("x", ValueCounts.of(cells))

    assert labelled(attribute, cells, [0, 0, 1, 1]) == ["{a, b}", "{b, c}"]


def test_nulls_among_themselves_stay_null_and_with_values_tell_nothing():
    cells = [None, None, "1", None]

    for output in (Output.INTERVAL, Output.MEAN, Output.MEDIAN, Output.MODE, Output.SET):
        assert labelled(numeric(cells, output), cells, [0, 0, 1, 1]) == [None, "*"]


def test_an_ancestor_is_the_closest_that_all_have():
    rows = [("a", "vowel", "*"), ("e", "vowel", "*"), ("b", "consonant", "*")]
    cells = ["a", "e", "b"]
    coded = CodedHierarchy.of(Hierarchy.from_rows("x", rows), ValueCounts.of(cells))

    found = labelled(Attribute.hierarchical(coded), [*cells, "a", "a"], [0, 0, 1, 1, 2])

    assert found == ["vowel", "*", "a"]


@pytest.mark.parametrize(
    ("output", "told"), [(Output.MEAN, "2.33"), (Output.MEDIAN, "2"), (Output.MODE, "1")]
)
def test_an_aggregate_stands_for_the_group(output, told):
    cells = ["1", "4", "2"] if output is not Output.MODE else ["1", "4", "1"]

    assert labelled(numeric(cells, output), cells, [0, 0, 0]) == [told]


def test_the_mean_of_dates_is_a_date():
    from dataclasses import replace
    from datetime import date

    cells = ["01/01/2024", "03/01/2024"]
    days = {"01/01/2024": date(2024, 1, 1).toordinal(), "03/01/2024": date(2024, 1, 3).toordinal()}
    attribute = replace(numeric(cells, Output.MEAN, days), date_format="%d/%m/%Y")

    assert labelled(attribute, cells, [0, 0]) == ["02/01/2024"]


def test_the_mean_of_early_dates_has_a_year_of_four_digits():
    from dataclasses import replace
    from datetime import date

    cells = ["0998-01-01", "0998-01-03"]
    days = {cell: float(date.fromisoformat(cell).toordinal()) for cell in cells}
    attribute = replace(numeric(cells, Output.MEAN, days), date_format="%Y-%m-%d")

    assert labelled(attribute, cells, [0, 0]) == ["0998-01-02"]


def test_the_mean_of_decimal_commas_has_a_comma_in_every_group():
    cells = ["2,51", "2,54", "3", "4"]
    numbers = {cell: float(cell.replace(",", ".")) for cell in cells}

    found = labelled(numeric(cells, Output.MEAN, numbers), cells, [0, 0, 1, 1])

    assert found == ["2,525", "3,5"]


def test_the_mean_of_tiny_numbers_keeps_their_decimals():
    cells = ["1.5e-7", "2.5e-7"]

    assert labelled(numeric(cells, Output.MEAN), cells, [0, 0]) == ["0.0000002"]


@pytest.mark.parametrize("null", [(None, "?", "*"), (None, "vowel", "*"), (None, "*", "*")])
@pytest.mark.parametrize("output", [Output.SET, Output.MODE])
def test_a_null_inside_a_hierarchy_is_no_member_of_a_set(null, output):
    rows = [("a", "vowel", "*"), ("e", "vowel", "*"), ("b", "consonant", "*"), null]
    cells = ["a", "e", "b", None]
    coded = CodedHierarchy.of(Hierarchy.from_rows("x", rows), ValueCounts.of(cells))

    attribute = Attribute.hierarchical(coded, output)

    assert attribute.values[attribute.null] is None
    assert labelled(attribute, ["a", None, None, "e", "e"], [0, 0, 1, 2, 2]) == ["*", None, "e"]


def test_ancestors_stay_runs_of_codes_when_the_null_goes_last():
    rows = [("a", "x", "*"), (None, "?", "*"), ("b", "?", "*"), ("c", "z", "*")]
    values = ValueCounts.of(["a", "b", "c", "c", None])

    moved = with_null_last(CodedHierarchy.of(Hierarchy.from_rows("x", rows), values))

    assert moved.hierarchy.values == ("a", "c", "b", None)
    assert moved.groups.tolist() == [[0, 1, 2, 3], [0, 1, 2, 2], [0, 0, 0, 0]]
    assert moved.counts.tolist() == [1, 2, 1, 1]


def test_records_that_are_suppressed_have_no_say():
    cells = ["1", "9", "2"]

    assert labelled(numeric(cells, Output.INTERVAL), cells, [0, -1, 0]) == ["[1, 2]"]


def test_a_category_has_no_mean():
    with pytest.raises(ParameterError, match="no numbers"):
        Attribute.nominal("x", ValueCounts.of(["a"]), Output.MEAN)
