"""The whole path, while the records stay on the workers."""

from __future__ import annotations

import pytest

import celosia
from celosia.models import KAnonymity

LINES = [f"Nobody {i},{30 + i % 10},{'FM'[i % 2]},{'xyz'[i % 3]}" for i in range(600)]
ROLES = {
    "name": celosia.Role.IDENTIFIER,
    "age": celosia.Role.QUASI_IDENTIFIER,
    "sex": celosia.Role.QUASI_IDENTIFIER,
    "dx": celosia.Role.SENSITIVE,
}


@pytest.fixture
def brought(spark, monkeypatch):
    """Every table that is brought to the driver, in the one way that the engine has."""
    tables, frame = [], type(spark.range(1))
    to_arrow = frame.toArrow

    def noted(self):
        tables.append(to_arrow(self))
        return tables[-1]

    def refused(*_):
        raise AssertionError("records are brought to the driver")

    monkeypatch.setattr(frame, "toArrow", noted)
    for way in ("collect", "toPandas", "toLocalIterator"):
        monkeypatch.setattr(frame, way, refused)
    return tables


@pytest.mark.parametrize("output", ["release.parquet", "release.csv"])
def test_only_counts_reach_the_driver(brought, tmp_path, output):
    (tmp_path / "data.csv").write_text("\n".join(["name,age,sex,dx", *LINES]))
    recipe = celosia.Recipe(roles=ROLES, models=(KAnonymity(100),), method="incognito")

    with celosia.read(f"spark:?data={tmp_path / 'data.csv'}") as table:
        release = celosia.anonymize(table, recipe, tmp_path / output)

    assert release.after.figures.records == 600
    assert max(table.num_rows for table in brought) == 30  # 10 ages, each of one sex, 3 dx
    assert not any("Nobody" in str(table.to_pylist()) for table in brought)
