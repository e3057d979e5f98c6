"""OrderedGroups, Frequent, Suppression, ExplicitRows."""

from __future__ import annotations

import pytest

from celosia.core.values import ValueCounts
from celosia.errors import HierarchyError, ParameterError
from celosia.hierarchies import ExplicitRows, Frequent, OrderedGroups, Suppression


def test_neighbours_are_joined_in_the_given_order():
    sizes = ValueCounts.of(["L", "M", "S", "XL"])

    rule = OrderedGroups((2,), order=("S", "M", "L", "XL", "XXL"))

    assert rule.build("size", sizes).rows == (
        ("L", "{L..XL}", "*"),
        ("M", "{S..M}", "*"),
        ("S", "{S..M}", "*"),
        ("XL", "{L..XL}", "*"),
    )


def test_without_an_order_numbers_go_by_size_and_each_level_joins_groups():
    floors = ValueCounts.of(["10", "2", "1", "20", "3"])

    assert OrderedGroups((2, 2)).build("floor", floors).rows == (
        ("1", "{1..2}", "{1..10}", "*"),
        ("10", "{3..10}", "{1..10}", "*"),
        ("2", "{1..2}", "{1..10}", "*"),
        ("20", "20", "20", "*"),
        ("3", "{3..10}", "{1..10}", "*"),
    )


def test_values_outside_the_order_are_counted():
    with pytest.raises(HierarchyError, match="2 distinct values of 'size'"):
        OrderedGroups((2,), order=("S",)).build("size", ValueCounts.of(["S", "M", "L"]))


def test_two_groups_with_one_label_are_refused():
    order = ("a", "b..c", "a..b", "c")

    with pytest.raises(HierarchyError, match="same label"):
        OrderedGroups((2,), order).build("x", ValueCounts.of(list(order)))


@pytest.mark.parametrize("parameters", [{"sizes": ()}, {"sizes": (1,)}])
def test_wrong_sizes_are_refused(parameters):
    with pytest.raises(ParameterError, match="size"):
        OrderedGroups(**parameters)


def test_an_order_with_repeated_values_is_refused():
    with pytest.raises(ParameterError, match="more than once"):
        OrderedGroups((2,), ("a", "a"))


def test_rare_values_become_other_and_stay_so():
    jobs = ValueCounts(("chef", "diver", "nurse", None), (40, 1, 90, 500))

    assert Frequent((5, 50)).build("job", jobs).rows == (
        ("chef", "chef", "other", "*"),
        ("diver", "other", "other", "*"),
        ("nurse", "nurse", "nurse", "*"),
    )


def test_a_label_for_the_rare_that_is_a_value_is_refused():
    with pytest.raises(HierarchyError, match="Choose another `other`"):
        Frequent((5,)).build("job", ValueCounts.of(["other", "chef"]))


@pytest.mark.parametrize("thresholds", [(), (1,), (5, 5), (5, 2)])
def test_wrong_thresholds_are_refused(thresholds):
    with pytest.raises(ParameterError, match="Frequent"):
        Frequent(thresholds)


def test_suppression_keeps_the_value_or_gives_it_up():
    assert Suppression().build("sex", ValueCounts.of(["F"])).rows == (("F", "*"),)


def test_explicit_rows_are_taken_as_they_are():
    rows = (("F", "*"), ("M", "*"))

    assert ExplicitRows(rows).build("sex", ValueCounts.of(["X"])).rows == rows


@pytest.mark.parametrize("rows", [(), ((),), (("F", "*"), ("M",))])
def test_uneven_or_missing_rows_are_refused(rows):
    with pytest.raises(ParameterError, match="ExplicitRows"):
        ExplicitRows(rows)
