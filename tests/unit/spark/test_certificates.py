from __future__ import annotations

import pytest

import celosia
from celosia.models import KAnonymity
from celosia.workflow.release_files import find_certificate, is_made_of

RECIPE = celosia.Recipe(roles={"a": celosia.Role.QUASI_IDENTIFIER}, models=(KAnonymity(2),))


@pytest.mark.parametrize("name", ["out.parquet", "out.csv"])
def test_the_certificate_of_a_release_is_found_by_its_address(spark, tmp_path, name):
    source, release = f"spark:?data={tmp_path / 'data.csv'}", f"spark:?data={tmp_path / name}"
    (tmp_path / "data.csv").write_text("a\nx\nx\ny\ny\n")

    with celosia.read(source) as table:
        made = celosia.anonymize(table, RECIPE, tmp_path / name)
        found = find_certificate(release)
        assert (found.path, found.of_this_file) == (made.certificate, True)
        assert is_made_of(release, table)

    (tmp_path / "data.csv").write_text("a\nx\nx\ny\nz\n")
    with celosia.read(source) as table:
        assert not is_made_of(release, table)


def test_another_state_of_a_release_is_told(spark, tmp_path):
    (tmp_path / "data.csv").write_text("a\nx\nx\ny\ny\n")
    with celosia.read(f"spark:?data={tmp_path / 'data.csv'}") as table:
        celosia.anonymize(table, RECIPE, tmp_path / "out.parquet")
    (tmp_path / "out.parquet" / "part-00001.parquet").write_bytes(b"")

    found = find_certificate(f"spark:?data={tmp_path / 'out.parquet'}")

    assert not found.of_this_file
    assert find_certificate("spark:?table=people") is None
