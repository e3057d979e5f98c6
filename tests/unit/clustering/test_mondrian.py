"""Mondrian cuts at the median of the widest attribute."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from tests.support.grouped_records import adult, problem_of
from tests.support.mixed_records import assert_groups, cities, mixed, stop_at_once

from celosia.errors import Cancelled
from celosia.methods.clustering.group_records import loss
from celosia.methods.clustering.kernels.group_costs import key_of_rank, span_of_few
from celosia.methods.mondrian import mondrian


def ages(*numbers):
    return problem_of({"age": [None if x is None else str(x) for x in numbers]}, numeric=["age"])


def test_halves_are_cut_again_down_to_k():
    records = ages(20, 21, 30, 31, 60, 61, 70, 71).records

    assert mondrian(records, 2).tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert mondrian(records, 3).tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    assert mondrian(records, 5).tolist() == [0] * 8


def test_a_strict_cut_keeps_equal_values_together():
    records = ages(1, 2, 2, 2, 2, 9).records

    assert mondrian(records, 2).tolist() == [0] * 6
    assert mondrian(records, 1).tolist() == [0, 1, 1, 1, 1, 2]


def test_a_relaxed_cut_may_part_them():
    records = ages(1, 2, 2, 2, 2, 9).records

    assert mondrian(records, 3, relaxed=True).tolist() == [0, 0, 0, 1, 1, 1]


def test_records_all_alike_are_not_parted():
    assert mondrian(ages(5, 5, 5, 5, 8).records, 2, relaxed=True).tolist() == [0, 0, 1, 1, 1]
    assert mondrian(ages(5, 5, 5, 5).records, 2, relaxed=True).tolist() == [0, 0, 0, 0]


def test_the_median_has_two_borders_and_balanced_tries_both():
    records = ages(1, 1, 2, 2, 2).records

    assert mondrian(records, 2, split="median").tolist() == [0, 0, 0, 0, 0]
    assert mondrian(records, 2, split="balanced").tolist() == [0, 0, 1, 1, 1]


def test_the_widest_attribute_is_cut_first_then_the_next():
    columns = {"age": ["20", "21", "90", "91"], "sex": ["f", "m", "f", "m"]}
    records = problem_of(columns, numeric=["age"]).records

    # both span all; of equal ones the first by name is cut
    assert mondrian(records, 2).tolist() == [0, 0, 1, 1]

    columns = {"age": ["20", "20", "20", "91"], "sex": ["f", "m", "f", "m"]}
    records = problem_of(columns, numeric=["age"]).records
    # (20, f), (20, f), (20, m), (91, m): no cut by age leaves two on both sides
    assert mondrian(records, 2).tolist() == [0, 0, 1, 1]


def test_a_heavier_attribute_counts_as_wider():
    from celosia.core.values import ValueCounts
    from celosia.methods.clustering.attributes import Attribute

    columns = {"age": ["20", "20", "90", "90"], "sex": ["f", "m", "f", "m"]}
    sex = Attribute.nominal("sex", ValueCounts.of(columns["sex"]), weight=3.0)
    records = problem_of(columns, numeric=["age"], attributes={"sex": sex}).records

    assert mondrian(records, 2).tolist() == [0, 1, 0, 1]


def test_hierarchies_are_cut_between_children_of_the_common_ancestor():
    cells = ["Avila", "Soria", "Soria", "Zamora", "Zamora", "Lugo", "Lugo"]
    attribute = cities(cells)
    records = problem_of({"city": cells}, attributes={"city": attribute}).records

    # a cut behind the second city would be nearer the middle, but part Castile before Galicia
    assert mondrian(records, 2).tolist() == [0, 0, 0, 1, 1, 2, 2]
    assert mondrian(records, 3).tolist() == [0] * 7


def test_nulls_are_cut_from_values_where_both_are_enough():
    records = ages(1, 2, 3, 4, 5, 6, None, None).records

    assert mondrian(records, 2).tolist() == [0, 0, 0, 1, 1, 1, 2, 2]


def test_too_few_nulls_stay_with_the_greatest():
    assert mondrian(ages(1, 2, 3, None).records, 2).tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("split", ["balanced", "median"])
@pytest.mark.parametrize("relaxed", [False, True])
@settings(max_examples=30)
@given(n=st.integers(1, 300), seed=st.integers(0, 999), k=st.integers(1, 12))
def test_groups_partition_the_records(relaxed, split, n, seed, k):
    records = mixed(n, seed)

    group_of = mondrian(records, k, relaxed, split)

    assert_groups(group_of, n, k)
    assert (group_of == mondrian(records, k, relaxed, split)).all()


@settings(max_examples=30)
@given(n=st.integers(1, 300), seed=st.integers(0, 999), k=st.integers(2, 12))
def test_strict_groups_keep_equal_records_together(n, seed, k):
    records = mixed(n, seed)

    group_of = mondrian(records, k)

    alike = (np.diff(records.codes, axis=1) == 0).all(axis=0)
    assert (np.diff(group_of)[alike] == 0).all()


def test_no_records_have_no_groups():
    records = ages(1, 2).records
    assert mondrian(records._replace(codes=records.codes[:, :0]), 2).size == 0


def test_adult_loses_no_more_than_known(shared):
    records = adult(shared).records

    assert loss(records, mondrian(records, 5)) == pytest.approx(0.0308, abs=1e-4)


def test_can_be_stopped():
    with pytest.raises(Cancelled):
        mondrian(ages(1, 2, 3, 4).records, 2, progress=stop_at_once)


@pytest.mark.kernels
@settings(max_examples=100)
@given(keys=st.lists(st.integers(0, 10**6), min_size=1), buckets=st.sampled_from([128, 65536]))
def test_the_middle_is_found_without_sorting(keys, buckets):
    middle = (len(keys) - 1) // 2
    wanted = sorted(keys)[middle]

    found = key_of_rank(
        np.array(keys, np.int32), min(keys), max(keys), middle, np.zeros(buckets, np.int32)
    )

    assert found == (wanted, sum(x < wanted for x in keys), sum(x <= wanted for x in keys))


@pytest.mark.kernels
@given(codes=st.lists(st.integers(0, 63), min_size=1))
def test_few_codes_are_counted_in_a_word(codes):
    rows = np.array(codes, np.int32)[:, None]

    assert span_of_few(rows, 0, 0, len(codes)) == (min(codes), max(codes), len(set(codes)))
