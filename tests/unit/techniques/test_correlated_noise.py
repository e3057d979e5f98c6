from __future__ import annotations

import numpy as np
import pytest
from tests.support.perturbed import applied, changed, numbers, texts

from celosia.errors import DataError, ParameterError
from celosia.techniques.perturbation.correlated_noise import CorrelatedNoise

COLUMNS = ("age", "pay", "hours")


def people(records, decimals=(0, 2, 1), seed=4):
    rng = np.random.default_rng(seed)
    age = rng.normal(45, 13, records)
    pay = 400 * np.exp(rng.normal(0, 0.5, records)) + 30 * age
    hours = 50 - 0.2 * age + rng.normal(0, 5, records)
    return {
        name: texts(values, places)
        for name, values, places in zip(COLUMNS, (age, pay, hours), decimals, strict=True)
    }


def matrix(table, names=COLUMNS):
    return np.column_stack([numbers(table[name]) for name in names])


@pytest.mark.parametrize("share", [0.1, 1.0])
def test_mean_and_covariance_of_100000_records_stay_within_one_percent(share):
    before = people(100_000)

    after = changed(CorrelatedNoise(COLUMNS, share), before)

    x, y = matrix(before), matrix(after)
    assert y.mean(axis=0) == pytest.approx(x.mean(axis=0), rel=0.001)
    assert np.cov(y.T) == pytest.approx(np.cov(x.T), rel=0.01)
    assert np.corrcoef(y.T) == pytest.approx(np.corrcoef(x.T), abs=0.002)
    assert np.abs(y - x).mean(axis=0).min() > 1


@pytest.mark.parametrize("share", [0.05, 0.5])
def test_so_do_those_of_counts_and_answers_whose_rounding_is_as_wide_as_they_are(share):
    """Rounding alone adds a sixth to a variance; a sixth is much for the number of children."""
    rng = np.random.default_rng(4)
    children = rng.poisson(1.2, 100_000)
    answer = np.clip(children + rng.integers(1, 4, 100_000), 1, 5)
    smokes = rng.random(100_000) < 0.1 + 0.1 * (answer > 3)
    before = {n: texts(v, 0) for n, v in zip("cas", (children, answer, smokes), strict=True)}

    after = changed(CorrelatedNoise(("c", "a", "s"), share), before)

    x, y = matrix(before, "cas"), matrix(after, "cas")
    unit = np.outer(x.std(axis=0), x.std(axis=0))
    assert y.mean(axis=0) == pytest.approx(x.mean(axis=0), rel=0.01)
    assert np.cov(y.T) / unit == pytest.approx(np.cov(x.T) / unit, abs=0.01)


def test_up_to_rounding_they_stay_exactly():
    before = people(500, decimals=(9, 9, 9))

    after = changed(CorrelatedNoise(COLUMNS, 0.5), before)

    x, y = matrix(before), matrix(after)
    assert y.mean(axis=0) == pytest.approx(x.mean(axis=0), rel=1e-9)
    assert np.cov(y.T) == pytest.approx(np.cov(x.T), rel=1e-8)


def test_noise_takes_its_share_of_each_value():
    """A published value keeps 1 / sqrt(1 + share) of the correlation with its original."""
    before = people(50_000)

    after = changed(CorrelatedNoise(COLUMNS, 0.5), before)

    x, y = matrix(before), matrix(after)
    kept = [np.corrcoef(x[:, j], y[:, j])[0, 1] for j in range(3)]
    assert kept == pytest.approx([1.5**-0.5] * 3, abs=0.002)


def test_noise_drawn_for_each_column_alone_weakens_correlations_and_ours_does_not():
    """The application of seed 001 draws each column's noise alone and shrinks nothing."""
    before = people(50_000)
    x = matrix(before)
    alone = x + np.random.default_rng(1).normal(0, 0.5**0.5, x.shape) * x.std(axis=0)

    ours = matrix(changed(CorrelatedNoise(COLUMNS, 0.5), before))

    related = [abs(np.corrcoef(table.T)[0, 1]) for table in (x, alone, ours)]
    assert related[1] < 0.7 * related[0]
    assert related[2] == pytest.approx(related[0], abs=0.002)
    assert alone.var(axis=0) == pytest.approx(1.5 * x.var(axis=0), rel=0.02)
    assert ours.var(axis=0) == pytest.approx(x.var(axis=0), rel=0.01)


