from __future__ import annotations

from math import isnan, nan

import numpy as np
import pytest

from celosia.core.classes import Classes
from celosia.core.model import Monotone
from celosia.core.uniqueness import SizeCounts, dankar, population_uniques
from celosia.errors import ParameterError
from celosia.models.population_uniqueness import PopulationUniqueness
from celosia.risk import PopulationUniquenessRisk

PEOPLE = 100_000


def sizes_of(values):
    return np.unique(values, return_counts=True)[1]


def heavy_tailed(rng):
    return np.minimum(rng.zipf(1.5, PEOPLE), 10**7)


def pitman_population(rng, theta=50.0, alpha=0.6):
    """The Chinese restaurant process: each newcomer joins a table, or opens one."""
    tables, chosen = [], []
    draws = rng.random(PEOPLE // 5)
    for seated, draw in enumerate(draws):
        if draw * (seated + theta) < theta + alpha * len(tables):
            chosen.append(len(tables))
            tables.append(1)
            continue
        while True:  # a uniform guest's table, kept with the chance of its discounted size
            table = chosen[rng.integers(seated)]
            if rng.random() < 1 - alpha / tables[table]:
                break
        chosen.append(table)
        tables[table] += 1
    return np.array(chosen)


def slid_negative_binomial(rng):
    sizes = 1 + rng.negative_binomial(0.6, 0.6 / 5.6, PEOPLE // 6)
    return np.repeat(np.arange(sizes.size), sizes)


def estimated(population, fraction, estimator, rng):
    sample = rng.choice(population, round(population.size * fraction), replace=False)
    counted = SizeCounts.of(Classes(sizes_of(sample)), fraction)
    true = np.count_nonzero(sizes_of(population) == 1)
    return population_uniques(counted, estimator) / true


@pytest.mark.parametrize("fraction", [0.02, 0.05, 0.1])
def test_pitman_finds_the_uniques_of_a_pitman_population(fraction):
    rng = np.random.default_rng(7)

    assert 0.7 < estimated(pitman_population(rng), fraction, "pitman", rng) < 1.4


@pytest.mark.parametrize("fraction", [0.2, 0.4, 0.7])
def test_snb_finds_the_uniques_of_an_snb_population(fraction):
    rng = np.random.default_rng(7)

    assert 0.8 < estimated(slid_negative_binomial(rng), fraction, "snb", rng) < 1.25


@pytest.mark.parametrize("population", [heavy_tailed, slid_negative_binomial])
@pytest.mark.parametrize("fraction", [0.02, 0.1, 0.2, 0.5, 0.9])
def test_the_rule_is_within_a_factor_of_two(population, fraction):
    rng = np.random.default_rng(11)

    assert 0.5 < estimated(population(rng), fraction, "dankar", rng) < 2


def test_zayatz_by_hand():
    # N = 4, n = 2: a pair of the population gives one record with the chance 2 * 2 / C(4, 2).
    sample = SizeCounts.of(Classes(np.array([1, 1])), 0.5)
    assert population_uniques(sample, "zayatz") == pytest.approx(4)

    sample = SizeCounts.of(Classes(np.array([1, 2])), 0.5)  # N = 6, n = 3
    once = 2 * 4 * 3 / 2 / 20  # C(2,1) C(4,2) / C(6,3)
    assert population_uniques(sample, "zayatz") == pytest.approx(2 * 0.5 / (0.5 + once))


@pytest.mark.parametrize("estimator", ["dankar", "pitman", "zayatz", "snb"])
def test_a_sample_that_is_everybody_leaves_nothing_to_guess(estimator):
    assert population_uniques(SizeCounts.of(Classes(np.array([1, 1, 3])), 1), estimator) == 2


def test_all_unique_stays_all_unique_by_falling_back_on_zayatz():
    sample = SizeCounts.of(Classes(np.ones(50, np.int64)), 0.05)

    assert isnan(population_uniques(sample, "pitman"))
    assert dankar(sample) == ("zayatz", pytest.approx(1000))


def test_no_more_people_are_unique_than_there_are():
    one_of_three = SizeCounts.of(Classes(np.array([1])), fraction=0.3)

    assert population_uniques(one_of_three, "zayatz") == one_of_three.population == 3


def test_the_rule_takes_the_smaller_of_snb_and_zayatz_above_a_tenth():
    rng = np.random.default_rng(5)
    sample = rng.choice(slid_negative_binomial(rng), 20_000, replace=False)

    risk = PopulationUniquenessRisk.of(Classes(sizes_of(sample)), 0.2)

    assert risk.share == min(risk.snb, risk.zayatz)
    assert PopulationUniquenessRisk.of(Classes(sizes_of(sample)), 0.1).chosen == "pitman"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: PopulationUniquenessRisk.of(Classes(np.empty(0, np.int64)), 0.1),
        lambda: PopulationUniquenessRisk.of(Classes(np.array([1])), 0.1),
        lambda: PopulationUniquenessRisk.of(Classes(np.array([1, 2])), 0),
        lambda: PopulationUniquenessRisk.of(Classes(np.array([1, 2])), nan),
        lambda: population_uniques(SizeCounts.of(Classes(np.array([1, 2])), 0.1), "chao"),
        lambda: PopulationUniqueness(1.5, 0.1),
        lambda: PopulationUniqueness(0.1, 0),
        lambda: PopulationUniqueness(0.1, 0.1, "chao"),
    ],
)
def test_bad_input_is_refused(wrong):
    with pytest.raises(ParameterError):
        wrong()


@pytest.mark.parametrize("estimator", ["dankar", "pitman", "zayatz", "snb"])
def test_the_model_accepts_all_classes_or_none(estimator):
    rng = np.random.default_rng(2)
    classes = Classes(sizes_of(rng.choice(heavy_tailed(rng), 20_000, replace=False)))
    sample = SizeCounts.of(classes, 0.2)
    share = population_uniques(sample, estimator) / sample.population

    assert PopulationUniqueness(share * 1.01, 0.2, estimator).accepts(classes).all()
    assert not PopulationUniqueness(share * 0.99, 0.2, estimator).accepts(classes).any()


def test_the_model_accepts_nothing_to_judge_and_rejects_what_it_cannot_estimate():
    all_unique = Classes(np.ones(9, np.int64))

    assert PopulationUniqueness(0.1, 0.1).accepts(Classes(np.zeros(3, np.int64))).all()
    assert not PopulationUniqueness(0.9, 0.1, "pitman").accepts(all_unique).any()


def test_the_model_says_what_it_is():
    model = PopulationUniqueness(0.01, 0.05)

    assert model.to_dict() == {
        "model": "population-uniqueness",
        "threshold": 0.01,
        "fraction": 0.05,
        "estimator": "dankar",
    }
    assert str(model).startswith("at most 1 % of the population unique")
    assert model.monotone is Monotone.NEVER
