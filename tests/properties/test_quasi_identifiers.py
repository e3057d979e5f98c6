"""The search gives what brute force over the whole power set gives."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra.numpy import arrays

from celosia.proposals import choose, propose_quasi_identifiers

NAMES = ("d", "b", "a", "e", "c")
TABLES = st.integers(1, 5).flatmap(
    lambda width: arrays(
        "int64", st.tuples(st.integers(1, 25), st.just(width)), elements=st.integers(0, 4)
    )
)
TOLERANCES = st.sampled_from([0.0, 0.05, 0.2, 0.5])


def brute_force(codes, tolerance):
    width = codes.shape[1]
    sets = [s for size in range(1, width + 1) for s in combinations(range(width), size)]
    distinct = {tuple(NAMES[j] for j in s): len({tuple(row) for row in codes[:, s]}) for s in sets}
    return choose(distinct, tolerance), distinct


def propose(codes, tolerance, show_all):
    rows, counts = np.unique(codes, axis=0, return_counts=True)
    return propose_quasi_identifiers(rows, counts, NAMES[: codes.shape[1]], tolerance, show_all)


@pytest.mark.parametrize("show_all", [10, 0], ids=["whole power set", "skipping"])
@given(codes=TABLES, tolerance=TOLERANCES)
def test_same_choice_as_brute_force(show_all, codes, tolerance):
    chosen, distinct = brute_force(codes, tolerance)

    proposal = propose(codes, tolerance, show_all)

    assert proposal.exhaustive
    assert proposal.chosen == chosen
    assert all(c.distinct == distinct[c.columns] for c in proposal.examined)


@given(codes=TABLES, tolerance=TOLERANCES, seed=st.integers(0, 9))
def test_permuting_rows_and_columns_changes_no_choice(codes, tolerance, seed):
    rng = np.random.default_rng(seed)
    order = rng.permutation(codes.shape[1])
    shuffled = rng.permutation(codes)[:, order]
    ones = np.ones(len(codes), dtype=np.int64)

    one = propose_quasi_identifiers(codes, ones, NAMES[: codes.shape[1]], tolerance)
    other = propose_quasi_identifiers(shuffled, ones, [NAMES[j] for j in order], tolerance)

    assert set(one.chosen) == set(other.chosen)


@given(codes=TABLES)
def test_separation_is_the_share_of_pairs_that_differ(codes):
    pairs = list(combinations(range(len(codes)), 2))

    for found in propose(codes, 0.05, 10).examined:
        at = [NAMES.index(name) for name in found.columns]
        apart = sum(bool((codes[i, at] != codes[j, at]).any()) for i, j in pairs)
        assert found.separation == pytest.approx(apart / len(pairs) if pairs else 0.0)
