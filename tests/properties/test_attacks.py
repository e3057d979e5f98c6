from __future__ import annotations

import numpy as np
from hypothesis import given, strategies as st

from celosia.core.classes import Classes
from celosia.risk.attacks import AttackResult, HomogeneityRisk, Rate, candidates
from celosia.risk.attacks.attack_columns import attacked_domain, taken_for

LABELS = ["*", None, "5", "0-9", "10-19", "[0, 5)", ">=7", "1*", "**", "A*", "*B", "{A, B}"]
LABELS += ["{5..12}", "AB", "2024", "2024-Q1", "2020-2029", "Europe", "0**"]
VALUES = [None, "5", "5.0", "12", "1", "7", "A", "B", "AB", "2024-03-09", "2019-12-31", "05", "012"]
labels, values = st.sampled_from(LABELS), st.sampled_from(VALUES)
counts = st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(
    release=st.lists(st.tuples(labels, labels), min_size=1),
    people=st.lists(st.tuples(values, values), min_size=1),
)
def test_candidates_are_those_of_the_definition(release, people):
    released = {"a": [*[row[0] for row in release], "*"], "b": [*[row[1] for row in release], "*"]}
    persons = {"a": [row[0] for row in people], "b": [row[1] for row in people]}

    found = candidates(released, persons, columns=["a", "b"])

    one, other = covered(released["a"], persons["a"]), covered(released["b"], persons["b"])
    every = list(zip(released["a"], released["b"], strict=True))
    assert found.tolist() == [
        sum(x in one[a] and y in other[b] for a, b in every) for x, y in people
    ]


def covered(labels, column):
    domain = attacked_domain(tuple(dict.fromkeys(column)), None)
    return {label: {domain.values[at] for at in taken_for(domain, label)} for label in labels}


@given(main=counts, control=counts, baseline=counts)
def test_a_risk_lies_within_its_interval_and_both_within_0_and_1(main, control, baseline):
    result = AttackResult.of("any", Rate(*main), Rate(*control), Rate(*baseline))

    assert 0 <= result.interval[0] <= result.risk <= result.interval[1] <= 1


@given(table=st.lists(st.tuples(st.integers(0, 5), st.integers(1, 5)), min_size=2, max_size=6))
def test_merging_classes_never_discloses_more_by_homogeneity(table):
    fine = Classes.from_histogram("dx", np.array(table))

    coarse = fine.merge(0, 1)

    before, after = (HomogeneityRisk.of(classes, "dx") for classes in (fine, coarse))
    assert after.records <= before.records
    assert after.highest <= before.highest
