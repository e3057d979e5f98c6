"""What holds for any partition found in data."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import arrays

from celosia.methods.fuzzy.crisp_codings import k_means
from celosia.methods.fuzzy.fuzzy_clusters import best_fit
from celosia.methods.fuzzy.label_records import fuzzy_labels
from celosia.methods.fuzzy.partition_fit import Search
from celosia.methods.fuzzy_labels import Coding, FuzzyChoices

QUICK = Search(starts=2, most_rounds=60)
COLUMN = arrays(float, st.integers(6, 40), elements=st.integers(-50, 50).map(float), unique=True)
TABLE = st.integers(8, 30).flatmap(
    lambda n: arrays(float, (2, n), elements=st.integers(0, 1000).map(float), unique=True)
)


@given(TABLE, st.booleans(), st.floats(1.2, 4))
@settings(max_examples=40)
def test_memberships_of_what_was_found_add_up_to_1(columns, adaptive, fuzziness):
    draws = np.random.default_rng(0).random((1, 3, 2))
    search = Search(most_rounds=40, fuzziness=fuzziness)

    shares = best_fit(columns, draws, search, adaptive).shape.memberships(columns)

    assert (shares >= 0).all()
    assert shares.sum(axis=1) == pytest.approx(np.ones(columns.shape[1]))


@given(COLUMN)
@settings(max_examples=40)
def test_with_one_attribute_gustafson_kessel_is_c_means(column):
    draws = np.random.default_rng(0).random((2, 3, 1))

    one, other = (best_fit(column[None], draws, QUICK, adaptive) for adaptive in (False, True))

    assert one.shape.centres == pytest.approx(other.shape.centres)
    assert one.shape.memberships(column[None]) == pytest.approx(
        other.shape.memberships(column[None])
    )


@given(TABLE)
@settings(max_examples=25)
def test_almost_crisp_c_means_gives_each_record_to_its_nearest_centre(columns):
    draws = np.random.default_rng(0).random((1, 3, 2))

    fit = best_fit(columns, draws, Search(most_rounds=60, fuzziness=1.001), adaptive=False)

    shares = fit.shape.memberships(columns)
    scaled = (columns.T[:, None, :] - fit.shape.centres) / np.ptp(columns, axis=1)
    apart = np.sort((scaled**2).sum(axis=2), axis=1)
    clear = apart[:, 0] < 0.9 * apart[:, 1]
    assert shares[clear].max(axis=1) == pytest.approx(np.ones(clear.sum()))
    assert (shares.argmax(axis=1) == (scaled**2).sum(axis=2).argmin(axis=1))[clear].all()


@given(TABLE, st.integers(0, 5))
@settings(max_examples=40)
def test_no_single_move_lowers_the_sum_of_squares_of_k_means(columns, seed):
    search = Search(starts=1)
    fit = k_means(columns, 3, np.random.default_rng(seed), search, scaled=False)
    labels = fit.shape.memberships(columns).argmax(axis=1)

    def squares(labels):
        blocks = [columns[:, labels == j] for j in range(3) if (labels == j).any()]
        return sum(((block - block.mean(axis=1)[:, None]) ** 2).sum() for block in blocks)

    total = squares(labels)
    assert fit.convergence.converged
    assert fit.convergence.objective == pytest.approx(total)
    for i in range(columns.shape[1]):
        for j in range(3):
            moved = labels.copy()
            moved[i] = j
            assert squares(moved) >= total * (1 - 1e-9) or len(set(moved)) < 3


@given(TABLE, st.sampled_from([*Coding]), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_the_order_of_records_and_attributes_changes_no_label(columns, coding, together, random):
    if coding in (Coding.EQUIDISTANT, Coding.LOG_EQUI, Coding.EQUAL_AMOUNT):
        together = False
    choices = FuzzyChoices(coding, together=together, search=QUICK)
    order = list(range(columns.shape[1]))
    random.shuffle(order)
    a, b = columns + 1

    one = fuzzy_labels({"a": a, "b": b}, choices)
    other = fuzzy_labels({"b": b[order], "a": a[order]}, choices)

    for name in ("a", "b"):
        assert (one.labels[name][order] == other.labels[name]).all()


@given(COLUMN, st.sampled_from([*Coding]))
@settings(max_examples=40)
def test_labels_of_one_attribute_rise_with_its_values(column, coding):
    values = column - column.min() + 1

    labels = fuzzy_labels({"a": values}, FuzzyChoices(coding, search=QUICK)).labels["a"]

    assert (np.diff(labels[np.argsort(values)]) >= 0).all()
