from __future__ import annotations

from math import isnan, nan

import pytest

from celosia.errors import ParameterError
from celosia.utility.measures import SideBySide

RELEASES = {
    "k=2": {"risk": 0.5, "gcp": 0.1},
    "k=5": {"risk": 0.2, "gcp": 0.3, "il1s": 0.4},
    "k=5, worse": {"risk": 0.2, "gcp": 0.6},
    "unmeasured": {"risk": 0.1, "gcp": nan},
}


def test_rows_are_measures_and_columns_releases():
    table = SideBySide.of(RELEASES)

    assert table.figures.shape == (3, 4)
    assert table.column("k=2")["gcp"] == 0.1
    assert isnan(table.column("k=2")["il1s"])
    assert table.row("il1s")["k=5"] == 0.4


def test_the_trade_off_tells_which_releases_others_beat():
    points = SideBySide.of(RELEASES).trade_off("risk", "gcp")

    assert [(p.release, p.dominated) for p in points] == [
        ("k=5", False),
        ("k=5, worse", True),
        ("k=2", False),
    ]


def test_equal_releases_do_not_beat_each_other():
    points = SideBySide.of({"a": {"x": 1, "y": 1}, "b": {"x": 1, "y": 1}}).trade_off("x", "y")

    assert not any(point.dominated for point in points)


def test_names_that_do_not_exist_are_explained():
    table = SideBySide.of(RELEASES)

    with pytest.raises(ParameterError, match="Figures: risk, gcp, il1s"):
        table.row("ncp")
    with pytest.raises(ParameterError, match="Releases: k=2"):
        table.column("k=3")
    with pytest.raises(ParameterError, match="at least one release"):
        SideBySide.of({})
