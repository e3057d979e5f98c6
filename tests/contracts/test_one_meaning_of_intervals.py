"""A number gets the same interval from the hierarchy rule and from the technique `intervals`."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext, technique_from_dict
from celosia.core.values import Cells, ValueCounts
from celosia.hierarchies import rule_from_dict

CONTEXT = TechniqueContext(Randomness(b"secret"))


def by_rule(texts, width, **ends):
    rule = rule_from_dict({"kind": "intervals", "widths": [width], **ends})
    hierarchy = rule.build("x", ValueCounts.of(texts))
    labels = dict(zip(hierarchy.values, hierarchy.levels[1], strict=True))
    return [labels[text] for text in texts]


def by_technique(texts, width, **ends):
    technique = technique_from_dict({"kind": "intervals", "column": "x", "width": width, **ends})
    return technique.apply(Cells.of({"x": texts}), CONTEXT).cells.column("x").tolist()


@pytest.mark.parametrize("labels", [by_rule, by_technique])
def test_the_ends_are_the_lowest_and_the_highest_number_that_is_told(labels):
    ages = ["17", "18", "60", "89", "90", "91"]

    assert labels(ages, 5, bottom=18, top=90) == ["<18", "18-19", "60-64", "85-90", "85-90", ">90"]
    assert labels(ages, 10, origin=1, top=60) == [
        "11-20",
        "11-20",
        "51-60",
        ">60",
        ">60",
        ">60",
    ]


@pytest.mark.parametrize("labels", [by_rule, by_technique])
def test_numbers_with_decimals_are_cut_in_the_same_places(labels):
    pay = ["1.5", "2.5", "5", "6", "6.01"]

    assert labels(pay, 2.5, bottom=2, top=6) == ["<2", "[2.5, 5)", "[5, 6]", "[5, 6]", ">6"]
    assert labels(pay, 2.5, top=5) == ["[0, 2.5)", "[2.5, 5]", "[2.5, 5]", ">5", ">5"]


@given(
    numbers=st.lists(st.integers(-300, 300), min_size=1, unique=True),
    width=st.integers(1, 40),
    origin=st.integers(-5, 5),
    bottom=st.none() | st.integers(-200, -1),
    top=st.none() | st.integers(1, 200),
)
def test_both_say_the_same_of_every_number(numbers, width, origin, bottom, top):
    texts = [str(number) for number in numbers]
    ends = {"origin": origin, "bottom": bottom, "top": top}
    given_ends = {name: end for name, end in ends.items() if end is not None}

    assert by_rule(texts, width, **given_ends) == by_technique(texts, width, **given_ends)
