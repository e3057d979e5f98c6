"""Partitions that are found in the data."""

from __future__ import annotations

import numpy as np
import pytest

from celosia.errors import Cancelled, DataError, ParameterError
from celosia.methods.fuzzy.crisp_codings import Cutting, borders, global_recode, k_means
from celosia.methods.fuzzy.fuzzy_clusters import best_fit, c_means, gustafson_kessel
from celosia.methods.fuzzy.partition_fit import Search

SEARCH = Search()


@pytest.fixture
def rng():
    return np.random.default_rng(7)


@pytest.fixture
def clouds():
    """Three long clouds side by side, 200 records each, and which is whose."""
    rng = np.random.default_rng(1)
    shape = [[1.0, 0.99], [0.99, 1.0]]
    centres = [[-0.5, 0.5], [0, 0], [0.5, -0.5]]
    points = [rng.multivariate_normal(centre, shape, 200) for centre in centres]
    return np.concatenate(points).T, np.repeat([0, 1, 2], 200)


def agreement(labels, truth):
    """Share of records in clouds that go mostly to one set."""
    return sum(np.bincount(labels[truth == i]).max() for i in range(3)) / truth.size


def test_gustafson_kessel_follows_long_clouds_and_c_means_cuts_them(clouds, rng):
    columns, truth = clouds

    stretched = gustafson_kessel(columns, 3, rng, SEARCH).shape.memberships(columns)
    round_ones = c_means(columns, 3, rng, SEARCH).shape.memberships(columns)

    assert agreement(stretched.argmax(axis=1), truth) > 0.95
    assert agreement(round_ones.argmax(axis=1), truth) < 0.9


def test_c_means_against_its_two_equations(rng):
    columns = rng.random((3, 400))

    fit = best_fit(columns, rng.random((1, 4, 3)), Search(tolerance=1e-12), adaptive=False)

    scaled = ((columns.T - columns.min(axis=1)) / np.ptp(columns, axis=1)).astype(float)
    centres = (fit.shape.centres - columns.min(axis=1)) / np.ptp(columns, axis=1)
    apart = ((scaled[:, None, :] - centres) ** 2).sum(axis=2) + 1e-10
    shares = (1 / apart) / (1 / apart).sum(axis=1, keepdims=True)
    weights = shares**2
    assert fit.shape.memberships(columns) == pytest.approx(shares)
    assert weights.T @ scaled / weights.sum(axis=0)[:, None] == pytest.approx(centres, abs=1e-9)
    assert fit.convergence.objective == pytest.approx((weights * apart).sum())


def test_gustafson_kessel_measures_with_a_determinant_of_1(clouds, rng):
    metrics = gustafson_kessel(clouds[0], 3, rng, SEARCH).shape.sets.metrics

    assert np.linalg.det(metrics) == pytest.approx([1, 1, 1])


def test_gustafson_kessel_of_records_on_a_line(rng):
    line = np.arange(60.0)

    shares = gustafson_kessel(np.stack([line, 2 * line]), 3, rng, SEARCH).shape.memberships(
        np.stack([line, 2 * line])
    )

    assert np.isfinite(shares).all()
    assert shares.sum(axis=1) == pytest.approx(np.ones(60))


@pytest.mark.kernels
def test_fuzziness_between_2_and_almost_crisp(rng):
    column = np.sort(rng.random((1, 100)))
    sharpness = [
        c_means(column, 3, np.random.default_rng(0), Search(fuzziness=m))
        .shape.memberships(column)
        .max(axis=1)
        .mean()
        for m in (1.01, 1.5, 2.0, 3.0)
    ]

    assert sharpness == sorted(sharpness, reverse=True)
    assert sharpness[0] > 0.98


def test_a_search_that_is_cut_short_says_so(rng):
    columns = rng.random((2, 300))

    short = c_means(columns, 3, rng, Search(most_rounds=2))
    whole = c_means(columns, 3, rng, SEARCH)

    assert (short.convergence.rounds, short.convergence.converged) == (2, False)
    assert whole.convergence.converged
    assert whole.convergence.starts == 10


def test_the_same_seed_gives_the_same_bytes(rng):
    columns = rng.random((2, 1000))

    one, two = (
        c_means(columns, 3, np.random.default_rng(5), SEARCH).shape.memberships(columns)
        for _ in range(2)
    )

    assert one.tobytes() == two.tobytes()


def test_k_means_finds_clear_groups(rng):
    columns = np.array([[0, 1, 2, 50, 51, 52, 99.0, 100, 101]])

    fit = k_means(columns, 3, rng, SEARCH)

    assert fit.shape.centres[:, 0].tolist() == [1, 51, 100]
    assert fit.shape.memberships(columns).argmax(axis=1).tolist() == [0] * 3 + [1] * 3 + [2] * 3
    assert fit.convergence.objective == pytest.approx(6 / 101**2)


