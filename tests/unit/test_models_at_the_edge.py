"""What a model decides exactly at its threshold, where classes overlap, and where some are gone."""

from __future__ import annotations

import numpy as np
import pytest

from celosia.core.classes import Classes
from celosia.models import (
    AlphaKAnonymity,
    AverageRisk,
    BetaLikeness,
    DeltaDisclosure,
    RecursiveCLDiversity,
    SampleUniqueness,
    TCloseness,
)
from celosia.models.earth_mover import emd_ordered

HALVES = Classes.from_histogram("dx", [[3, 1], [1, 3]])
"""Shares of 3/4 and 1/4 where the table has 1/2: 1/4 apart, half as much again, log2(1/2) = -1."""
OVERLAPPING = Classes(np.array([4, 4]), records=np.array([1, 3]))
"""Nulls that match anything: everybody looks like all four records."""


@pytest.mark.parametrize(
    ("model", "accepted"),
    [
        (AlphaKAnonymity("dx", alpha=0.75, k=4), True),
        (TCloseness("dx", t=0.25), True),
        (BetaLikeness("dx", beta=0.5), True),
        (BetaLikeness("dx", beta=0.5, enhanced=True), True),
        (DeltaDisclosure("dx", delta=1.0), False),  # the definition asks for less than delta
    ],
    ids=str,
)
def test_a_class_exactly_at_the_threshold(model, accepted):
    assert model.accepts(HALVES).tolist() == [accepted, accepted]


def test_the_commonest_value_must_stay_below_c_times_the_tail():
    classes = Classes.from_histogram("dx", [[4, 2], [3, 2]])

    assert RecursiveCLDiversity("dx", c=2, l=2).accepts(classes).tolist() == [False, True]


@pytest.mark.parametrize(
    ("at", "below"),
    [(AverageRisk(0.2), AverageRisk(0.19)), (SampleUniqueness(0.1), SampleUniqueness(0.09))],
    ids=str,
)
def test_a_table_exactly_at_the_threshold(at, below):
    classes = Classes(np.array([1, 9]))

    assert at.accepts(classes).all()
    assert not below.accepts(classes).any()


def test_overlapping_classes_share_their_average_risk():
    """Each of four records looks like four: 1/4, however many classes they are told in."""
    assert AverageRisk(0.25).accepts(OVERLAPPING).all()
    assert not AverageRisk(0.24).accepts(OVERLAPPING).any()


def test_a_value_that_nobody_has_is_ruled_out_for_nobody():
    classes = Classes.from_histogram("dx", [[2, 2, 0], [1, 1, 0]])

    assert DeltaDisclosure("dx", delta=0.1).accepts(classes).tolist() == [True, True]


def test_a_value_that_left_the_table_is_ruled_out_for_nobody():
    classes = Classes.from_histogram("dx", [[2, 2, 0], [0, 0, 3]])
    model = DeltaDisclosure("dx", delta=0.1)

    assert model.accepts(classes).tolist() == [False, False]
    assert model.accepts(classes.kept(np.array([True, False]))).tolist() == [True]


def test_a_value_that_only_left_out_records_held_has_no_rank():
    """Groups leave records out and keep the codes of their values: what is published has fewer."""
    counts = [[2, 0, 1], [1, 0, 2]]
    with_it = Classes.from_histogram("pay", counts, ["1", "2", "3"])
    without = Classes.from_histogram("pay", [[2, 1], [1, 2]], ["1", "3"])

    assert emd_ordered(with_it, "pay").tolist() == emd_ordered(without, "pay").tolist()
