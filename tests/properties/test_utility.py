from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import product
from math import isnan, nan

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

from celosia.core.attribute_domain import AttributeDomain
from celosia.core.hierarchy import Hierarchy
from celosia.core.values import Value, ValueCounts
from celosia.errors import ParameterError
from celosia.hierarchies import Digits, Intervals, Masking, OrderedGroups
from celosia.utility.ambiguity import Ambiguity
from celosia.utility.certainty_penalty import CertaintyPenalty
from celosia.utility.components import ComponentChange
from celosia.utility.correlation import CorrelationChange
from celosia.utility.distribution import DistributionChange, total_variation, wasserstein
from celosia.utility.entropy import EntropyLoss
from celosia.utility.il1s import IL1s
from celosia.utility.kl_divergence import KLDivergence
from celosia.utility.mutual_information import MutualInformationChange
from celosia.utility.size_costs import SuppressedShare
from celosia.utility.table_pair import TablePair

NUMBERS = st.integers(-30, 200).map(str)
CELL = st.one_of(
    NUMBERS,
    st.sampled_from(["a", "b", "c", "a b", "a / b", "{a}", "1-2", "*", "**", "-", "", "a*"]),
    st.none(),
    st.text(max_size=4),
)
WEIGHTS = st.lists(st.integers(0, 9), min_size=4, max_size=4).map(lambda w: np.array(w, float))


@st.composite
def tables(draw: st.DrawFn, cell: st.SearchStrategy[Value] = CELL) -> dict[str, list[Value]]:
    records = draw(st.integers(1, 12))
    column = st.lists(cell, min_size=records, max_size=records)
    return {name: draw(column) for name in ("x", "y", "z")}


@st.composite
def generalized(draw: st.DrawFn) -> tuple[dict[str, list[Value]], dict[str, list[Value]]]:
    """A table of numbers, and a release of it with intervals, stars and records left out."""
    table = draw(tables(st.integers(0, 60).map(str)))
    records = len(table["x"])
    kept = [place for place in range(records) if draw(st.integers(0, 5))]
    release: dict[str, list[Value]] = {}
    for name, cells in table.items():
        release[name] = [_coarser(int(cells[i] or 0), draw(st.integers(0, 3))) for i in kept]
    return table, release


def _coarser(number: int, level: int) -> str:
    low5, low20 = number // 5 * 5, number // 20 * 20
    return (str(number), f"{low5}-{low5 + 4}", f"[{low20}, {low20 + 20})", "*")[level]


def domains_of(table: dict[str, list[Value]]) -> dict[str, AttributeDomain]:
    return {name: AttributeDomain.of(name, cells) for name, cells in table.items()}


@given(
    st.lists(st.integers(-99, 300), min_size=1, max_size=30),
    st.sampled_from([(5,), (1, 10), (2.5, 10), (7, 14)]),
    st.none() | st.integers(-50, 0),
    st.none() | st.integers(50, 200),
)
def test_intervals_cover_what_their_hierarchy_puts_under_them(numbers, widths, bottom, top):
    values = ValueCounts.of([str(number) for number in numbers])
    tree = Intervals(widths, bottom=bottom, top=top).build("n", values)

    assert_same_cover(values, tree)


@given(st.lists(st.integers(1, 9999).map(str), min_size=1, max_size=30))
def test_masked_digits_cover_what_their_hierarchy_puts_under_them(texts):
    values = ValueCounts.of(texts)

    assert_same_cover(values, Digits().build("n", values))


@given(
    st.lists(st.text("AB1", min_size=1, max_size=4), min_size=1, max_size=20),
    st.sampled_from(["last", "first"]),
)
def test_masks_cover_what_their_hierarchy_puts_under_them(texts, side):
    values = ValueCounts.of(texts)

    assert_same_cover(values, Masking(side=side).build("code", values), numeric=False)


@given(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=20))
def test_runs_cover_what_their_hierarchy_puts_under_them(texts):
    values = ValueCounts.of(texts)

    assert_same_cover(values, OrderedGroups((2, 2)).build("grade", values))


def assert_same_cover(values: ValueCounts, tree: Hierarchy, numeric: bool | None = None) -> None:
    by_writing = AttributeDomain.of("n", values, numeric=numeric)
    by_leaves = AttributeDomain.of("n", values, tree, numeric=numeric)
    for label in {label for level in tree.levels for label in level} - {"*"}:
        assert by_writing.covered(label).tolist() == by_leaves.covered(label).tolist()


@given(generalized())
def test_penalties_and_shares_lie_between_0_and_1(pair):
    table, release = pair
    domains, records = domains_of(table), len(table["x"])

    penalty = CertaintyPenalty.of(release, domains, records)
    share = SuppressedShare.of(release, domains, records)

    assert ((penalty.cells >= 0) & (penalty.cells <= 1)).all()
    assert 0 <= penalty.gcp_with_left_out <= 1
    assert 0 <= share.records <= share.cells <= 1
    assert EntropyLoss.of(release, domains, records).bits >= 0
    assert 0 <= Ambiguity.of(release, domains, records).share <= 1


