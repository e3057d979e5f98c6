"""Seed 004, chapters 2.2 and 3: the worked examples, with the values that follow from them.

Where the thesis prints another figure, the test says so.
"""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from tests.support.fuzzy_algebra import likeliest_cardinalities, sigma_count

from celosia.methods.fuzzy.fuzzy_privacy import (
    Distance,
    QAnonymity,
    distances,
    k_anonymity,
    posterior,
    t_closeness,
)
from celosia.methods.fuzzy.fuzzy_sets import (
    FuzzyPartition,
    FuzzySet,
    cartesian_product,
    fuzzy_cardinality,
    nonfuzzy_cardinality,
    triangle,
)

# Table 3.1, and the partitions of example 3.5.
POSTCODE = ["476"] * 3 + ["479"] * 4 + ["476"] + ["479"] * 4
AGE = [29, 22, 27, 43, 52, 47, 36, 32, 55, 56, 61, 67]
SALARY = [3.5, 3.5, 5, 7, 7, 8, 9, 10, 9, 9, 10, 15]
ILLNESS = np.array(
    [
        *("úlcera", "gastritis", "cáncer", "gastritis", "gripe", "bronquitis"),
        *("neumonía", "cáncer", "ataque", "ataque", "angina", "neumonía"),
    ]
)
SALARIES = {
    "Bajo": triangle(-inf, 2, 5),
    "Medio": triangle(2, 5, 8),
    "Alto": triangle(5, 8, 11),
    "Muy Alto": triangle(8, 11, inf),
}
AGES = {
    "Baja": triangle(-inf, 30, 42),
    "Media": triangle(30, 42, 54),
    "Alta": triangle(42, 54, 66),
    "Muy Alta": triangle(54, 66, inf),
}
CLASSES = (
    "476 × Baja × Bajo",
    "476 × Baja × Medio",
    "479 × Media × Alto",
    "479 × Alta × Alto",
    "479 × Muy Alta × Muy Alto",
)


@pytest.fixture(scope="module")
def crossed():
    places = (np.array(POSTCODE) == "479").astype(int)
    parts = [
        FuzzyPartition.crisp(places, ["476", "479"]),
        FuzzyPartition.of(AGE, AGES),
        FuzzyPartition.of(SALARY, SALARIES),
    ]
    return cartesian_product(parts)


@pytest.fixture(scope="module")
def five(crossed):
    """The memberships in the five combinations that the thesis keeps."""
    return crossed.memberships[:, [crossed.names.index(name) for name in CLASSES]]


class Kept(FuzzyPartition):
    """Some sets of a partition: what is left of it need not add up to 1."""

    def __post_init__(self):
        pass


def test_example_2_37():
    assert sigma_count(np.array([0.1, 0.35, 0.4, 0, 0.3])) == pytest.approx(1.15)


def test_examples_2_40_and_2_41():
    a = np.array([0.7, 0.6, 0.3, 0])

    assert fuzzy_cardinality(a) == pytest.approx([0.3, 0.4, 0.6, 0.3, 0])
    assert likeliest_cardinalities(a).tolist() == [2]
    assert nonfuzzy_cardinality(a) == 2
    assert sigma_count(a) == pytest.approx(1.6)


def test_figures_2_1_to_2_3():
    x = [-1, 0.5, 1, 1.5, 2.5]

    assert triangle(0, 1, 2).memberships(x).tolist() == [0, 0.5, 1, 0.5, 0]
    assert triangle(-inf, 1, 2).memberships(x).tolist() == [1, 1, 1, 0.5, 0]
    assert FuzzySet(0, 1, 2, 3).memberships(x).tolist() == [0, 0.5, 1, 1, 0.5]


def test_table_2_7_is_t_close_with_0_375():
    salary = np.array([3, 4, 5, 6, 11, 8, 7, 9, 10])
    blocks = FuzzyPartition.crisp(np.repeat([0, 1, 2], 3), ["1", "2", "3"])

    assert t_closeness(blocks, salary) == pytest.approx(0.375)
    assert distances(blocks, salary)[3] == pytest.approx(1 / 6)


def test_table_3_3():
    low, middle, high = [0.5, 0.5, 0, 0], [0, 0.33, 0.67, 0], [0, 0, 0.67, 0.33]
    top = [0, 0, 0.33, 0.67]
    printed = [low, low, [0, 1, 0, 0], middle, middle, [0, 0, 1, 0], high, top, high, high, top]

    found = FuzzyPartition.of(SALARY, SALARIES)

    assert found.memberships.round(2).tolist() == [*printed, [0, 0, 0, 1]]


def test_table_3_4_with_individuals_7_and_8_as_the_sets_say():
    printed = np.zeros((12, 4))
    printed[[0, 1, 2], 0] = 1
    printed[[3, 4, 5], 1], printed[[3, 4, 5], 2] = [0.92, 0.17, 0.58], [0.08, 0.83, 0.42]
    printed[6, :2], printed[7, :2] = [0.5, 0.5], [0.83, 0.17]  # printed: .25 .75 and .75 .25
    printed[[8, 9, 10, 11], 2] = [0.92, 0.83, 0.42, 0]
    printed[[8, 9, 10, 11], 3] = [0.08, 0.17, 0.58, 1]

    assert FuzzyPartition.of(AGE, AGES).memberships.round(2).tolist() == printed.tolist()


