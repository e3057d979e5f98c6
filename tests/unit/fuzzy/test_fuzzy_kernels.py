"""The kernels of fuzzy sets against their formulas in NumPy, on a handful of records."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from celosia.methods.fuzzy.fuzzy_clusters import c_means
from celosia.methods.fuzzy.kernels.fuzzy_kernel import (
    BLOCK,
    NEAR,
    Sets,
    all_memberships,
    assign,
    means,
    move_singly,
    no_metrics,
    objective,
    one_round,
)
from celosia.methods.fuzzy.partition_fit import Search

pytestmark = pytest.mark.kernels
RECORDS = BLOCK + 5
"""A whole block, and a part of one."""
FUZZINESS = (1.01, 1.5, 2.0, 3.0)


@pytest.fixture
def columns():
    return np.random.default_rng(3).random((2, RECORDS))


@pytest.fixture(params=["round", "stretched"])
def sets(request):
    centres = np.array([[0.1, 0.2], [0.5, 0.9], [0.8, 0.3]])
    stretched = np.array([[[2.0, 0.5], [0.5, 0.625]], [[1.0, 0.0], [0.0, 1.0]], [[4, 1], [1, 0.5]]])
    return Sets(centres, no_metrics(3) if request.param == "round" else stretched)


def apart(columns, sets):
    """Squared distances by the definition: (n, c)."""
    away = columns.T[:, None, :] - sets.centres
    metrics = sets.metrics if sets.metrics.size else np.broadcast_to(np.eye(2), (3, 2, 2))
    return np.einsum("nca,cab,ncb->nc", away, metrics, away) + NEAR


def shared(columns, sets, fuzziness):
    """Memberships by the formula of fuzzy c-means (Bezdek 1981), by logarithms: (n, c)."""
    nearness = -np.log(apart(columns, sets)) / (fuzziness - 1)
    raised = np.exp(nearness - nearness.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("fuzziness", FUZZINESS)
def test_memberships_and_what_they_minimize(columns, sets, fuzziness):
    expected = shared(columns, sets, fuzziness)

    assert all_memberships(columns, sets, fuzziness) == pytest.approx(expected, rel=1e-9)
    total = (expected**fuzziness * apart(columns, sets)).sum()
    assert objective(columns, sets, fuzziness) == pytest.approx(total)


@pytest.mark.parametrize("fuzziness", FUZZINESS)
def test_a_round_sums_how_far_records_are_from_the_centres(columns, sets, fuzziness):
    weights = shared(columns, sets, fuzziness) ** fuzziness
    away = columns.T[:, None, :] - sets.centres

    moved, found = one_round(columns, sets, sets, fuzziness, 0.0)

    assert not moved
    assert found.weight == pytest.approx(weights.sum(axis=0))
    assert found.first == pytest.approx(np.einsum("nc,nca->ca", weights, away))
    second = np.einsum("nc,nca,ncb->cab", weights, away, away)
    assert found.second == pytest.approx(second if sets.metrics.size else no_metrics(3))


def test_a_round_tells_whether_a_membership_rose(columns, sets):
    before = Sets(sets.centres + 0.01, sets.metrics)
    rise = (shared(columns, sets, 2.0) - shared(columns, before, 2.0)).max()

    assert one_round(columns, sets, before, 2.0, rise - 1e-9)[0]
    assert not one_round(columns, sets, before, 2.0, rise + 1e-9)[0]


def test_a_record_far_from_all_but_one_set_of_almost_crisp_ones():
    columns, sets = np.array([[0.0, 1.0]]), Sets(np.array([[0.0], [1.0]]), no_metrics(2))

    assert all_memberships(columns, sets, 1.01) == pytest.approx(np.eye(2))


def test_sets_found_from_start_to_end():
    column = np.array([[0.0, 0.1, 0.2, 5.0, 5.1, 5.2, 9.8, 9.9, 10.0]])

    fit = c_means(column, 3, np.random.default_rng(0), Search(starts=2, most_rounds=50))

    assert sorted(fit.shape.centres[:, 0]) == pytest.approx([0.1, 5.1, 9.9], abs=0.05)


def test_records_go_to_the_nearest_centre_and_centres_to_their_mean(columns, sets):
    away = ((columns.T[:, None, :] - sets.centres) ** 2).sum(axis=2)
    nearest, centres = np.full(RECORDS, -1), np.vstack([sets.centres, [[9.0, 9.0]]])

    moved, total, furthest = assign(columns, centres, nearest)
    assert moved
    assert nearest.tolist() == away.argmin(axis=1).tolist()
    assert total == pytest.approx(away.min(axis=1).sum())
    assert furthest == away.min(axis=1).argmax()
    assert not assign(columns, centres, nearest)[0]

    means(columns, nearest, centres, furthest)
    own = [columns[:, nearest == j].mean(axis=1) for j in range(3)]
    assert centres == pytest.approx(np.array([*own, columns[:, furthest]]))


def test_records_that_move_singly_end_where_no_single_move_pays():
    columns = np.array([[0.0, 1.0, 2.0, 6.0, 7.0, 8.0]])
    nearest, sizes = np.array([0, 1, 1, 1, 1, 1]), np.array([1, 5])
    centres = np.array([[0.0], [columns[0, 1:].mean()]])

    while move_singly(columns, nearest, centres, sizes):
        pass

    def squares(divided):
        return sum(columns[0, divided == j].var() * (divided == j).sum() for j in set(divided))

    every = (np.array(each) for each in product((0, 1), repeat=6))
    assert squares(nearest) == pytest.approx(min(s for s in map(squares, every)))
    assert nearest.tolist() == [0, 0, 0, 1, 1, 1]
    assert (sizes.tolist(), centres[:, 0].tolist()) == ([3, 3], pytest.approx([1.0, 7.0]))
