"""What synthetic data is made of: scales, bins, shapes, networks and distances."""

from __future__ import annotations

import numpy as np
import pytest

from celosia.core.randomness import Randomness
from celosia.core.values import Cells, cell_array
from celosia.techniques.tables.column_network import counted_network
from celosia.techniques.tables.data_for_testing import filled, shape
from celosia.techniques.tables.statistical_copy import GaussianCopula
from celosia.techniques.tables.synthetic_columns import BinnedColumn, CategoryColumn, Clock, Scale
from celosia.techniques.tables.synthetic_figures import closest, most_columns_alike


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["1", "2.5", None], Scale(".", 1)),
        (["1,5", "2"], Scale(",", 1)),
        (["05/01/2020", "31/12/2020"], Scale(dates="%d/%m/%Y")),
        (["2020-01-05", "?"], None),
        (["08001", "28006"], None),
        (["21000418450200051332", "3"], None),
        (["0.00000000000000001", "3"], None),
        (["1e200"], None),
        (["a"], None),
        ([None], None),
    ],
)
def test_scales_are_recognized(cells, kind):
    assert Scale.of(cell_array(cells)) == kind


@pytest.mark.parametrize(
    ("cells", "clock"),
    [
        (["2020-01-05 19:30:00", "2020-02-29 00:00:59"], Clock(" ", True, "", step=1)),
        (["2020-01-05T19:30Z"], Clock("T", False, "Z", step=60)),
        (["2020-01-05 00:00:00"], Clock(" ", True, "", step=86_400)),
        (["2020-01-05 07:00:00.00+01:00"], Clock(" ", True, ".00+01:00", step=3600)),
    ],
)
def test_times_of_day_are_read_and_written_as_they_were(cells, clock):
    column = cell_array([*cells, None])
    scale = Scale.of(column)

    assert scale == Scale(dates="%Y-%m-%d", clock=clock)
    assert scale.written(scale.read(column)).tolist() == [*cells, None]


def test_dates_are_written_as_most_of_them_are():
    column = cell_array(["2020-01-05 19:30", "2020-01-06 08:00", "2020-01-07"])
    scale = Scale.of(column)

    assert scale.written(scale.read(column))[2] == "2020-01-07 00:00"


def binned(values, bins=10, least=5):
    cells = cell_array(str(value) for value in values)
    return BinnedColumn.of(cells, Scale.of(cells), bins, least)


def test_every_bin_holds_at_least_the_least():
    rng = np.random.default_rng(0)

    column = binned(rng.integers(0, 1000, 500), bins=200)

    counts = np.bincount(column.codes, minlength=column.size)[:-1]
    assert counts.min() >= 5


def test_a_frequent_value_is_a_bin_by_itself_and_few_others_do_not_blur_it():
    column = binned([*[0] * 900, -7, *range(1, 100)])

    assert (column.lows[0], column.highs[0]) == (0, 0)
    assert column.codes[900] == 0


def test_extremes_lie_outside_of_every_bin():
    column = binned([*range(100), 10_000])

    assert (column.lows.min(), column.highs.max()) == (4, 96)


def test_bins_of_a_known_range_do_not_depend_on_the_data():
    scale = Scale()
    one, other = (
        BinnedColumn.between(np.array(points), scale, 0, 9, 5) for points in ([3.0], [99.0, np.nan])
    )

    assert one.lows.tolist() == other.lows.tolist() == [0, 2, 4, 6, 8]
    assert one.highs.tolist() == [1, 3, 5, 7, 9]
    assert (one.codes.tolist(), other.codes.tolist()) == ([1], [4, 5])


def test_a_network_of_two_parents_learns_what_no_pair_tells():
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 2, (2, 2000))
    columns = [CategoryColumn.of(cell_array(str(n) for n in bits), 5) for bits in (a, b, a ^ b)]

    codes = counted_network(columns).drawn(1000, Randomness(b""))

    last = counted_network(columns).dependences[-1]
    assert len(last.parents) == 2
    assert np.array_equal(codes[0] ^ codes[1], codes[2])


def test_a_copula_keeps_rank_correlation_of_numbers_with_nulls():
    rng = np.random.default_rng(0)
    x = rng.normal(0, 10, 3000)
    cells = [
        cell_array(None if n % 50 == 0 else f"{v:.1f}" for n, v in enumerate(values))
        for values in (x, -x + rng.normal(0, 3, 3000))
    ]
    columns = [BinnedColumn.of(c, Scale.of(c), 20, 5) for c in cells]

    codes, inside = GaussianCopula.of(columns).drawn(3000, Randomness(b""))

    points = [
        Scale(".", 1).read(c.written(*at)) for c, *at in zip(columns, codes, inside, strict=True)
    ]
    known = ~np.isnan(points).any(axis=0)
    assert np.corrcoef(points[0][known], points[1][known])[0, 1] == pytest.approx(-0.957, abs=0.03)
    assert 0.9 < known.mean() < 1


def test_constant_columns_have_no_correlation_but_can_be_drawn():
    columns = [binned([3] * 10), binned(range(10))]

    codes, _ = GaussianCopula.of(columns).drawn(20, Randomness(b""))

    assert set(codes[0].tolist()) == {0}


def test_two_nulls_are_not_alike_but_not_apart():
    these, others = (
        Cells.of({"a": [None], "b": ["x"]}),
        Cells.of({"a": [None, "9"], "b": ["y", "z"]}),
    )

    assert most_columns_alike(these, others, 0.1).tolist() == [0]
    assert closest(these, others).tolist() == [0.5]


def test_plus_signs_are_punctuation():
    text = filled(shape("a+34 600"), Randomness(b""))

    assert text[1] == "+"
    assert shape(text) == "a+99 999"