def test_example_3_7(crossed):
    assert crossed.memberships[0, crossed.names.index("476 × Baja × Bajo")] == 0.5


def test_table_3_5(five):
    found = QAnonymity.of(Kept(CLASSES, five))

    assert found.possibilities[1:4] == pytest.approx([0.550, 0.506, 0.289], abs=5e-4)
    assert found.largest() == 2


def test_example_3_10_and_table_3_9():
    age = [21, 24, 32, 36, 45, 56, 58, 62, 65]
    found = FuzzyPartition.of(
        age,
        {
            "Joven": triangle(-inf, 30, 36),
            "Adulto": FuzzySet(30, 36, 54, 60),
            "Edad Avanzada": triangle(54, 60, inf),
        },
    )

    table = QAnonymity.of(found)

    assert k_anonymity(found.labels) == 3
    assert table.sets[1:4] == pytest.approx(np.full((3, 3), 2 / 3))
    assert table.sets[4] == pytest.approx([0, 1 / 3, 1 / 3])  # printed: 0 for Adulto
    assert table.possibilities[4] == pytest.approx(2 / 9)


@pytest.fixture(scope="module")
def beliefs(five):
    alike = np.arange(12) == 3
    return posterior(Kept(CLASSES, five), ILLNESS, alike, 3)


def test_example_3_13(beliefs):
    at = beliefs.values.tolist().index("gastritis")

    assert beliefs.amount[at] == pytest.approx(11 / 18)


def test_example_3_16(beliefs, five):
    at = beliefs.values.tolist().index("gastritis")

    assert nonfuzzy_cardinality(five).tolist() == [1, 2, 2, 3, 1]  # printed: 3 for the third
    assert beliefs.share[at] == pytest.approx(0.30556, abs=5e-6)  # printed: .75


def test_example_3_18(beliefs):
    at = beliefs.values.tolist().index("gastritis")

    assert beliefs.weight[at] == pytest.approx(2)  # printed: .82187
    assert beliefs.belief[at] == 1
    assert beliefs.weight.sum() == pytest.approx(2)


def test_example_3_19():
    counts = {21: (10, 15, 25), 22: (5, 5, 15), 23: (15, 5, 5), 24: (10, 10, 30), 25: (10, 5, 10)}
    age = np.repeat(list(counts), [sum(of) for of in counts.values()])
    illness = np.concatenate([np.repeat(["g", "u", "c"], of) for of in counts.values()])
    sets = {
        "Q1": triangle(-inf, 20, 23),
        "Q2": triangle(20, 23, 26),
        "Q3": triangle(23, 26, inf),
    }

    found = posterior(FuzzyPartition.of(age, sets), illness, age == 21, 0)

    assert found.values.tolist() == ["c", "g", "u"]
    assert found.weight == pytest.approx([100 / 3, 100 / 7, 75 / 4])
    assert found.belief[1] == pytest.approx(0.21525, abs=5e-6)


@pytest.fixture(scope="module")
def ages_of_3_22():
    return FuzzyPartition.of(
        [29, 22, 27, 43, 52, 47, 30, 36, 32],
        {
            "Q1": triangle(-inf, 25, 30),
            "Q2": FuzzySet(25, 30, 35, 40),
            "Q3": triangle(35, 40, inf),
        },
    )


def test_example_3_22_salary(ages_of_3_22):
    salary = np.array([3, 4, 5, 6, 11, 8, 7, 9, 10])
    printed = [0.065278, 0.34028, 0.17778, 0.16667, 0.16667, 0.16667, 0.10069, 0.091667, 0.10069]

    assert distances(ages_of_3_22, salary) == pytest.approx(printed, abs=5e-6)
    assert t_closeness(ages_of_3_22, salary) == pytest.approx(0.340278, abs=5e-7)


def test_example_3_22_illness_with_gastritis_twice_and_bronchitis_twice(ages_of_3_22):
    illness = np.array(["UG", "GA", "CE", "GA", "GR", "BR", "BR", "PN", "CE"])
    sound = [0.25556, 0.55556, 0.25556, 0.44444, 0.44444, 0.44444, 0.33333, 0.22222, 0.33333]

    found = distances(ages_of_3_22, illness, Distance.EQUAL)

    assert found == pytest.approx(sound, abs=5e-6)
    assert t_closeness(ages_of_3_22, illness, Distance.EQUAL) == pytest.approx(5 / 9)


# What the thesis states and its own data contradict.


def test_proposition_3_4_fails_on_table_3_4():
    ages = FuzzyPartition.of(AGE, AGES).memberships

    assert sigma_count(ages).sum() == pytest.approx(12)
    assert nonfuzzy_cardinality(ages).sum() == 13  # individual 7 is half in two sets


def test_theorem_3_15_fails_on_table_3_1(five):
    whole = nonfuzzy_cardinality(five[:, 0])
    parts = [nonfuzzy_cardinality(five[one == ILLNESS, 0]) for one in np.unique(ILLNESS)]

    assert whole == 1
    assert sum(parts) == 2


def test_a_normal_partition_need_not_be_robust():
    grid = np.array([(age, salary) for age in range(20, 71) for salary in range(1, 16)])
    crossed = cartesian_product(
        [FuzzyPartition.of(grid[:, 0], AGES), FuzzyPartition.of(grid[:, 1], SALARIES)]
    )

    assert crossed.is_normal
    assert not crossed.is_robust
