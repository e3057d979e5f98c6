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
