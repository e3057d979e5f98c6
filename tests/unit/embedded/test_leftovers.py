from __future__ import annotations

import pytest

from celosia.engines.duckdb import file_draft
from celosia.engines.duckdb.file_draft import REPLACED, put_back
from celosia.errors import ParameterError
from celosia.files.atomic import beside
from celosia.workflow.read import list_left_behind, list_moved_away


@pytest.fixture
def killed(tmp_path):
    """Leave a folder as a run does that is killed between its two renames."""
    aside = beside(tmp_path / "out.parquet")
    for name in (REPLACED, "out.parquet"):
        (aside / name).mkdir(parents=True)
        (aside / name / "part").write_text(name)
    return aside


def test_a_folder_that_was_moved_away_gets_its_name_again(tmp_path, killed):
    put_back(tmp_path / "out.parquet")

    assert (tmp_path / "out.parquet" / "part").read_text() == REPLACED
    assert file_draft.moved_away(tmp_path) == {}


def test_what_replaced_it_meanwhile_stays(tmp_path, killed):
    (tmp_path / "out.parquet").mkdir()

    put_back(tmp_path / "out.parquet")

    assert list((tmp_path / "out.parquet").iterdir()) == []
    assert (killed / REPLACED).is_dir()


def test_what_killed_runs_left_in_a_folder_is_listed(tmp_path, killed):
    draft = beside(tmp_path / "release.csv")
    draft.write_text("a\n1\n")
    (tmp_path / ".celosia-mine-release.csv").write_text("")

    assert list_left_behind(str(tmp_path)) == sorted([str(killed), str(draft)])
    assert list_moved_away(str(tmp_path)) == [str(tmp_path / "out.parquet")]
    assert not (tmp_path / "out.parquet").exists()


def test_and_dropped_except_what_was_moved_away(tmp_path, killed):
    beside(tmp_path / "release.csv").write_text("a\n1\n")
    (tmp_path / ".celosia-mine-release.csv").write_text("")

    list_left_behind(str(tmp_path), drop_all=True)

    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".celosia-mine-release.csv",
        "out.parquet",
    ]
    assert (tmp_path / "out.parquet" / "part").read_text() == REPLACED


@pytest.mark.parametrize("address", ["nowhere", "spark:?table=t"])
def test_only_a_server_or_a_folder_can_be_cleaned(address):
    with pytest.raises(ParameterError, match="server's address, or the folder"):
        list_left_behind(address)
