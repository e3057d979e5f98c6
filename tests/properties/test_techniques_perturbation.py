"""What swapping and perturbation keep, whatever the table."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from tests.support.perturbed import DISEASES, applied, changed

from celosia.core.randomness import Randomness
from celosia.core.values import Cells
from celosia.techniques.perturbation.correlated_noise import CorrelatedNoise
from celosia.techniques.perturbation.date_shift import DateShift
from celosia.techniques.perturbation.microaggregation import Microaggregate
from celosia.techniques.perturbation.noise import GaussianNoise, UniformNoise
from celosia.techniques.perturbation.pram import Pram
from celosia.techniques.perturbation.semantic_noise import SemanticNoise
from celosia.techniques.perturbation.swapping import (
    RankSwap,
    SemanticRankSwap,
    Swap,
    exchanged_ranks,
)

seeds = st.integers(0, 10_000)
ages = st.none() | st.integers(0, 110).map(str)
diseases = st.none() | st.sampled_from([str(value) for value in DISEASES.values])
days = st.none() | st.dates().filter(lambda day: 1900 < day.year < 2100).map(str)
rows = st.lists(st.tuples(ages, diseases, days), max_size=30)

EXCHANGES = [
    Swap(("age", "disease", "day")),
    Swap(("age", "disease"), rate=0.4),
    Swap(("age", "disease"), rate=0.7, grouped=True),
    RankSwap("age", 20),
    RankSwap("day", 50),
    SemanticRankSwap("disease", 30),
]
OTHERS = [
    UniformNoise("age", share=0.2),
    GaussianNoise("age", width=3, clip=True),
    CorrelatedNoise(("age",), 0.3),
    DateShift(("day",), 30, subject="disease"),
    Microaggregate(("age", "disease"), 2, "mode"),
    Pram("disease", 0.5),
    Pram("disease", 0.5, invariant=False),
    SemanticNoise("disease", 0.5),
]


def table(drawn):
    return {name: [row[j] for row in drawn] for j, name in enumerate(("age", "disease", "day"))}


def varied(drawn):
    """Enough for every technique: three different ages, and a record of each disease and day."""
    return table([*drawn, *[(age, "flu", "2000-01-01") for age in ("1", "5", "70")]])


@pytest.mark.parametrize("technique", EXCHANGES, ids=repr)
@settings(max_examples=30)
@given(drawn=rows, seed=seeds)
def test_an_exchange_keeps_every_marginal_exactly(technique, drawn, seed):
    before = table(drawn)

    after = changed(technique, before, seed, disease=DISEASES)

    for name in before:
        assert Counter(after[name]) == Counter(before[name])
        assert name in technique.changes or after[name] == before[name]


@given(drawn=rows, seed=seeds, rate=st.floats(0.01, 1))
def test_grouped_columns_keep_their_joint_distribution_exactly(drawn, seed, rate):
    before = table(drawn)

    after = changed(Swap(("age", "day"), rate, grouped=True), before, seed)

    assert Counter(zip(after["age"], after["day"], strict=True)) == Counter(
        zip(before["age"], before["day"], strict=True)
    )


@given(number=st.integers(2, 60), seed=seeds, rate=st.floats(0.01, 1))
def test_exactly_the_chosen_records_move_and_none_keeps_its_place(number, seed, rate):
    names = [str(i) for i in range(number)]

    after = changed(Swap(("x",), rate), {"x": names}, seed)["x"]

    moved = sum(one != other for one, other in zip(names, after, strict=True))
    chosen = int(rate * number + 0.5)
    assert moved == (chosen if chosen > 1 else 0)


@given(ranks=st.integers(0, 80), percent=st.floats(0.1, 100), seed=seeds)
def test_ranks_are_exchanged_in_pairs_within_reach(ranks, percent, seed):
    partner = exchanged_ranks(ranks, percent, Randomness(str(seed).encode()))

    assert (partner[partner] == np.arange(ranks)).all()
    assert np.abs(partner - np.arange(ranks)).max(initial=0) <= max(1, ranks * percent / 100)


@pytest.mark.parametrize("technique", [*EXCHANGES, *OTHERS], ids=repr)
@settings(max_examples=30)
@given(drawn=rows, seed=seeds)
def test_only_declared_columns_change_and_the_given_cells_do_not(technique, drawn, seed):
    before = varied(drawn)
    cells = Cells.of(before)

    result = applied(technique, before, seed, disease=DISEASES)
    again = applied(technique, before, seed, disease=DISEASES)

    assert result.cells.names == cells.names
    for name in before:
        assert cells.column(name).tolist() == before[name]
        assert result.cells.column(name).tolist() == again.cells.column(name).tolist()
        if name not in technique.changes:
            assert result.cells.column(name).tolist() == before[name]


@pytest.mark.parametrize(
    "technique", [t for t in [*EXCHANGES, *OTHERS] if not isinstance(t, Swap)], ids=repr
)
@settings(max_examples=30)
@given(drawn=rows, seed=seeds)
def test_nulls_stay_null(technique, drawn, seed):
    before = varied(drawn)

    after = changed(technique, before, seed, disease=DISEASES)

    for name in before:
        was = [cell is None for cell in before[name]]
        now = [cell is None for cell in after[name]]
        assert all(b for a, b in zip(was, now, strict=True) if a)
        assert now == was or isinstance(technique, Microaggregate)


@given(drawn=st.lists(st.tuples(ages, days), min_size=3, max_size=40))
def test_microaggregated_records_are_alike_in_threes(drawn):
    before = {"age": [age for age, _ in drawn], "day": [day for _, day in drawn]}

    after = changed(Microaggregate(("age", "day"), 3), before)

    alike = Counter(zip(after["age"], after["day"], strict=True))
    assert min(alike.values()) >= 3


@given(
    values=st.lists(st.tuples(*[st.integers(-(10**6), 10**6)] * 2), min_size=5, max_size=40),
    share=st.floats(0.01, 5),
    seed=seeds,
)
def test_correlated_noise_keeps_means_and_covariances_up_to_rounding(values, share, seed):
    before = {name: [f"{row[j]}.00000000" for row in values] for j, name in enumerate("xy")}

    after = changed(CorrelatedNoise(("x", "y"), share), before, seed)

    x = np.array(values, float)
    y = np.array([[float(a), float(b)] for a, b in zip(after["x"], after["y"], strict=True)])
    size = np.abs(x).max() + 1
    assert np.abs(y.mean(axis=0) - x.mean(axis=0)).max() < 1e-6 * size
    assert np.abs(np.cov(y.T) - np.cov(x.T)).max() < 1e-6 * size**2


@given(shares=st.lists(st.integers(1, 1000), min_size=1, max_size=8), keep=st.floats(0, 1))
def test_invariant_transitions_keep_any_shares(shares, keep):
    t = np.array(shares) / sum(shares)

    transitions = Pram("x", keep).transitions(t)

    assert transitions.sum(axis=1) == pytest.approx(np.ones(t.size))
    assert t @ transitions == pytest.approx(t)


@given(drawn=rows, seed=seeds, share=st.floats(0.01, 1))
def test_uniform_noise_stays_within_its_width_and_one_unit(drawn, seed, share):
    before = varied(drawn)

    after = changed(UniformNoise("age", share), before, seed)["age"]

    pairs = [(int(a), int(b)) for a, b in zip(before["age"], after, strict=True) if a is not None]
    span = max(a for a, _ in pairs) - min(a for a, _ in pairs)
    assert all(abs(b - a) < share * span + 1 for a, b in pairs)
