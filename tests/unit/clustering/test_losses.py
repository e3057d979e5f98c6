"""The fast loss agrees with the plain one."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from tests.support.grouped_records import adult, gcp, problem_of

from celosia.core.values import ValueCounts
from celosia.methods.clustering.attributes import Attribute, Output
from celosia.methods.clustering.group_records import loss
from celosia.methods.clustering.kernels.coded_records import SCALE
from celosia.methods.clustering.kernels.group_costs import group_costs, total_cost


def test_a_pair_costs_the_share_of_the_range_that_it_spans():
    problem = problem_of({"age": ["20", "25", "30", "40"]}, numeric=["age"])

    # [20, 25] is 5 of 20 years for two records, [30, 40] 10 of 20 for two
    assert loss(problem.records, np.array([0, 0, 1, 1])) == (2 * 0.25 + 2 * 0.5) / 4


def test_a_null_among_values_costs_all():
    problem = problem_of({"age": ["20", "25", "30", None]}, numeric=["age"])

    sizes, cost = group_costs(problem.records, np.array([0, 0, 1, 1]))

    assert sizes.tolist() == [2, 2]
    assert cost.tolist() == [SCALE // 2, SCALE]


def test_no_records_lose_nothing():
    problem = problem_of({"age": ["20", "25"]}, numeric=["age"])
    none = problem.records._replace(codes=problem.records.codes[:, :0])

    assert loss(none, np.zeros(0, np.int64)) == 0


cells = st.one_of(st.none(), st.sampled_from(["1", "2", "3", "5", "8"]))


@settings(max_examples=60)
@given(data=st.data(), n=st.integers(1, 14))
def test_equals_the_plain_sum_with_nulls_and_weights(data, n):
    number, kind = ([data.draw(cells) for _ in range(n)] for _ in range(2))
    values = [ValueCounts.of(column) for column in (number, kind)]
    attributes = {
        "number": Attribute.numeric("number", values[0], {t: float(t) for t in values[0].texts}),
        "kind": Attribute.nominal("kind", values[1], weight=2.5),
    }
    problem = problem_of({"number": number, "kind": kind}, attributes=attributes)
    group_of = np.array([data.draw(st.integers(0, 3)) for _ in range(n)])
    group_of = np.unique(group_of, return_inverse=True)[1]

    assert loss(problem.records, group_of) == pytest.approx(gcp(problem, group_of), abs=1e-9)


@pytest.mark.parametrize("output", [Output.SET, Output.ANCESTOR])
def test_equals_the_plain_sum_on_adult(shared, output):
    problem = adult(shared, output=output)
    few = problem.records._replace(codes=problem.records.codes[:, ::40].copy())
    group_of = np.random.default_rng(0).integers(0, 100, few.codes.shape[1])
    group_of = np.unique(group_of, return_inverse=True)[1]

    class Few:
        records, attributes = few, problem.attributes

    assert loss(few, group_of) == pytest.approx(gcp(Few, group_of), abs=1e-9)
    assert total_cost(few, group_of) == total_cost(few, group_of.max() - group_of)