@pytest.mark.parametrize("seed", range(4))
def test_records_with_nulls_are_perturbed_too_and_right_on_average(seed):
    before = people(20_000)
    before["pay"] = [None if i % 2 else cell for i, cell in enumerate(before["pay"])]

    after = changed(CorrelatedNoise(COLUMNS, 0.3), before, seed)

    assert [cell is None for cell in after["pay"]] == [cell is None for cell in before["pay"]]
    x, y = numbers(before["age"][1::2]), numbers(after["age"][1::2])
    assert abs((y - x).mean()) < 4 * (y - x).std() / 100
    assert y.var() == pytest.approx(x.var(), rel=0.03)
    assert np.mean(x == y) < 0.2


def test_what_is_known_of_records_with_nulls_stays_too():
    rng = np.random.default_rng(4)
    children = rng.poisson(1.2, 100_000)
    table = {
        "children": texts(children, 0),
        "rooms": texts(children + rng.integers(1, 4, 100_000), 0),
    }
    before = {
        name: [None if rng.random() < 0.2 else cell for cell in cells]
        for name, cells in table.items()
    }

    after = changed(CorrelatedNoise(("children", "rooms"), 0.1), before)

    for name in before:
        x, y = ([int(c) for c in cells if c is not None] for cells in (before[name], after[name]))
        assert np.mean(y) == pytest.approx(np.mean(x), rel=0.01)
        assert np.var(y) == pytest.approx(np.var(x), rel=0.01)


def test_columns_that_depend_on_each_other_still_do():
    before = people(300, decimals=(6, 6, 6))
    before["double"] = texts(2 * numbers(before["age"]), 6)

    after = changed(CorrelatedNoise(("age", "double"), 0.4), before)

    assert numbers(after["double"]) == pytest.approx(2 * numbers(after["age"]), abs=1e-5)


def test_a_constant_column_stays_and_the_others_move():
    before = {**people(300), "country": ["724"] * 300}

    after = changed(CorrelatedNoise(("age", "country"), 0.4), before)

    assert set(after["country"]) == {"724"}
    assert after["age"] != before["age"]


@pytest.mark.parametrize("cells", [["5"], ["5", "5", "5"]])
def test_columns_that_do_not_vary_are_told(cells):
    result = applied(CorrelatedNoise(("x",), 0.4), {"x": cells})

    assert result.cells.column("x").tolist() == cells
    assert "do not vary" in str(result.warnings[0])


def test_an_empty_table():
    result = applied(CorrelatedNoise(("x", "y"), 0.4), {"x": [], "y": []})

    assert result.cells.records == 0
    assert not result.warnings


def test_too_few_complete_records_are_refused():
    with pytest.raises(DataError, match="7 records without nulls in age, pay, hours; found: 6"):
        applied(CorrelatedNoise(COLUMNS, 0.4), people(6))
    with pytest.raises(DataError, match="at least 1 record without nulls"):
        applied(CorrelatedNoise(("x", "y"), 0.4), {"x": ["1", None], "y": [None, "2"]})


def test_enough_records_are_just_enough():
    before = people(7, decimals=(9, 9, 9))

    after = changed(CorrelatedNoise(COLUMNS, 0.4), before)

    assert np.cov(matrix(after).T) == pytest.approx(np.cov(matrix(before).T), rel=1e-6)


@pytest.mark.parametrize(("columns", "share"), [((), 0.1), (("x", "x"), 0.1), (("x",), 0)])
def test_wrong_parameters(columns, share):
    with pytest.raises(ParameterError):
        CorrelatedNoise(columns, share)
