"""MDAV and V-MDAV group around the records that lie furthest out."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from tests.support.grouped_records import adult, problem_of
from tests.support.mixed_records import assert_groups, cities, mixed, stop_at_once

from celosia.errors import Cancelled
from celosia.methods.clustering.distance_fields import field_of, view_of
from celosia.methods.clustering.group_records import loss
from celosia.methods.clustering.kernels.coded_records import SCALE
from celosia.methods.clustering.kernels.mdav_kernel import look_from, look_from_mean, measure
from celosia.methods.mdav import mdav
from celosia.methods.v_mdav import v_mdav


def numbers(*given):
    cells = [None if x is None else str(x) for x in given]
    return problem_of({"x": cells}, numeric=["x"]).records


def test_groups_are_made_from_the_outside_inwards():
    # mean 23: 100 is furthest, takes 31; then 0 is furthest from 100, and takes 1; 8 and 21 stay
    assert mdav(numbers(0, 1, 8, 21, 31, 100), 2).tolist() == [1, 1, 2, 2, 0, 0]


def test_under_3k_records_make_one_group_and_a_rest():
    # mean 13.4: 40 is furthest and takes 21; the three others stay together
    assert mdav(numbers(0, 1, 5, 21, 40), 2).tolist() == [1, 1, 1, 0, 0]


def test_under_2k_records_make_one_group():
    assert mdav(numbers(0, 1, 5), 2).tolist() == [0, 0, 0]
    assert v_mdav(numbers(0, 1, 5), 2).tolist() == [0, 0, 0]


def test_a_variable_group_takes_a_third_that_is_much_nearer_to_it():
    records = numbers(0, 1, 2, 30, 31, 70, 71, 72)

    # mean 34.6: 72 is furthest, takes 71, and 70 as well: 1 away, and 39 from the next
    assert v_mdav(records, 2).tolist() == [1, 1, 1, 2, 2, 0, 0, 0]
    # without extension 70 is next furthest, and takes 31; then 0 takes 1
    assert v_mdav(records, 2, gamma=0).tolist() == [2, 2, 3, 3, 1, 1, 0, 0]


def test_last_ones_join_the_nearest_group_with_room():
    assert v_mdav(numbers(0, 1, 40, 99, 100), 2, gamma=0).tolist() == [1, 1, 1, 0, 0]


def test_categories_differ_by_one_and_relatives_by_their_ancestor():
    cells = ["Avila", "Soria", "Zamora", "Lugo", "Vigo"]
    records = problem_of({"city": cells}, attributes={"city": cities(cells)}).records
    field, view = field_of(records), view_of(records)

    look_from(records, field, view, 0)
    measure(records, field, view)

    # Castile stands for 3 of 5 cities: half of the weight, a quarter when squared
    assert (view.distance / SCALE).tolist() == [0, 0.25, 0.25, 1, 1]


def test_a_null_is_far_from_every_value():
    records = numbers(0, 4, 10, None)
    field, view = field_of(records), view_of(records)

    look_from(records, field, view, 1)
    measure(records, field, view)
    assert view.distance / SCALE == pytest.approx([0.16, 0, 0.36, 1])

    look_from(records, field, view, 3)
    measure(records, field, view)
    assert (view.distance / SCALE).tolist() == [1, 1, 1, 0]


@settings(max_examples=30)
@given(n=st.integers(1, 60), seed=st.integers(0, 999))
def test_the_distance_from_the_mean_is_the_mean_distance(n, seed):
    records = mixed(n, seed)
    field, view = field_of(records), view_of(records)
    total = np.zeros(n)
    for i in range(n):
        look_from(records, field, view, i)
        measure(records, field, view)
        total += view.distance / n

    look_from_mean(records, field, view)
    measure(records, field, view)

    # the spread of numbers, the same for all, is only added where there are nulls
    assert np.ptp((view.distance - total) / SCALE) < 1e-6


@pytest.mark.parametrize("method", [mdav, v_mdav])
@settings(max_examples=30)
@given(n=st.integers(1, 200), seed=st.integers(0, 999), k=st.integers(1, 12))
def test_groups_partition_the_records(method, n, seed, k):
    records = mixed(n, seed)

    group_of = method(records, k)

    assert_groups(group_of, n, k)
    assert (group_of == method(records, k)).all()


@settings(max_examples=30)
@given(n=st.integers(40, 200), seed=st.integers(0, 999), k=st.integers(2, 6))
def test_sizes_are_under_2k(n, seed, k):
    records = mixed(n, seed)

    assert np.bincount(mdav(records, k)).max() < 2 * k
    assert np.bincount(v_mdav(records, k, gamma=1.1)).max() < 2 * k


def plain_mdav(distance, k):
    """MDAV from a table of all distances; the mean is the mean distance."""
    left = list(range(len(distance)))
    groups = []

    def group_around(centre):
        near = sorted(left, key=lambda i: (i != centre, distance[centre][i], i))[:k]
        groups.append(near)
        left[:] = [i for i in left if i not in near]

    while len(left) >= 2 * k:
        both = len(left) >= 3 * k
        outermost = max(left, key=lambda i: (round(sum(distance[i][left]) * 1e6), -i))
        group_around(outermost)
        if both:
            group_around(max(left, key=lambda i: (distance[outermost][i], -i)))
    return [*groups, left]


@pytest.mark.kernels
@settings(max_examples=40)
@given(n=st.integers(4, 40), seed=st.integers(0, 999), k=st.integers(2, 5))
def test_equals_a_plain_version(n, seed, k):
    draw = np.random.default_rng(seed)
    columns = {name: [f"{x:.6f}" for x in draw.normal(size=n)] for name in ("a", "b")}
    records = problem_of(columns, numeric=["a", "b"]).records
    field, view = field_of(records), view_of(records)
    distance = np.empty((n, n))
    for i in range(n):
        look_from(records, field, view, i)
        measure(records, field, view)
        distance[i] = view.distance / SCALE

    group_of = mdav(records, k)

    expected = plain_mdav(distance, k) if n >= 2 * k else [list(range(n))]
    for number, members in enumerate(expected):
        assert np.flatnonzero(group_of == number).tolist() == sorted(members)


@pytest.mark.parametrize("method", [mdav, v_mdav])
def test_can_be_stopped(method):
    with pytest.raises(Cancelled):
        method(mixed(50, seed=0), 2, progress=stop_at_once)


def test_adult_loses_no_more_than_known(shared):
    problem = adult(shared)
    few = problem.records._replace(codes=problem.records.codes[:, ::6].copy())

    assert loss(few, v_mdav(few, 5)) < loss(few, mdav(few, 5)) < 0.09
