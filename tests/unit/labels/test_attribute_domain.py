from __future__ import annotations

import pytest

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.hierarchy import Hierarchy
from celosia.core.values import ValueCounts
from celosia.errors import HierarchyError


def covered(domain: AttributeDomain, label: str | None) -> list[str | None]:
    return [domain.values[place] for place in domain.covered(label)]


def test_values_are_in_numeric_order_and_the_null_is_last():
    domain = AttributeDomain.of("age", ["9", None, "10", "9"])

    assert domain.values == ("9", "10", None)
    assert domain.counts.tolist() == [2, 1, 1]


def test_counts_do_as_well_as_cells():
    assert AttributeDomain.of("sex", ValueCounts(("F", "M"), (3, 1))).counts.tolist() == [3, 1]


def test_codes_with_leading_zeros_are_no_quantities():
    assert not AttributeDomain.of("postcode", ["08001", "28001"]).numeric
    assert AttributeDomain.of("rate", ["0.5", "0"]).numeric


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("20-29", ["20", "25"]),
        ("[20, 25)", ["20"]),
        ("<20", ["17"]),
        (">=25", ["25", "93"]),
        ("2*", ["20", "25"]),
        ("{17, 93}", ["17", "93"]),
        ("{20..93}", ["20", "25", "93"]),
        ("25", ["25"]),
        ("25.0", ["25"]),
        ("26", []),
        ("*", ["17", "20", "25", "93"]),
        (None, ["17", "20", "25", "93"]),
    ],
)
def test_what_labels_cover_of_numbers(label, expected):
    assert covered(AttributeDomain.of("age", ["17", "20", "25", "93"]), label) == expected


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("3700*", ["37003", "37009"]),
        ("370**", ["37003", "37009", "37010"]),
        ("37***", ["37", "37003", "37009", "37010"]),
        ("***03", ["37003"]),
        ("37000-37009", ["37003", "37009"]),
        ("North", []),
        ("38***", []),
    ],
)
def test_what_labels_cover_of_codes(label, expected):
    postcodes = ["37003", "37009", "37010", "37", "08001"]

    assert covered(AttributeDomain.of("postcode", postcodes), label) == expected


def test_a_value_is_itself_before_it_is_an_interval_or_a_set():
    domain = AttributeDomain.of("band", ["0-9", "10-19", "a / b"])

    assert covered(domain, "0-9") == ["0-9"]
    assert covered(domain, "a / b") == ["a / b"]


def test_a_hierarchy_explains_labels_that_their_writing_does_not():
    tree = Hierarchy.from_rows("city", [("Oslo", "North", "*"), ("Rome", "South", "*")])
    domain = AttributeDomain.of("city", ["Oslo", "Rome", None], tree)

    assert covered(domain, "North") == ["Oslo"]
    assert covered(domain, None) == [None]
    assert covered(domain, "*") == ["Oslo", "Rome", None]


def test_a_label_of_several_levels_covers_what_it_may_stand_for():
    rows = [("a", "other", "other"), ("b", "b", "other"), ("c", "c", "c")]
    domain = AttributeDomain.of("job", ["a", "b", "c"], Hierarchy.from_rows("job", rows))

    assert covered(domain, "other") == ["a", "b"]


def test_a_hierarchy_must_know_all_values():
    with pytest.raises(HierarchyError, match="1 value of the data is missing"):
        AttributeDomain.of("city", ["Oslo"], Hierarchy("city", (("Rome",), ("*",))))


def test_null_is_a_value_where_the_original_has_nulls():
    assert covered(AttributeDomain.of("sex", ["F", None]), None) == [None]
    assert AttributeDomain.of("sex", ["F", "M"]).suppresses(None)


def test_midpoints():
    ages = AttributeDomain.of("age", ["10", "95"])

    labels = ["20-29", "[20, 25)", "<18", ">=90", "9*", "30"]
    assert [ages.midpoint(label) for label in labels] == [24.5, 22.5, 14.0, 92.5, 94.5, 30.0]


def test_words_of_a_hierarchy_of_numbers_have_midpoints_too():
    rows = [("10", "young", "*"), ("20", "young", "*"), ("60", "old", "*")]
    ages = AttributeDomain.of("age", ["10", "20", "60"], Hierarchy.from_rows("age", rows))

    assert ages.midpoint("young") == 15


def test_a_decimal_comma_is_read_when_told():
    assert not AttributeDomain.of("rate", ["0,5", "1,5"]).numeric
    assert AttributeDomain.of("rate", ["0,5", "1,5"], decimal=",").midpoint("1,5") == 1.5


def test_a_column_of_nulls_has_one_value():
    domain = AttributeDomain.of("age", [None, None])

    assert (domain.size, domain.numeric) == (1, False)


def test_labels_of_values_that_do_not_occur_are_understood_and_cover_nothing():
    tree = Hierarchy.from_rows("city", [("Oslo", "North"), ("Rome", "South"), ("Bari", "1-2")])
    domain = AttributeDomain.of("city", ["Oslo", "Rome"], tree)

    assert domain.understands("1-2")
    assert domain.covered("1-2").size == 0


def test_values_that_a_hierarchy_does_not_know_are_covered_by_writing():
    tree = Hierarchy.from_rows("age", [("20", "20-29"), ("31", "20-29")])
    domain = AttributeDomain.of("age", ["20", "25", "31", "35"], tree, complete=False)

    assert covered(domain, "20-29") == ["20", "25", "31"]
    assert covered(domain, "[25, 33]") == ["25", "31"]


def test_a_new_date_is_understood_where_the_values_are_dates():
    born = AttributeDomain.of("born", ["2020-01-05", "2020-03-01"])

    assert born.understands("2020-02-02")
    assert born.understands("[2020-02-02, 2020-02-09]")
    assert not born.understands("[north, south]")
