"""Fuzzy sets, what is made of them, and partitions."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest
from tests.support.fuzzy_algebra import alpha_cut, is_empty, weak_alpha_cut

from celosia.errors import ParameterError
from celosia.methods.fuzzy.fuzzy_sets import (
    FuzzyPartition,
    FuzzySet,
    cartesian_product,
    is_normal,
    triangle,
)


def test_a_sharp_border_belongs_to_the_set():
    assert FuzzySet(1, 1, 2, 2).memberships([0.9, 1, 2, 2.1]).tolist() == [0, 1, 1, 0]


@pytest.mark.parametrize(
    "corners",
    [(0, 2, 1, 3), (nan, 1, 2, 3), (-inf, 1, 2, 3), (0, 1, 2, inf), (inf,) * 4, (-inf,) * 4],
)
def test_corners_that_make_no_set_are_refused(corners):
    with pytest.raises(ParameterError, match="FuzzySet"):
        FuzzySet(*corners)


def test_cuts():
    a = np.array([0.2, 0.5, 1.0])

    assert alpha_cut(a, 0.5).tolist() == [False, True, True]
    assert weak_alpha_cut(a, 0.5).tolist() == [False, False, True]
    assert weak_alpha_cut(a, 0).all()
    assert is_normal(a)
    assert not is_empty(a)


def test_sets_with_a_gap_are_no_partition():
    sets = {"low": triangle(-inf, 1, 2), "high": triangle(3, 4, inf)}

    with pytest.raises(ParameterError, match="2 of 3 records do not add up to 1"):
        FuzzyPartition.of([0.0, 1.5, 2.5], sets)


@pytest.mark.parametrize("shares", [[[1.5, -0.5]], [[nan, 1.0]]])
def test_memberships_are_from_0_to_1(shares):
    with pytest.raises(ParameterError, match="from 0 to 1"):
        FuzzyPartition(("a", "b"), np.array(shares))


def test_a_partition_has_a_column_per_set():
    with pytest.raises(ParameterError, match="a column per set"):
        FuzzyPartition(("a", "b"), np.ones((2, 1)))


def test_normal_and_robust():
    thirds = FuzzyPartition(tuple("abc"), np.full((1, 3), 1 / 3))
    whole = FuzzyPartition.crisp(np.array([2, 0, 1]), "abc")

    assert (thirds.is_normal, thirds.is_robust) == (False, False)
    assert (whole.is_normal, whole.is_robust) == (True, True)
    assert whole.labels.tolist() == [2, 0, 1]


def test_only_partitions_of_the_same_records_are_crossed():
    one, two = (FuzzyPartition.crisp(np.zeros(n, int), ["all"]) for n in (1, 2))

    with pytest.raises(ParameterError, match="same records"):
        cartesian_product([one, two])
    with pytest.raises(ParameterError, match="at least one"):
        cartesian_product([])
