"""Q-anonymity, l-diversity and t-closeness of fuzzy sets; the experiment's checks."""

from __future__ import annotations

import numpy as np
import pytest

from celosia.errors import ParameterError
from celosia.methods.fuzzy.experiment import CensusCoding, ExperimentMode, census_experiment
from celosia.methods.fuzzy.fuzzy_privacy import (
    Distance,
    QAnonymity,
    distances,
    distinct_values,
    l_diversity,
    mixed_distances,
    t_closeness,
)
from celosia.methods.fuzzy.fuzzy_sets import FuzzyPartition

HALVES = FuzzyPartition(("low", "high"), np.array([[1, 0], [0.7, 0.3], [0.2, 0.8]]))


@pytest.mark.parametrize(
    ("aggregate", "expected"),
    [
        (np.mean, [0.7, 0.7, 0.5, 0.1]),
        (np.min, [0.7, 0.7, 0.3, 0.0]),
        (np.prod, [0.49, 0.49, 0.21, 0.0]),
    ],
)
def test_q_by_any_aggregation(aggregate, expected):
    # At least 0, 1, 2, 3 records: low is possible by .7 .7 .7 .2, high by .7 .7 .3 0.
    found = QAnonymity.of(HALVES, lambda rows: aggregate(rows, axis=1))

    assert found.possibilities == pytest.approx(expected)


def test_an_operator_that_is_no_aggregation_is_refused():
    with pytest.raises(ParameterError, match="0 of zeros and 1 of ones"):
        QAnonymity.of(HALVES, lambda rows: rows.sum(axis=1))


def test_q_is_0_when_not_even_one_record_is_possible_enough():
    thirds = FuzzyPartition(tuple("abc"), np.full((4, 3), 1 / 3))

    assert QAnonymity.of(thirds).largest(0.7) == 0


def test_a_set_that_is_touched_but_has_no_member_has_no_diversity():
    shares = FuzzyPartition(tuple("abc"), np.array([[0.6, 0.4, 0], [1, 0, 0], [0.6, 0.4, 0]]))

    assert distinct_values(shares, np.array([1, 2, 3])).tolist() == [3, 0, 0]
    assert l_diversity(shares, np.array([1, 2, 3])) == 0


def test_a_set_without_members_is_described_by_those_who_touch_it():
    shares = FuzzyPartition(("a", "b"), np.array([[0.6, 0.4], [1, 0], [0.6, 0.4], [1, 0]]))
    secrets = np.array(["x", "y", "x", "y"])

    found = distances(shares, secrets, Distance.EQUAL)

    assert found == pytest.approx([0.2, 0, 0.2, 0])  # a tells half x, b tells only x


def test_work_that_would_not_end_is_refused():
    with pytest.raises(ParameterError, match="Round the sensitive values"):
        mixed_distances(
            np.broadcast_to(1.0, (10**6, 1)), np.ones((1, 1)), np.ones(10**5), Distance.EQUAL
        )


def test_t_of_a_large_table_is_measured_in_parts(monkeypatch):
    rng = np.random.default_rng(0)
    shares = rng.dirichlet([1, 1, 1], 300)
    secrets = rng.integers(0, 40, 300)
    partition = FuzzyPartition(tuple("abc"), shares)

    whole = t_closeness(partition, secrets)
    monkeypatch.setattr("celosia.methods.fuzzy.fuzzy_privacy.AT_ONCE", 100)

    assert t_closeness(partition, secrets) == pytest.approx(whole, abs=1e-14)


@pytest.mark.parametrize("mode", ExperimentMode)
def test_the_experiment_on_any_table(mode):
    rng = np.random.default_rng(0)
    columns = {name: rng.normal(0, 1000, 80).round() for name in ("a", "b", "c", "secret")}

    found = census_experiment(columns, ["secret"], mode)

    assert {row.pair for row in found.rows} == {(1, 2), (1, 3), (2, 3)}
    assert [row.coding for row in found.rows[:6]] == list(CensusCoding)
    assert [table.number for table in found.tables()] == [
        *(f"4.{i}" for i in range(1, 8)),
        *(f"5.{i}" for i in range(1, 13)),
    ]
    assert all(len(row) == len(t.columns) for t in found.tables() for row in t.rows)


def test_the_experiment_needs_its_columns():
    columns = {"a": np.arange(9.0), "b": np.arange(9.0)}

    with pytest.raises(ParameterError, match="no column salary"):
        census_experiment(columns, ["salary"])
    with pytest.raises(ParameterError, match="sound, paper"):
        census_experiment(columns, [], "wishful")
    with pytest.raises(ParameterError, match="at least two attributes"):
        census_experiment(columns, ["b"])
