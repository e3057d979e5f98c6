from __future__ import annotations

import numpy as np
import pytest

from celosia.errors import ParameterError
from celosia.risk import SudaRisk


def test_fewer_keys_score_higher():
    codes = np.array([[1, 1, 1], [1, 2, 1], [1, 2, 2], [1, 1, 2], [1, 1, 2], [9, 1, 1]])

    risk = SudaRisk.of(codes)

    # The last record is unique on the first key: 2!. The first only on all three keys together: 0!.
    # The second and third on the last two keys: 1!.
    assert risk.score.tolist() == [1, 1, 1, 0, 0, 2]


def test_duplicates_are_never_unique():
    risk = SudaRisk.of(np.array([[1, 2], [1, 2], [3, 4], [3, 4]]))

    assert risk.special == 0
    assert risk.dis.tolist() == [0, 0, 0, 0]
    assert risk.contributions.tolist() == [0, 0]


def test_a_null_is_no_value_to_be_unique_by():
    codes, null = np.array([[1], [1], [5]]), np.array([[False], [False], [True]])

    assert SudaRisk.of(codes, null).score.tolist() == [0, 0, 0]
    assert SudaRisk.of(codes).score.tolist() == [0, 0, 1]


def test_without_pairs_every_special_record_is_certain():
    assert SudaRisk.of(np.array([[1], [2], [3]])).dis.tolist() == [1, 1, 1]


def test_dis_by_hand():
    # One unique (score 1 of one key, so q = 1.35 and A = 1) and one pair.
    risk = SudaRisk.of(np.array([[1], [2], [2]]), fraction=0.2)

    assert risk.dis == pytest.approx([1 / (1 + 2 * 0.8 / 0.2), 0, 0])


def test_a_larger_sample_makes_a_match_likelier():
    codes = np.array([[1, 1], [2, 1], [2, 1], [1, 2]])

    assert SudaRisk.of(codes, fraction=0.5).dis[0] > SudaRisk.of(codes, fraction=0.01).dis[0]


def test_the_search_in_turns_finds_the_same(monkeypatch):
    codes = np.random.default_rng(3).integers(0, 4, (100, 5))
    at_once = SudaRisk.of(codes)

    monkeypatch.setattr("celosia.risk.suda.MEMORY", 32)

    assert (SudaRisk.of(codes).score == at_once.score).all()
    assert (SudaRisk.of(codes).contributions == at_once.contributions).all()


def test_twelve_keys():
    codes = np.random.default_rng(3).integers(0, 4, (300, 12))

    assert SudaRisk.of(codes).special == 300


@pytest.mark.parametrize(
    ("codes", "says"),
    [
        (np.empty((0, 3), int), "two records"),
        (np.ones((1, 3), int), "two records"),
        (np.ones((4, 0), int), "one key"),
        (np.ones((4, 17), int), "too many"),
    ],
)
def test_bad_tables_are_refused(codes, says):
    with pytest.raises(ParameterError, match=says):
        SudaRisk.of(codes)


@pytest.mark.parametrize("fraction", [0, -0.1, 1.1, float("nan")])
def test_a_wrong_fraction_is_refused(fraction):
    with pytest.raises(ParameterError, match="fraction"):
        SudaRisk.of(np.ones((4, 2), int), fraction=fraction)


def test_nulls_of_another_shape_are_refused():
    with pytest.raises(ParameterError, match="shape"):
        SudaRisk.of(np.ones((4, 2), int), np.zeros((4, 3), bool))
