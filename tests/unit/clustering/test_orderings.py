"""Hilbert's curve and the distance from a point put records in a line; runs of it are groups."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from tests.support.grouped_records import adult, problem_of
from tests.support.mixed_records import assert_groups, mixed, stop_at_once

from celosia.core.progress import silent
from celosia.errors import Cancelled
from celosia.methods.clustering.group_records import loss
from celosia.methods.clustering.kernels.coded_records import SCALE
from celosia.methods.clustering.kernels.group_costs import total_cost
from celosia.methods.clustering.lines import best_runs
from celosia.methods.hilbert import hilbert, hilbert_order
from celosia.methods.reference import reference, reference_order


def grid(side, d):
    cells = np.array(list(product(range(side), repeat=d)))
    columns = {f"axis {j}": [str(x) for x in cells[:, j]] for j in range(d)}
    return problem_of(columns, numeric=list(columns)).records


def test_the_first_curve_is_a_u_turn():
    records = grid(2, 2)

    assert records.codes[:, hilbert_order(records)].T.tolist() == [[0, 0], [0, 1], [1, 1], [1, 0]]


@pytest.mark.parametrize(("side", "d"), [(4, 2), (16, 2), (4, 3), (8, 3), (4, 5), (2, 8)])
def test_the_curve_visits_neighbour_after_neighbour(side, d):
    records = grid(side, d)

    line = records.codes[:, hilbert_order(records)].T

    assert len({tuple(cell) for cell in line.tolist()}) == side**d
    for one, other in pairwise(line):
        assert np.abs(one - other).sum() == 1


def test_keys_of_many_attributes_take_several_words():
    draw = np.random.default_rng(0)
    columns = {f"a{j:03}": [f"v{x}" for x in draw.integers(0, 2, 50)] for j in range(150)}
    records = problem_of(columns).records

    assert sorted(hilbert_order(records).tolist()) == list(range(50))
    assert_groups(hilbert(records, 3), 50, 3)


def test_the_reference_is_the_least_of_each_attribute():
    columns = {"height": ["150", "200", "160", "190"], "age": ["20", "60", "50", "30"]}
    records = problem_of(columns, numeric=["age", "height"]).records

    # ages and heights as shares: (0, 0), (1, 1), (0.75, 0.2), (0.25, 0.8); by age in records
    assert records.codes.tolist() == [[0, 1, 2, 3], [0, 2, 1, 3]]
    assert reference_order(records).tolist() == [0, 2, 1, 3]
    assert reference_order(records, point=[3, 3]).tolist() == [3, 1, 2, 0]
    assert reference(records, 2).tolist() == [0, 1, 0, 1]


def test_cuts_fall_where_the_line_leaps():
    numbers = ["1", "2", "3", "50", "51", "52", "53", "99", "100"]
    records = problem_of({"x": numbers}, numeric=["x"]).records
    line = np.argsort([int(x) for x in numbers])

    assert best_runs(records, line, 2, silent).tolist() == [0, 0, 0, 1, 1, 2, 2, 3, 3]


def cheapest(records, order, k):
    """Try all ways to cut."""

    def costs(start):
        if start == order.size:
            return 0
        best = None
        for end in range(start + k, order.size + 1):
            if 0 < order.size - end < k:
                continue
            part = records._replace(codes=records.codes[:, order[start:end]].copy())
            cost = total_cost(part, np.zeros(end - start, np.int64)) + costs(end)
            best = cost if best is None else min(best, cost)
        return best

    return costs(0)


@pytest.mark.kernels
@settings(max_examples=40)
@given(n=st.integers(2, 13), seed=st.integers(0, 999), k=st.integers(1, 4))
def test_the_cuts_are_the_optimum(n, seed, k):
    records = mixed(n, seed)
    order = np.random.default_rng(seed).permutation(n)

    group_of = best_runs(records, order, k, silent)

    if n >= 2 * k:
        assert total_cost(records, group_of) == cheapest(records, order, k)


@pytest.mark.parametrize("method", [hilbert, reference])
@settings(max_examples=30)
@given(n=st.integers(1, 300), seed=st.integers(0, 999), k=st.integers(1, 12))
def test_groups_partition_the_records(method, n, seed, k):
    records = mixed(n, seed)

    group_of = method(records, k)

    assert_groups(group_of, n, k)
    assert np.bincount(group_of).max() < 2 * k
    assert (group_of == method(records, k)).all()


@pytest.mark.parametrize("k", [64, 100, 333])
def test_large_groups_are_cut_at_fewer_places(k):
    records = mixed(2_000, seed=1)

    group_of = hilbert(records, k)

    assert_groups(group_of, 2_000, k)
    assert np.bincount(group_of).max() < 2 * k + k // 32


@pytest.mark.parametrize("method", [hilbert, reference])
def test_can_be_stopped(method):
    with pytest.raises(Cancelled):
        method(mixed(50, seed=0), 2, progress=stop_at_once)


def test_no_records_have_no_groups():
    records = mixed(5, seed=0)
    none = records._replace(codes=records.codes[:, :0])

    assert hilbert(none, 2).size == reference(none, 2).size == 0


def test_best_cuts_lose_less_than_runs_of_k_on_adult(shared):
    records = adult(shared).records
    order = hilbert_order(records)
    runs = np.empty(order.size, np.int64)
    runs[order] = np.minimum(np.arange(order.size) // 5, order.size // 5 - 1)

    assert loss(records, hilbert(records, 5)) < 0.88 * loss(records, runs)
    assert total_cost(records, runs) < SCALE * order.size
