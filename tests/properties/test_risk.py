"""What holds of every risk, on any table."""

from __future__ import annotations

from itertools import combinations
from math import factorial

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra.numpy import arrays

from celosia.core.classes import Classes
from celosia.risk import (
    Frequencies,
    IndividualRisk,
    JournalistRisk,
    MarketerRisk,
    PopulationUniquenessRisk,
    ProsecutorRisk,
    SudaRisk,
    frequencies,
)

SIZES = arrays("int64", st.integers(1, 12), elements=st.integers(1, 9))
CODES = st.tuples(st.integers(2, 12), st.integers(1, 4)).flatmap(
    lambda shape: arrays("int64", shape, elements=st.integers(0, 2))
)
FRACTIONS = st.floats(0.001, 1)


@st.composite
def tables(draw):
    codes = draw(CODES)
    return codes, draw(arrays(bool, codes.shape))


@given(sizes=SIZES)
def test_without_a_population_the_attackers_agree(sizes):
    classes = Classes(sizes, population=sizes.astype(float))

    prosecutor, journalist = ProsecutorRisk.of(classes), JournalistRisk.of(classes)

    assert prosecutor.highest == journalist.highest
    assert prosecutor.average == pytest.approx(journalist.average)
    assert MarketerRisk.of(Classes(sizes)).share == pytest.approx(prosecutor.average)
    assert prosecutor.expected == pytest.approx(sizes.size)


@given(sizes=SIZES, factor=st.floats(1, 50))
def test_a_larger_population_never_raises_a_risk(sizes, factor):
    near = Classes(sizes, population=sizes.astype(float))
    far = Classes(sizes, population=sizes * factor)

    assert JournalistRisk.of(far).highest <= JournalistRisk.of(near).highest
    assert MarketerRisk.of(far).share <= MarketerRisk.of(near).share + 1e-12


@given(sizes=SIZES, threshold=st.floats(0, 1))
def test_the_share_at_risk_falls_with_the_threshold(sizes, threshold):
    classes = Classes(sizes)

    assert ProsecutorRisk.at_risk(classes, threshold) <= ProsecutorRisk.at_risk(classes, 0)
    assert ProsecutorRisk.at_risk(classes, 1) == 0


@given(
    f=arrays("float64", 20, elements=st.floats(1, 60)),
    weight=arrays("float64", 20, elements=st.floats(1, 1e5)),
    whole=st.booleans(),
)
def test_individual_risk_lies_between_its_bounds(f, weight, whole):
    f = np.floor(f) if whole else f

    exact = IndividualRisk.of(Frequencies(f, f * weight)).record
    approximate = IndividualRisk.of(Frequencies(f, f * weight), "approximate").record

    assert (exact >= (1 - 1e-9) / (f * weight)).all()  # Jensen: E[1/F] is at least 1/E[F]
    assert (exact <= (1 + 1e-9) / f).all()
    assert (exact <= approximate * (1 + 1e-9)).all()


def compatible(a, a_null, b, b_null):
    return all(x == y or m or n for x, y, m, n in zip(a, b, a_null, b_null, strict=True))


def same(a, a_null, b, b_null):
    pairs = zip(a, b, a_null, b_null, strict=True)
    return all((m and n) or (x == y and not m and not n) for x, y, m, n in pairs)


def brute_force_frequencies(codes, null, weights, alpha):
    found = []
    for a, a_null in zip(codes, null, strict=True):
        total = 0.0
        for b, b_null, weight in zip(codes, null, weights, strict=True):
            if same(a, a_null, b, b_null):
                total += weight
            elif compatible(a, a_null, b, b_null):
                total += weight * (alpha if b_null.any() else 1)
        found.append(total)
    return np.array(found)


@given(table=tables(), alpha=st.sampled_from([0.0, 0.3, 1.0]))
def test_frequencies_as_by_comparing_every_pair(table, alpha):
    codes, null = table
    weights = np.arange(1.0, len(codes) + 1)

    counted = frequencies(codes, null, weights, alpha)

    ones = np.ones(len(codes))
    assert counted.sample == pytest.approx(brute_force_frequencies(codes, null, ones, alpha))
    assert counted.population == pytest.approx(brute_force_frequencies(codes, null, weights, alpha))


def brute_force_scores(codes, null):
    rows, keys = codes.shape
    scores = np.zeros(rows)
    for i in range(rows):
        minimal = []
        for size in range(1, keys + 1):
            for members in combinations(range(keys), size):
                if null[i, members].any() or any(set(m) <= set(members) for m in minimal):
                    continue
                alike = (codes[:, members] == codes[i, members]) & ~null[:, members]
                if alike.all(axis=1).sum() == 1:
                    minimal.append(members)
                    scores[i] += factorial(keys - size)
    return scores


@given(table=tables())
def test_suda_finds_every_minimal_unique(table):
    codes, null = table

    risk = SudaRisk.of(codes, null)

    assert (risk.score == brute_force_scores(codes, null)).all()
    assert ((risk.dis > 0) == (risk.score > 0)).all()
    assert (risk.dis <= 1).all()


@given(codes=CODES, seed=st.integers(0, 99))
def test_the_order_of_records_changes_nothing(codes, seed):
    order = np.random.default_rng(seed).permutation(len(codes))

    assert (SudaRisk.of(codes[order]).score == SudaRisk.of(codes).score[order]).all()
    assert (frequencies(codes[order]).sample == frequencies(codes).sample[order]).all()


@given(sizes=SIZES.filter(lambda sizes: sizes.sum() > 1), fraction=FRACTIONS)
def test_population_uniqueness_is_a_share_and_none_without_sample_uniques(sizes, fraction):
    risk = PopulationUniquenessRisk.of(Classes(sizes), fraction)

    assert 0 <= risk.share <= 1 + 1e-9
    assert PopulationUniquenessRisk.of(Classes(sizes + 1), fraction).share == 0
