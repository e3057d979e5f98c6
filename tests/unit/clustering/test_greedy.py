"""k-members and l-greedy: what they form, and that every way of searching forms the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from tests.support.grouped_records import problem_of
from tests.support.mixed_records import (
    CITIES,
    as_python,
    assert_groups,
    cities,
    mixed,
    stop_at_once,
)

from celosia.core.values import ValueCounts
from celosia.errors import Cancelled, ParameterError
from celosia.methods.clustering.attributes import Attribute
from celosia.methods.clustering.greedy import Way
from celosia.methods.clustering.kernels.coded_records import Records, difference, span_cost
from celosia.methods.k_members import k_members
from celosia.methods.l_greedy import by_variance, l_greedy

AGES = ["20", "21", "22", "60", "61", "62", "63"]


@pytest.mark.kernels
@pytest.mark.parametrize("way", Way)
def test_l_greedy_begins_with_the_first_record_and_takes_the_nearest(way):
    records = problem_of({"age": AGES}, numeric=["age"]).records

    assert l_greedy(records, 3, way=way).tolist() == [0, 0, 0, 1, 1, 1, 1]


@pytest.mark.kernels
@pytest.mark.parametrize("way", Way)
def test_k_members_begins_with_the_record_furthest_from_a_random_one(way):
    records = problem_of({"age": AGES}, numeric=["age"]).records

    groups = k_members(records, 3, seed=0, way=way)

    # Seed 0 draws record 5, who is 62: the furthest is 20, and from 22 it is 63.
    assert np.random.default_rng(0).integers(7) == 5
    assert groups.tolist() == [0, 0, 0, 1, 1, 1, 1]


def test_a_leftover_joins_the_group_where_the_loss_rises_least():
    cells = ["0", "0", "10", "10", "14"]
    records = problem_of({"age": cells}, numeric=["age"]).records

    assert l_greedy(records, 2).tolist() == [0, 0, 1, 1, 1]


@pytest.mark.parametrize("method", [k_members, l_greedy])
def test_too_few_records_for_two_groups_are_one(method):
    records = problem_of({"age": ["1", "2", "3", "4", "5"]}, numeric=["age"]).records

    assert method(records, 3).tolist() == [0, 0, 0, 0, 0]
    assert method(records, 7).tolist() == [0, 0, 0, 0, 0]


@pytest.mark.parametrize("method", [k_members, l_greedy])
def test_a_part_of_the_records_is_grouped_by_itself(method):
    records = problem_of({"age": AGES}, numeric=["age"]).records
    part = records._replace(codes=records.codes[:, [0, 2, 3, 6]])

    assert method(part, 2).tolist() in ([0, 0, 1, 1], [1, 1, 0, 0])


def test_a_null_is_kept_apart_from_values_while_it_can_be():
    records = problem_of({"age": ["1", None, "9", None]}, numeric=["age"]).records

    assert l_greedy(records, 2).tolist() == [0, 0, 1, 1]


def test_a_hierarchy_keeps_siblings_together():
    cells = ["Lugo", "Soria", "Vigo", "Avila"]
    records = problem_of({"city": cells}, attributes={"city": cities(cells)}).records

    assert l_greedy(records, 2).tolist() == [0, 0, 1, 1]


def test_the_attribute_of_least_variance_sorts_first():
    problem = problem_of(
        {"a": ["0", "0", "10", "10"], "b": ["0", "5", "5", "10"], "c": ["x", "x", "x", "y"]},
        numeric=["a", "b"],
    )

    # Variances 1/4, 1/8 and 3/16.
    assert by_variance(problem.records).tolist() == [1, 2, 0]


@pytest.mark.parametrize("method", [k_members, l_greedy])
def test_progress_rises_to_the_end_and_may_cancel(method):
    records = problem_of({"age": [str(i) for i in range(500)]}, numeric=["age"]).records
    told: list[tuple[str, float]] = []

    method(records, 5, progress=lambda stage, share: told.append((stage, share)))

    assert told[-1] == ("group", 1.0)
    assert [share for _, share in told] == sorted(share for _, share in told)

    with pytest.raises(Cancelled):
        method(records, 5, progress=stop_at_once)


def test_groups_of_nothing_are_refused():
    with pytest.raises(ParameterError, match="k=0"):
        l_greedy(problem_of({"age": AGES}, numeric=["age"]).records, 0)


# Every way of searching gives the groups of the plainest program.

NUMBERS = st.sampled_from(["0", "1", "2", "3.5", "8", None])
WORDS = st.sampled_from(["a", "b", "c", "d", None])
PLACES = st.sampled_from([row[0] for row in CITIES])
WEIGHTS = st.sampled_from([0.0, 0.5, 1.0, 3.0])


@st.composite
def tables(draw):
    """Two numbers, a category and a place, all with nulls, and any weights but all zero."""
    n = draw(st.integers(4, 24))
    kinds = {"age": NUMBERS, "cars": NUMBERS, "job": WORDS, "city": PLACES}
    columns = {name: draw(st.lists(kind, min_size=n, max_size=n)) for name, kind in kinds.items()}
    weights = dict(zip(kinds, draw(st.tuples(*[WEIGHTS] * 4).filter(any)), strict=True))
    attributes = {"city": cities(columns["city"], weights["city"])}
    jobs = ValueCounts.of(columns["job"])
    attributes["job"] = Attribute.nominal("job", jobs, weight=weights["job"])
    for name in ("age", "cars"):
        values = ValueCounts.of(columns[name])
        sizes = {text: float(text) for text in values.texts}
        attributes[name] = Attribute.numeric(name, values, sizes, weight=weights[name])
    return problem_of(columns, attributes=attributes).records


@settings(max_examples=60)
@given(records=tables(), k=st.integers(1, 6))
def test_l_greedy_is_the_plainest_program_made_fast(records, k):
    expected = plain_l_greedy(records, k)

    for way in Way:
        assert l_greedy(records, k, way=way).tolist() == expected


@settings(max_examples=60)
@given(records=tables(), k=st.integers(1, 6), seed=st.integers(0, 9))
def test_k_members_is_the_plainest_program_made_fast(records, k, seed):
    expected = plain_k_members(records, k, seed)

    for way in Way:
        assert k_members(records, k, seed, way=way).tolist() == expected


@settings(max_examples=10)
@given(seed=st.integers(0, 999), k=st.integers(2, 9))
def test_ways_agree_on_larger_tables(seed, k):
    records = mixed(700, seed)

    for method in (k_members, l_greedy):
        scan, trie, boxes = (method(records, k, way=way) for way in Way)
        assert_groups(scan, 700, k)
        assert (trie == scan).all()
        assert (boxes == scan).all()


def test_an_index_that_leaves_nothing_out_is_given_up_for_a_scan():
    draw = np.random.default_rng(0)
    columns = {name: [str(x) for x in draw.integers(0, 300, 1500)] for name in "abcdef"}
    records = problem_of(columns).records

    assert (l_greedy(records, 5) == l_greedy(records, 5, way=Way.BOXES)).all()


def plain_l_greedy(records: Records, k: int) -> list[int]:
    codes = records.codes.T.tolist()
    attributes = by_variance(records).tolist()
    order = sorted(range(len(codes)), key=lambda i: [codes[i][j] for j in attributes])
    if len(codes) < 2 * k:
        return [0] * len(codes)
    left, groups = order.copy(), []
    while len(left) >= k:
        groups.append(plain_group(records, k, left[0], left))
    return joined(records, groups, left)


def plain_k_members(records: Records, k: int, seed: int) -> list[int]:
    n = records.codes.shape[1]
    if n < 2 * k:
        return [0] * n
    draw = np.random.default_rng(seed)
    last, left, groups = int(draw.integers(n)), list(range(n)), []
    while len(left) >= k:
        furthest = min(left, key=lambda i: (-plain_distance(records, last, i), i))
        groups.append(plain_group(records, k, furthest, left))
        last = groups[-1][-1]
    return joined(records, groups, draw.permutation(np.array(left, np.int64)).tolist())


def plain_group(records: Records, k: int, first: int, left: list[int]) -> list[int]:
    """Take k records out of those left, the first given."""
    group = [first]
    left.remove(first)
    while len(group) < k:
        group.append(min(left, key=lambda i: (plain_cost(records, [*group, i]), i)))
        left.remove(group[-1])
    return group


def joined(records: Records, groups: list[list[int]], left: list[int]) -> list[int]:
    for i in left:
        rise = [
            (len(group) + 1) * plain_cost(records, [*group, i])
            - len(group) * plain_cost(records, group)
            for group in groups
        ]
        groups[rise.index(min(rise))].append(i)
    return [number for i in range(records.codes.shape[1])
            for number, group in enumerate(groups) if i in group]  # fmt: skip


def plain_cost(records: Records, members: list[int]) -> int:
    total = 0
    for j, codes in enumerate(records.codes[:, members].tolist()):
        low, high = min(codes), max(codes)
        total += int(as_python(span_cost)(records, j, low, high, len(set(codes))))
    return total


def plain_distance(records: Records, one: int, other: int) -> int:
    total = 0
    for j, (a, b) in enumerate(records.codes[:, [one, other]].tolist()):
        apart = float(as_python(difference)(records, j, a, b))
        weight = float(records.weight[j])
        total += int(apart * (apart * (1 / weight))) if weight else 0
    return total
