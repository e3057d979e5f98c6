"""Techniques on Spark: the working table that they make takes the place of the source."""

from __future__ import annotations

from dataclasses import replace

import pytest

import celosia
from celosia.core.technique import technique_from_dict
from celosia.errors import ParameterError
from celosia.models import KAnonymity
from celosia.workflow.group_pieces import GroupedPieces

MASKED = {"kind": "masking", "column": "dx", "keep_first": 1}
RECIPE = celosia.Recipe(
    roles={
        "age": celosia.Role.QUASI_IDENTIFIER,
        "day": celosia.Role.INSENSITIVE,
        "dx": celosia.Role.SENSITIVE,
    },
    models=(KAnonymity(2),),
    techniques=(technique_from_dict(MASKED),),
)


@pytest.fixture
def source(spark, tmp_path):
    """A file whose cells would change if they were taken for numbers and dates."""
    path = tmp_path / "data.csv"
    path.write_text("age;day;dx\n1.50;31/12/2024;flu\n1.50;01/02/2024;cold\n")
    return path


def test_other_cells_and_the_separator_stay_as_they_are(source, tmp_path):
    with celosia.read(f"spark:?data={source}") as table:
        celosia.anonymize(table, RECIPE, tmp_path / "out.csv")

    assert sorted((tmp_path / "out.csv").read_text().split()) == [
        "1.50;01/02/2024;c***",
        "1.50;31/12/2024;f**",
        "age;day;dx",
    ]
    assert [path.name for path in tmp_path.glob(".celosia*")] == []


def test_how_the_table_is_divided_stays_too(source, tmp_path):
    grouped = replace(RECIPE, method="mondrian")

    with celosia.read(f"spark:?data={source}&together=1") as table:
        release = celosia.anonymize(table, grouped, tmp_path / "out.csv")

    assert isinstance(release.grouping, GroupedPieces)


def test_the_source_is_not_replaced(source):
    with (
        celosia.read(f"spark:?data={source}") as table,
        pytest.raises(ParameterError, match="must not be the source"),
    ):
        celosia.anonymize(table, RECIPE, source)
