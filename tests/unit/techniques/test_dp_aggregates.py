"""Differentially private tables of groups, and the ledger that pays for them."""

from __future__ import annotations

import sys
from math import exp

import numpy as np
import pytest

from celosia.core.randomness import Randomness
from celosia.core.technique import TechniqueContext
from celosia.core.values import Cells
from celosia.errors import MissingExtraError, ParameterError
from celosia.techniques.tables.private_aggregation import (
    PrivateAggregation,
    noisy_best,
    noisy_counts,
    noisy_sums,
)

CONTEXT = TechniqueContext(Randomness(b"secret"))
TOWNS = {"by": ("town",), "keys": (("A", "B"),)}


def people():
    return Cells.of(
        {
            "town": ["A"] * 400 + ["B"] * 300 + ["rare"] * 7,
            "pay": ["10,5"] * 300 + [None] * 100 + ["20"] * 307,
        }
    )


def aggregation(**parameters):
    return PrivateAggregation(**{**TOWNS, "epsilon": 1.0, **parameters})


class TestTable:
    def test_only_groups_named_beforehand_are_published_empty_or_not(self):
        made = aggregation(keys=(("A", "Z"),)).made(people(), CONTEXT)

        assert made.column("town").tolist() == ["A", "Z", "TOTAL"]

    def test_counts_are_near_the_truth_with_a_large_epsilon(self):
        counts = aggregation(epsilon=50.0).made(people(), CONTEXT).column("count")

        assert counts.tolist() == ["400", "300", "700"]

    def test_sums_and_means_leave_nulls_out_and_cut_at_the_bounds(self):
        private = aggregation(
            epsilon=1e5, sums=("pay",), means=("pay",), bounds=((0, 15), (0, 15)), decimals=1
        )

        made = private.made(people(), CONTEXT)

        assert made.column("sum_pay").tolist() == ["3150.0", "4500.0", "7650.0"]
        assert made.column("mean_pay").tolist() == ["10.50", "15.00", "12.75"]

    @pytest.mark.parametrize("bounds", [(0, 0.4), (0, 1), (0.1, 0.5)])
    def test_shares_are_right_on_average_without_decimals(self, bounds):
        """To the nearest whole number all of them would be 0."""
        shares = Cells.of({"town": ["A"] * 20_000, "share": ["0.3"] * 20_000})
        both = {"sums": ("share",), "means": ("share",), "bounds": (bounds, bounds)}

        made = aggregation(epsilon=1e4, **both).made(shares, CONTEXT)

        assert int(made.column("sum_share")[0]) == pytest.approx(6_000, abs=6 * 65)
        assert made.column("mean_share")[0] == "0.3"

    def test_totals_are_the_sum_of_the_lines(self):
        *lines, total = map(int, aggregation(epsilon=0.1).made(people(), CONTEXT).column("count"))

        assert sum(lines) == total

    def test_a_table_without_records_is_noise(self):
        empty = Cells.of({"town": []})

        assert aggregation().made(empty, CONTEXT).records == 3

    def test_groups_in_which_nobody_is_get_noise_like_all_others(self):
        """A refusal would tell that nobody is there."""
        made = aggregation(keys=(("Y", "Z"),), epsilon=50.0).made(people(), CONTEXT)

        assert made.column("count").tolist() == ["0", "0", "0"]

    def test_the_decimal_sign_does_not_tell_how_one_person_writes(self):
        private = aggregation(epsilon=1e5, sums=("pay",), bounds=((0, 15),), decimals=1)
        cells = {"town": ["A", "A", "B"], "pay": ["10.5", "1", "2"]}
        other = {**cells, "pay": ["10,5", "1", "2"]}

        one, two = (private.made(Cells.of(each), CONTEXT) for each in (cells, other))

        assert one.column("sum_pay").tolist() == two.column("sum_pay").tolist()

    def test_two_columns_cross(self):
        private = PrivateAggregation(("a", "b"), (("x", "y"), ("u", "v", "w")), 1.0, totals=False)

        made = private.made(Cells.of({"a": ["x"], "b": ["u"]}), CONTEXT)

        assert made.records == 6

    def test_it_explains_itself_in_both_languages(self):
        explanation = aggregation(epsilon=0.5).explanation

        assert "e^0.5" in str(explanation)
        assert "e^0,5" in explanation.text("es")