@given(generalized())
def test_kl_divergence_is_what_brute_force_finds(pair):
    table, release = pair
    domains, records = domains_of(table), len(table["x"])
    rows = list(zip(*release.values(), strict=True))
    rows += [("*",) * 3] * (records - len(rows))

    expected = dict.fromkeys(product(*(d.values for d in domains.values())), 0.0)
    for row in rows:
        covers = [
            [domain.values[place] for place in domain.covered(label)]
            for domain, label in zip(domains.values(), row, strict=True)
        ]
        cells = list(product(*covers))
        for cell in cells:
            expected[cell] += 1 / len(cells) / records
    held = list(zip(*table.values(), strict=True))
    p = {row: held.count(row) / records for row in held}
    bits = sum(p[row] * np.log2(p[row] / expected[row]) for row in p)

    assert sum(expected.values()) == pytest.approx(1)
    assert KLDivergence.of(table, release, domains).bits == pytest.approx(bits, abs=1e-9)


@given(tables())
def test_a_table_released_as_it_is_costs_nothing(table):
    assume(not any(cell and cell.strip() == "*" for cells in table.values() for cell in cells))

    figures = figures_of(table, table)

    for name in ("gcp", "entropy_loss", "suppressed_cells", "distribution_change", "kl_divergence"):
        assert figures[name] == pytest.approx(0, abs=1e-9)
    assert figures["ambiguity"] == 1
    assert all(
        figures[name] == 0 or isnan(figures[name])
        for name in ("components_mae", "correlation_mae", "il1s")
    )
    preserved = figures["mutual_information_preserved"]
    assert isnan(preserved) or preserved == pytest.approx(1)


def figures_of(table: dict[str, list[Value]], release: dict[str, list[Value]]) -> dict[str, float]:
    """Every figure of a release; nan where one does not apply."""
    linked = len(table["x"]) == len(release["x"])
    pair = TablePair.of(table, release, linked=linked)
    domains, records = pair.domains, len(table["x"])
    changes = [
        DistributionChange.of(domain, pair.original[name], pair.released[name]).distance
        for name, domain in domains.items()
    ]
    return {
        "gcp": CertaintyPenalty.of(release, domains, records).gcp,
        "entropy_loss": EntropyLoss.of(release, domains, records).share,
        "suppressed_cells": SuppressedShare.of(release, domains, records).cells,
        "ambiguity": Ambiguity.of(release, domains, records).mean,
        "kl_divergence": KLDivergence.of(table, release, domains).bits,
        "distribution_change": max(changes, key=lambda change: -1 if isnan(change) else change),
        "components_mae": or_nan(lambda: ComponentChange.of(pair).correlations.mae),
        "correlation_mae": or_nan(lambda: CorrelationChange.of(pair).differences.mae),
        "mutual_information_preserved": or_nan(lambda: MutualInformationChange.of(pair).preserved),
        "il1s": or_nan(lambda: IL1s.of(pair).mean) if linked else nan,
    }


def or_nan(measure: Callable[[], float]) -> float:
    try:
        return measure()
    except ParameterError:
        return nan


@given(tables(NUMBERS))
def test_components_of_a_table_with_itself_are_the_same(table):
    pair = TablePair.of(table, table)
    try:
        change = ComponentChange.of(pair)
    except ParameterError:
        assert all(len(set(cells)) == 1 for cells in table.values())
        return

    assert change.correlations.mae == change.significance.mse == change.loadings.mae == 0
    assert change.before.significance.sum() == pytest.approx(1)


@pytest.mark.parametrize("measure", [CorrelationChange, ComponentChange, MutualInformationChange])
@given(tables(), tables())
def test_measures_of_anything_give_figures_or_an_explanation(measure, table, release):
    with suppress(ParameterError):
        measure.of(TablePair.of(table, release))


@given(tables(), tables())
def test_distributions_of_anything_lie_apart_by_a_figure_or_nan(table, release):
    for name, domain in domains_of(table).items():
        change = DistributionChange.of(domain, table[name], release[name])

        assert isnan(change.distance) or change.distance >= 0


@given(generalized())
def test_shuffling_the_release_changes_nothing(pair):
    table, release = pair
    backwards = {name: cells[::-1] for name, cells in release.items()}

    found, turned = figures_of(table, release), figures_of(table, backwards)

    del found["il1s"], turned["il1s"]
    assert turned == pytest.approx(found, nan_ok=True)


@given(WEIGHTS, WEIGHTS)
def test_distances_are_symmetric(first, second):
    points = np.array([-1.0, 0.0, 2.5, 7.0])

    there = wasserstein(points, points, first, second), total_variation(first, second)
    back = wasserstein(points, points, second, first), total_variation(second, first)

    assert there == pytest.approx(back, nan_ok=True)
    assert isnan(there[1]) or -1e-12 <= there[1] <= 1 + 1e-12


@given(tables(NUMBERS), tables(NUMBERS))
def test_absolute_differences_are_symmetric(first, second):
    there, back = (
        CorrelationChange.of(TablePair.of(*pair, numeric=["x", "y", "z"])).differences
        for pair in ((first, second), (second, first))
    )

    assert (there.mse, there.mae) == pytest.approx((back.mse, back.mae), nan_ok=True)