def test_k_means_by_range_or_by_numbers(rng):
    ages, incomes = np.tile([20.0, 70.0], 50), np.linspace(10_000, 90_000, 100)

    scaled = k_means(np.stack([ages, incomes]), 2, rng, SEARCH)
    by_numbers = k_means(np.stack([ages, incomes]), 2, rng, SEARCH, scaled=False)

    assert np.ptp(scaled.shape.centres[:, 0]) == pytest.approx(50)
    assert np.ptp(by_numbers.shape.centres[:, 0]) < 2


def test_k_means_keeps_what_most_starts_reach_if_asked():
    columns = np.random.default_rng(0).random((2, 60))
    search = Search(starts=40)

    best = k_means(columns, 6, np.random.default_rng(0), search).convergence
    usual = k_means(columns, 6, np.random.default_rng(0), search, most_frequent=True).convergence

    assert best.objective < usual.objective


@pytest.mark.parametrize(
    ("cutting", "expected"),
    [
        (Cutting.EQUIDISTANT, [1, 334, 667, 1000]),
        (Cutting.LOG_EQUI, [1, 10, 100, 1000]),
        (Cutting.EQUAL_AMOUNT, [1, 3, 5, 1000]),
    ],
)
def test_global_recode_cuts(cutting, expected):
    values = np.array([1.0, 2, 3, 4, 5, 6, 1000])

    assert borders(values, 3, cutting) == pytest.approx(expected)


def test_intervals_hold_their_upper_end_and_the_lowest_value():
    values = np.array([[1.0, 2, 3, 4, 5, 6, 1000]])

    shares = global_recode(values, 3, Cutting.EQUAL_AMOUNT).shape.memberships(values)

    assert shares.argmax(axis=1).tolist() == [0, 0, 0, 1, 1, 2, 2]


def test_global_recode_refuses_what_it_cannot_cut():
    with pytest.raises(DataError, match="above 0"):
        global_recode(np.array([[-1.0, 2, 3]]), 2, Cutting.LOG_EQUI)
    with pytest.raises(ParameterError, match="one attribute at a time"):
        global_recode(np.arange(6.0).reshape(2, 3), 2, Cutting.EQUIDISTANT)


@pytest.mark.parametrize(
    ("columns", "sets", "message"),
    [
        (np.array([[1.0, np.nan, 3]]), 2, "1 record has a value that is missing"),
        (np.array([[1.0, 1, 2]]), 3, "fewer than 3 different"),
        (np.empty((1, 0)), 2, "no records"),
        (np.arange(9.0)[None], 1, "at least 2"),
        (np.arange(99.0)[None], 51, "At most 50"),
        (np.array([[1.0, 2, 3], [5, 5, 5]]), 2, "same value in all records"),
    ],
)
def test_data_that_cannot_be_divided_is_refused(columns, sets, message, rng):
    with pytest.raises((DataError, ParameterError), match=message):
        c_means(columns, sets, rng, SEARCH)


@pytest.mark.parametrize(
    "wrong", [{"starts": 0}, {"most_rounds": 0}, {"tolerance": 0.0}, {"fuzziness": 1.0}]
)
def test_searches_that_mean_nothing_are_refused(wrong):
    with pytest.raises(ParameterError, match="Search"):
        Search(**wrong)


@pytest.mark.parametrize("find", [c_means, gustafson_kessel])
def test_a_fuzzy_search_can_be_stopped(find, rng):
    def stop(stage, share):
        raise Cancelled("enough")

    with pytest.raises(Cancelled):
        find(rng.random((2, 50)), 3, rng, SEARCH, stop)


def test_k_means_can_be_stopped(rng):
    def stop(stage, share):
        raise Cancelled("enough")

    with pytest.raises(Cancelled):
        k_means(rng.random((2, 50)), 3, rng, SEARCH, progress=stop)


def test_a_sample_chooses_the_start_and_all_records_the_sets(rng):
    columns = np.concatenate([rng.normal(m, 0.1, (1, 20_000)) for m in (0, 1, 3)], axis=1)
    columns = np.ascontiguousarray(np.sort(columns))

    sampled = c_means(columns, 3, np.random.default_rng(0), Search(tolerance=1e-9))
    alone = [
        best_fit(columns, draw[None], Search(tolerance=1e-9), adaptive=False)
        for draw in np.random.default_rng(0).random((10, 3, 1))
    ]

    least = min(fit.convergence.objective for fit in alone)
    assert sampled.convergence.objective == pytest.approx(least, rel=1e-6)
    assert sampled.convergence.starts == 10
