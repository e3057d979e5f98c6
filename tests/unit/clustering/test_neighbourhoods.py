"""Methods that look at all pairs work inside neighbourhoods."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from tests.support.grouped_records import problem_of
from tests.support.mixed_records import assert_groups, mixed, stop_at_once

from celosia.errors import Cancelled
from celosia.methods.clustering.cut_records import in_neighbourhoods
from celosia.methods.clustering.kernels.coded_records import INTERVAL
from celosia.methods.clustering.kernels.group_costs import total_cost
from celosia.methods.mdav import mdav


def ages(*numbers):
    return problem_of({"age": [str(x) for x in numbers]}, numeric=["age"]).records


def one_group(records):
    return np.zeros(records.codes.shape[1], np.int64)


def test_each_neighbourhood_is_grouped_on_its_own():
    records = ages(20, 21, 30, 31, 60, 61, 70, 71)

    assert in_neighbourhoods(records, 2, one_group, most=4).tolist() == [0, 0, 0, 0, 1, 1, 1, 1]


def test_few_records_are_one_neighbourhood():
    records = mixed(60, seed=3)

    found = in_neighbourhoods(records, 3, lambda part: mdav(part, 3), most=60)

    assert found.tolist() == mdav(records, 3).tolist()


def test_records_alike_stay_together_however_many():
    assert in_neighbourhoods(ages(7, 7, 7, 7, 7), 1, one_group, most=2).tolist() == [0] * 5


def test_every_neighbourhood_has_room_for_two_groups():
    seen = []

    def group(records):
        seen.append(records.codes.shape[1])
        return one_group(records)

    in_neighbourhoods(mixed(500, seed=1), 5, group, most=60)

    assert sum(seen) == 500
    assert min(seen) >= 10
    assert max(seen) <= 60


@settings(max_examples=30)
@given(n=st.integers(20, 200), seed=st.integers(0, 999))
def test_a_neighbourhood_costs_what_its_records_cost(n, seed):
    """Codes are renumbered inside; what groups cost must not change."""
    costs = []

    def group(records):
        assert (np.diff(np.lexsort(records.codes[::-1])) == 1).all()  # still in their order
        assert records.codes.max(axis=1).tolist() == (records.cards - 1).tolist()
        group_of = mdav(records, 2)
        costs.append(total_cost(records, group_of))
        return group_of

    records = mixed(n, seed)
    group_of = in_neighbourhoods(records, 2, group, most=15)

    assert_groups(group_of, n, 2)
    assert sum(costs) == total_cost(records, group_of)


def test_cuts_part_what_costs_most_to_mix():
    sexes = ["f", "m"] * 4
    numbers = ["1", "2", "3", "4", "5", "6", "7", "8"]
    records = problem_of({"age": numbers, "sex": sexes}, numeric=["age"]).records

    # both attributes span all, but a step of age costs a seventh
    assert in_neighbourhoods(records, 2, one_group, most=4).tolist() == [0, 1] * 4


def test_what_all_have_in_common_is_left_out():
    kinds = []

    def group(records):
        kinds.append(records.kind.tolist())
        return one_group(records)

    columns = {"age": ["1", "2", "3", "4"], "sex": ["f", "f", "m", "m"], "zip": ["8"] * 4}
    in_neighbourhoods(problem_of(columns, numeric=["age"]).records, 1, group, most=2)

    assert kinds == [[INTERVAL], [INTERVAL]]


def test_can_be_stopped():
    with pytest.raises(Cancelled):
        in_neighbourhoods(ages(1, 2, 3, 4), 1, one_group, most=2, progress=stop_at_once)
