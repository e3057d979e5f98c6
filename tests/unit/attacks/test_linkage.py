from __future__ import annotations

import pytest

from celosia.core.hierarchy import Hierarchy
from celosia.errors import ParameterError
from celosia.risk.attacks import LinkageRisk, candidates, linkage

RELEASE = {
    "age": ["20-29", "20-29", "30-39", "*"],
    "postcode": ["370**", "370**", "28***", "*"],
}


def test_candidates_are_the_released_records_that_could_be_the_persons():
    people = {"age": ["23", "35", "35", "70"], "postcode": ["37003", "28001", "37001", "08001"]}

    assert candidates(RELEASE, people, columns=["age", "postcode"]).tolist() == [3, 2, 1, 1]


def test_a_person_without_candidates_cannot_be_linked():
    release = {"age": ["20-29"] * 4}
    people = {"age": ["23", "90"]}

    risk = LinkageRisk.of(release, people, columns=["age"])

    assert (risk.records, risk.linked, risk.highest) == (2, 1, 0.25)
    assert (risk.expected, risk.average, risk.small.share) == (0.25, 0.125, 0.5)


def test_a_hierarchy_says_what_a_label_stands_for():
    hierarchy = Hierarchy.from_rows("country", [("Spain", "Europe", "*"), ("Peru", "America", "*")])
    release = {"country": ["Europe", "Europe", "America"]}
    people = {"country": ["Spain", "Peru", "Spain"]}

    found = candidates(release, people, columns=["country"], hierarchies={"country": hierarchy})

    assert found.tolist() == [2, 1, 2]


def test_labels_that_cover_nothing_are_refused_when_all_and_named_when_some():
    people = {"country": ["Spain", "Peru"]}

    with pytest.raises(ParameterError, match="the 1 label of 'country' covers no value"):
        LinkageRisk.of({"country": ["Europe"]}, people, columns=["country"])

    risk = LinkageRisk.of({"country": ["Europe", "Peru"]}, people, columns=["country"])
    assert risk.unread == ("country",)


def test_nulls_link_to_nulls_and_stars():
    release = {"age": [None, "*", "20-29"]}

    assert candidates(release, {"age": [None, "23"]}, columns=["age"]).tolist() == [2, 2]


def test_people_who_are_not_in_the_table_measure_chance(originals, control):
    copied = linkage(originals, originals, control, columns=["age", "income"])
    coarse = linkage({"sex": originals["sex"]}, originals, control, columns=["sex"])

    assert copied.main_rate.share == 1
    assert copied.risk > 0.9
    assert coarse.risk == 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"columns": []}, "at least one column"),
        ({"columns": ["nope"]}, "no column 'nope'"),
        ({"columns": ["age"], "k": 1}, "k must be"),
    ],
)
def test_wrong_parameters_are_refused(given, message):
    with pytest.raises(ParameterError, match=message):
        LinkageRisk.of(RELEASE, RELEASE, **given)


def test_an_empty_release_or_control_group_is_refused():
    people = {"age": ["23"]}

    with pytest.raises(ParameterError, match="release holds no records"):
        LinkageRisk.of({"age": []}, people, columns=["age"])
    with pytest.raises(ParameterError, match="control group holds no records"):
        linkage(people, people, {"age": []}, columns=["age"])