def answers(records, epsilon, tries, **options):
    """Ask for the number of some records, as often as there are groups."""
    return noisy_counts(np.repeat(np.arange(tries), records), tries, epsilon, **options)


class TestNoise:
    def test_it_is_unbiased_and_as_wide_as_epsilon_says(self):
        epsilon, tries = 0.5, 3000

        noise = answers(10, epsilon, tries) - 10

        spread = np.sqrt(2 * exp(-epsilon)) / (1 - exp(-epsilon))
        assert abs(noise.mean()) < 5 * spread / np.sqrt(tries)
        assert noise.std() == pytest.approx(spread, rel=0.15)

    def test_more_records_per_person_need_more_noise(self):
        few, many = (answers(3, 1.0, 2000, contributions=n).std() for n in (1, 10))

        assert many > 4 * few

    def test_a_neighbouring_table_changes_no_chance_beyond_the_promise(self):
        """The chance of the likeliest answers, measured in both tables."""
        epsilon, tries = 1.0, 4000
        counts = [answers(records, epsilon, tries) for records in (5, 6)]

        for answer in (4, 5, 6, 7):
            one, other = (np.mean(count == answer) for count in counts)
            error = 6 / np.sqrt(tries * min(one, other))
            assert one < other * exp(epsilon) * (1 + error)
            assert other < one * exp(epsilon) * (1 + error)

    def test_sums_have_noise_by_their_bounds(self):
        values, codes = np.full(400, 3), np.arange(400)

        narrow, wide = (noisy_sums(values, codes, 400, (0, high), 1.0).std() for high in (5, 500))

        assert wide > 30 * narrow

    @pytest.mark.parametrize(
        "ask",
        [
            lambda: noisy_counts(np.zeros(3, np.int64), 1, 1e-20),
            lambda: noisy_counts(np.zeros(3, np.int64), 1, 1.0, contributions=10**18),
            lambda: noisy_sums(np.zeros(3, np.int64), np.zeros(3, np.int64), 1, (0, 1 << 52), 1e-6),
            lambda: noisy_best([1, 2], 1e-20),
        ],
        ids=["counts", "contributions", "sums", "best"],
    )
    def test_noise_that_cannot_be_counted_is_told(self, ask):
        with pytest.raises(ParameterError, match="the noise could not be counted"):
            ask()

    def test_the_best_is_chosen_when_it_is_clear(self):
        assert [noisy_best([0, 100, 3], 1.0) for _ in range(10)] == [1] * 10


def test_a_missing_library_is_named_and_nothing_is_published(monkeypatch):
    monkeypatch.setitem(sys.modules, "opendp.prelude", None)

    with pytest.raises(MissingExtraError, match=r"celosia\[dp\]"):
        aggregation().made(people(), CONTEXT)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"epsilon": 0}, "epsilon"),
        ({"by": (), "keys": ()}, "at least one column"),
        ({"keys": ()}, "keys needs the groups"),
        ({"keys": ((),)}, "keys needs the groups"),
        ({"keys": (("A", "A"),)}, "named twice"),
        ({"keys": (("TOTAL",),)}, "nor as totals"),
        ({"sums": ("pay",)}, "bounds needs"),
        ({"sums": ("pay",), "bounds": ((2, 1),)}, "must rise"),
        ({"sums": ("pay",), "bounds": ((0, 1e15),)}, "each bound"),
        ({"sums": ("pay",), "bounds": ((0, 1e12),), "decimals": 8}, "than can be counted"),
        ({"decimals": -1}, "decimals"),
        ({"decimals": 10**9}, "decimals"),
        ({"contributions": 0}, "contributions"),
    ],
)
def test_wrong_parameters_are_refused(parameters, message):
    with pytest.raises(ParameterError, match=message):
        aggregation(**parameters)
