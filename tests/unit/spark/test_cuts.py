from __future__ import annotations

import numpy as np
from hypothesis import given, strategies as st

from celosia.engines.spark.pieces import cut

CODES = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 4)), min_size=1, max_size=80)


def pieces(tree, codes):
    return np.unique(tree.leaf_of(codes), return_counts=True)[1]


@given(codes=CODES, most=st.integers(2, 20), least=st.integers(1, 4))
def test_pieces_are_small_unless_no_cut_leaves_enough(codes, most, least):
    codes = np.array(codes)

    tree = cut(codes, np.ones(len(codes)), np.array([1 / 30, 1 / 4]), most, least)

    sizes = pieces(tree, codes)
    assert sizes.sum() == len(codes)
    assert len(sizes) == 1 or sizes.min() >= least
    if least == 1:
        for leaf in np.unique(tree.leaf_of(codes)):
            inside = codes[tree.leaf_of(codes) == leaf]
            assert len(inside) <= most or len(np.unique(inside, axis=0)) == 1


@given(codes=CODES, others=CODES)
def test_cuts_that_leave_too_few_of_the_real_records_are_taken_back(codes, others):
    codes, others = np.array(codes), np.array([*codes, *others])
    tree = cut(codes, np.ones(len(codes)), np.array([1.0, 1.0]), 5, 1)
    rows, nodes = tree.above(tree.leaf_of(others))
    held = np.bincount(nodes, minlength=tree.attribute.size)

    sizes = pieces(tree.held_together(held >= 3), others)

    assert np.bincount(rows).min() >= 1
    assert held[0] == sizes.sum() == len(others)
    assert len(sizes) == 1 or sizes.min() >= 3


def test_a_half_that_is_accepted_only_as_halves_of_its_own_stays_cut():
    tree = cut(np.arange(8)[:, None], np.ones(8), np.array([1.0]), most=2, least=1)
    leaves = np.unique(tree.leaf_of(np.arange(8)[:, None]))
    accepted = np.zeros(tree.attribute.size, np.bool_)
    accepted[leaves] = True

    assert pieces(tree.held_together(accepted), np.arange(8)[:, None]).tolist() == [2, 2, 2, 2]


def test_the_widest_attribute_is_cut_first():
    codes = np.array([[0, 0], [1, 9], [0, 0], [1, 9]])

    tree = cut(codes, np.ones(4), np.array([1.0, 1.0]), most=2, least=1)

    assert tree.attribute[0] == 1
