"""Draws from the keyed stream: each value as likely as it should be, and none repeated."""

from __future__ import annotations

from collections import Counter
from hashlib import shake_256
from itertools import permutations
from random import Random

import numpy as np
import pytest

from celosia.core.randomness import Randomness
from celosia.techniques.pseudonyms.fake_value import _Dice

MANY = 200_000


def far_from(counts, expected):
    """Give Pearson's statistic, as deviations of its distribution."""
    squared = ((np.asarray(counts) - expected) ** 2 / expected).sum()
    free = len(counts) - 1
    return abs(squared - free) / np.sqrt(2 * free)


def test_the_stream_is_shake_256_of_the_secret():
    first = shake_256(b"secret" + (1).to_bytes(8, "big")).digest(4096)

    assert Randomness(b"secret").raw(10_000)[:4096] == first


def test_small_draws_go_through_the_stream_without_repeating():
    chance = Randomness(b"secret")

    drawn = [chance.raw(size) for size in (3, 5, 8, 4000, 200, 5000, 16) * 20]

    assert len(set(drawn)) == len(drawn)
    assert b"".join(drawn[:3]) == Randomness(b"secret").raw(16)


def test_numbers_below_one_are_spread_evenly():
    drawn = Randomness(b"a").random(MANY)

    assert 0 <= drawn.min() < drawn.max() < 1
    assert far_from(np.bincount((drawn * 100).astype(int)), MANY / 100) < 5


def test_normal_numbers_have_the_normal_distribution():
    drawn = Randomness(b"b").standard_normal(2, MANY // 2)

    assert drawn.shape == (2, MANY // 2)
    assert abs(drawn.mean()) < 5 / np.sqrt(MANY)
    assert abs(drawn.var() - 1) < 5 * np.sqrt(2 / MANY)
    assert abs(np.mean(drawn**4) - 3) < 5 * np.sqrt(96 / MANY)
    assert abs(np.mean(np.abs(drawn) < 1.959964) - 0.95) < 0.003
    assert abs(np.corrcoef(drawn)[0, 1]) < 5 / np.sqrt(MANY / 2)


@pytest.mark.parametrize("size", [0, 1, 7])
def test_odd_and_empty_draws(size):
    chance = Randomness(b"c")

    assert chance.standard_normal(size).shape == chance.random(size).shape == (size,)
    assert chance.integers(0, 9, size).shape == chance.permutation(size).shape == (size,)


def test_whole_numbers_are_equally_likely_even_where_the_span_does_not_divide_the_words():
    """Without care, 64-bit words would draw the last third twice for the others' three times."""
    drawn = Randomness(b"d").integers(-5, 3 * 2**61 - 5, MANY)

    thirds = np.bincount((drawn + 5) >> 61, minlength=3)

    assert drawn.min() >= -5
    assert far_from(thirds, MANY / 3) < 5


def test_every_order_is_as_likely_as_the_next():
    chance = Randomness(b"e")
    counts = Counter(tuple(chance.permutation(4).tolist()) for _ in range(12_000))

    assert set(counts) == set(permutations(range(4)))
    assert far_from(list(counts.values()), 500) < 5


def test_shares_are_kept_and_what_has_none_is_never_drawn():
    shares = np.array([0.0, 1.0, 2.0, 0.0, 5.0, 0.0])

    counts = np.bincount(Randomness(b"f").weighted(shares, MANY), minlength=6)

    assert counts[[0, 3, 5]].sum() == 0
    assert abs(counts / MANY - shares / 8).max() < 0.006


def test_faker_draws_from_the_stream():
    dice = _Dice(Randomness(b"g"))

    drawn = [dice.randrange(10) for _ in range(5000)]

    assert isinstance(dice, Random)
    assert far_from(np.bincount(drawn), 500) < 5
    assert drawn == [_Dice(Randomness(b"g")).randrange(10), *drawn[1:]]
    assert all(0 <= dice.getrandbits(13) < 2**13 for _ in range(100))
