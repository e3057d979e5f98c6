"""What holds for any fuzzy set and any partition."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra.numpy import arrays
from tests.support.fuzzy_algebra import (
    algebraic_sum,
    alpha_cut,
    complement,
    intersection,
    is_convex,
    is_included,
    lambda_complement,
    likeliest_cardinalities,
    product,
    sigma_count,
    union,
)

from celosia.methods.fuzzy.fuzzy_privacy import (
    Distance,
    QAnonymity,
    distances,
    distinct_values,
    k_anonymity,
    l_diversity,
    records_at_risk,
    t_closeness,
)
from celosia.methods.fuzzy.fuzzy_sets import (
    FuzzyPartition,
    FuzzySet,
    cartesian_product,
    fuzzy_cardinality,
    nonfuzzy_cardinality,
    possibility_of_at_least,
    triangle,
)

SHARES = st.integers(0, 20).map(lambda twentieth: twentieth / 20)
FUZZY = arrays(float, st.integers(1, 12), elements=SHARES)
PAIRS = st.integers(1, 8).flatmap(lambda n: st.tuples(*[arrays(float, n, elements=SHARES)] * 2))
LABELS = st.lists(st.integers(0, 2), min_size=3, max_size=15).map(lambda some: [0, 1, 2, *some])


@given(FUZZY)
def test_fuzzy_cardinality_is_convex_and_its_tail_is_equation_2_9(a):
    ordered = [1.0, *sorted(a.tolist(), reverse=True)]
    n = a.size
    j = max((s for s in range(1, n + 1) if ordered[s - 1] + ordered[s] > 1), default=0)
    by_2_9 = [ordered[k] if k >= j else max(1 - ordered[j], ordered[j]) for k in range(n + 1)]

    assert is_convex(fuzzy_cardinality(a))
    assert possibility_of_at_least(a) == pytest.approx(by_2_9)


@given(FUZZY)
def test_the_chosen_cardinality_is_one_of_the_likeliest(a):
    possible = fuzzy_cardinality(a)

    assert possible[nonfuzzy_cardinality(a)] == pytest.approx(possible.max())
    assert possible[likeliest_cardinalities(a)] == pytest.approx(possible.max())


@given(st.lists(st.booleans(), min_size=1, max_size=12))
def test_a_crisp_set_has_as_many_elements_by_any_count(members):
    a = np.array(members, float)
    number = sum(members)
    exactly = np.zeros(a.size + 1)
    exactly[number] = 1

    assert sigma_count(a) == number
    assert nonfuzzy_cardinality(a) == number
    assert likeliest_cardinalities(a).tolist() == [number]
    assert fuzzy_cardinality(a).tolist() == exactly.tolist()
    assert possibility_of_at_least(a).tolist() == [float(k <= number) for k in range(a.size + 1)]


@given(PAIRS)
def test_laws_of_de_morgan(pair):
    a, b = pair

    assert complement(union(a, b)) == pytest.approx(intersection(complement(a), complement(b)))
    assert complement(algebraic_sum(a, b)) == pytest.approx(product(complement(a), complement(b)))


@given(PAIRS, st.floats(0.01, 1))
def test_cuts_of_a_union_are_unions_of_cuts(pair, alpha):
    a, b = pair

    assert (alpha_cut(union(a, b), alpha) == (alpha_cut(a, alpha) | alpha_cut(b, alpha))).all()


@given(PAIRS)
def test_products_are_inside_intersections_and_sums_around_unions(pair):
    a, b = pair

    assert is_included(product(a, b), intersection(a, b))
    assert is_included(union(a, b), algebraic_sum(a, b) + 1e-12)


@given(FUZZY, st.floats(-0.9, 50), st.floats(-0.9, 50))
def test_a_larger_lambda_gives_a_smaller_complement(a, one, other):
    small, large = sorted((one, other))

    assert is_included(lambda_complement(a, large), lambda_complement(a, small) + 1e-12)
    assert lambda_complement(a, 0.0) == pytest.approx(complement(a))


@given(
    st.lists(st.integers(-50, 50), min_size=2, max_size=5, unique=True).map(sorted),
    arrays(float, 20, elements=st.floats(-100, 100)),
)
def test_neighbouring_triangles_are_a_partition(peaks, values):
    ends = [-inf, *peaks, inf]
    sets = {str(i): triangle(*ends[i : i + 3]) for i in range(len(peaks))}

    found = FuzzyPartition.of([*values, *peaks], sets)

    assert found.memberships.sum(axis=1) == pytest.approx(np.ones(found.records))
    assert found.is_normal
    assert found.is_robust


@given(st.lists(st.integers(-20, 20), min_size=4, max_size=4).map(sorted), st.floats(-30, 30))
def test_a_trapezium_is_the_lower_of_its_sides(corners, x):
    low, start, end, high = map(float, corners)
    rising = FuzzySet(low, start, inf, inf).memberships([x])[0]
    falling = FuzzySet(-inf, -inf, end, high).memberships([x])[0]

    assert FuzzySet(low, start, end, high).memberships([x])[0] == min(rising, falling)


@st.composite
def partitions(draw, sets=3):
    """Random shares of some records; each set has a record that belongs to it wholly."""
    rows = draw(st.lists(st.tuples(*[st.integers(0, 5)] * sets), min_size=1, max_size=10))
    shares = np.array([row if sum(row) else (1,) * sets for row in rows], float)
    shares = np.concatenate([np.eye(sets), shares / shares.sum(axis=1, keepdims=True)])
    return FuzzyPartition(tuple("abc"[:sets]), shares)


@given(partitions(), st.data())
def test_crossed_partitions_are_partitions(one, data):
    n = one.records
    sides = data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    other = FuzzyPartition.crisp(np.array(sides), ["x", "y"])

    crossed = cartesian_product([one, other])

    assert len(crossed.names) == 6
    assert crossed.memberships.sum(axis=1) == pytest.approx(np.ones(n))
    assert crossed.memberships[:, 0] + crossed.memberships[:, 1] == pytest.approx(
        one.memberships[:, 0]
    )


@given(LABELS, st.data())
def test_crisp_is_a_case_of_fuzzy(labels, data):
    secrets = np.array(
        data.draw(st.lists(st.integers(0, 4), min_size=len(labels), max_size=len(labels)))
    )
    labels = np.array(labels)
    partition = FuzzyPartition.crisp(labels, "abc")
    values, codes = np.unique(secrets, return_inverse=True)
    blocks = [codes[labels == i] for i in range(3)]
    whole = np.bincount(codes) / codes.size
    apart = [
        np.abs(np.cumsum(np.bincount(block, minlength=values.size) / block.size - whole)).sum()
        / max(values.size - 1, 1)
        for block in blocks
    ]

    assert distinct_values(partition, secrets).tolist() == [np.unique(b).size for b in blocks]
    assert l_diversity(partition, secrets) == min(np.unique(b).size for b in blocks)
    assert distances(partition, secrets) == pytest.approx(np.array(apart)[labels])
    assert t_closeness(partition, secrets) == pytest.approx(max(apart))
    smallest = QAnonymity.of(partition, lambda rows: rows.min(axis=1))
    assert smallest.largest() == k_anonymity(labels)


@given(partitions(), st.data(), st.sampled_from(Distance))
def test_distances_are_within_their_bounds_and_zero_for_the_whole(partition, data, distance):
    n = partition.records
    secrets = np.array(data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)))
    everything = FuzzyPartition.crisp(np.zeros(n, int), ["all"])

    found = distances(partition, secrets, distance)

    assert (found >= -1e-12).all()
    assert (found <= 1 + 1e-12).all()
    assert distances(everything, secrets, distance) == pytest.approx(np.zeros(n))


@given(LABELS)
def test_who_stands_out_is_in_a_smaller_class_than_who_does_not(labels):
    labels = np.array(labels)
    sizes = np.bincount(labels)[labels]

    out = records_at_risk(labels)

    assert not out.all()
    assert sizes[out].max(initial=0) < sizes[~out].min()
