"""What is measured of tables that some figures have no meaning for."""

from __future__ import annotations

import pytest

import celosia


@pytest.mark.parametrize(("columns", "records"), [(2, 1), (17, 60)])
def test_figures_without_special_uniques(tmp_path, columns, records):
    """One record alone is always unique, and SUDA looks at no more than 16 columns."""
    names = [f"c{j}" for j in range(columns)]
    rows = [[str(i * j % 7) for j in range(columns)] for i in range(records)]
    path = tmp_path / "data.csv"
    path.write_text("\n".join(",".join(row) for row in [names, *rows]) + "\n")

    with celosia.read(path) as table:
        found = celosia.assess(table, names)

    assert found.suda is None
    assert found.records == records


@pytest.mark.parametrize(("weight", "fraction"), [(None, 0.01), ("w", 0.25)])
def test_special_uniques_are_scaled_by_the_share_of_the_population_that_is_known(
    tmp_path, weight, fraction
):
    path = tmp_path / "data.csv"
    path.write_text("a,b,w\n1,1,4\n1,2,4\n2,2,4\n2,2,4\n3,3,4\n3,3,4\n")

    with celosia.read(path) as table:
        found = celosia.assess(table, ["a", "b"], weight=weight)

    assert found.suda is not None
    assert found.suda["fraction"] == fraction
    pairs, score = 4, 2 * 1.0**-1.3  # two records of score 1 scale each other
    right = 1 / (1 + pairs * (1 - fraction) / fraction / score)
    assert found.suda["highest_dis"] == pytest.approx(right)
