"""What killed runs left in a folder: found, finished or removed; what is in use stays."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import celosia
from celosia.errors import DataError, ParameterError
from celosia.files.atomic import Aside
from celosia.files.journal import JOURNAL, Journal, settle, sweep
from celosia.workflow.read import list_left_behind, list_unfinished


def left_by_dead(target: Path, content: str = "a\n1\n") -> Path:
    """Leave a draft as a run does that is killed while it writes."""
    aside = Aside(target)
    aside.path.write_text(content)
    aside.held.release()  # as the system does when a process ends
    return aside.held.path


def begun_by_dead(first: Path, second: Path) -> Journal:
    """Leave two files as a run does that is killed when their names were written down."""
    journal = Journal(first)
    journal.write(first.name, b"a\n1\n")
    aside = Aside(second)
    aside.path.write_text("a\n2\n")
    journal.include(aside.held, aside.move)
    journal.commit()
    journal.discard()
    aside.discard()
    return journal


@pytest.fixture
def two(tmp_path):
    """Two places for one publication."""
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    return tmp_path / "here" / "first.csv", tmp_path / "there" / "second.csv"


def test_a_draft_of_the_dead_is_listed_and_dropped(tmp_path):
    dead = left_by_dead(tmp_path / "release.csv")
    (tmp_path / ".celosia-mine-release.csv").write_text("")

    assert list_left_behind(str(tmp_path)) == [str(dead)]
    list_left_behind(str(tmp_path), drop_all=True)

    assert [path.name for path in tmp_path.iterdir()] == [".celosia-mine-release.csv"]


def test_what_is_in_use_stays_whatever_process_holds_it(tmp_path):
    alive = Aside(tmp_path / "release.csv")
    alive.path.write_text("a\n1\n")

    assert list_left_behind(str(tmp_path), drop_all=True) == [str(alive.held.path)]

    assert alive.path.read_text() == "a\n1\n"
    alive.discard()
    assert list(tmp_path.iterdir()) == []


def test_the_next_run_that_writes_there_sweeps(tmp_path):
    left_by_dead(tmp_path / "release.csv")

    class Other:  # another process
        getpid = staticmethod(lambda: -1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.getpid", Other.getpid)
        Aside(tmp_path / "another.csv").discard()

    assert list(tmp_path.iterdir()) == []


def test_what_others_may_not_read_is_for_its_owner_alone(tmp_path):
    aside = Aside(tmp_path / "release.csv")
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")}

    assert modes.pop(aside.held.path.name) == 0o700
    assert set(modes.values()) == {0o600}
    aside.publish()
    umask = os.umask(0o22)
    os.umask(umask)
    assert (tmp_path / "release.csv").stat().st_mode & 0o777 == 0o666 & ~umask


@pytest.mark.parametrize("reader", [0, 1])
def test_whoever_reads_finishes_what_was_begun(two, reader):
    begun_by_dead(*two)
    assert list_unfinished(str(two[0].parent)) == sorted(map(str, two))

    with celosia.read(two[reader]) as table:
        assert table.columns == ("a",)

    assert [path.read_text() for path in two] == ["a\n1\n", "a\n2\n"]
    assert [list(path.parent.iterdir()) for path in two] == [[path] for path in two]


def test_cleaning_finishes_it_too(two):
    begun_by_dead(*two)

    list_left_behind(str(two[1].parent), drop_all=True)

    assert [list(path.parent.iterdir()) for path in two] == [[path] for path in two]


def test_what_was_taken_from_a_begun_publication_is_not_published_by_half(two):
    journal = begun_by_dead(*two)
    for move in journal.moves[1:]:
        move.source.unlink()

    assert settle(two[0].parent)
    sweep(two[1].parent)

    assert [list(path.parent.iterdir()) for path in two] == [[], []]


def test_a_part_that_is_out_of_reach_is_waited_for(two):
    begun_by_dead(*two)
    two[1].parent.rename(two[1].parent.with_name("unmounted"))

    with pytest.raises(DataError, match="which is not there"):
        settle(two[0].parent)
    two[1].parent.with_name("unmounted").rename(two[1].parent)
    settle(two[0].parent)

    assert all(path.exists() for path in two)


def forged(folder, source):
    """Put a journal there that came with somebody's files."""
    made = folder / f".celosia-{'a' * 32}-x.csv"
    made.mkdir()
    entry = {"from": source, "sha256": "", "mode": 0o777, "private": True, "folder": False}
    (made / JOURNAL).write_text(json.dumps({"moves": [entry], "waits_for": None}))
    return made


def test_a_forged_journal_moves_nothing_from_elsewhere(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "theirs").mkdir()
    (tmp_path / "mine" / "key").write_text("secret")
    made = forged(tmp_path / "theirs", "../mine/key")

    with pytest.raises(DataError, match="did not write"):
        settle(tmp_path / "theirs")
    (made / "key").symlink_to(tmp_path / "mine" / "key")
    (made / JOURNAL).write_text((made / JOURNAL).read_text().replace("../mine", made.name))
    with pytest.raises(DataError, match="did not write"):
        settle(tmp_path / "theirs")

    assert (tmp_path / "mine" / "key").read_text() == "secret"
    assert (tmp_path / "mine" / "key").stat().st_mode & 0o077 == 0o044


def test_a_sweep_overwrites_no_file_that_has_another_name(tmp_path):
    dead = left_by_dead(tmp_path / "key", "secret")
    os.link(dead / "key", tmp_path / "key")

    sweep(tmp_path)

    assert (tmp_path / "key").read_text() == "secret"
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


@pytest.mark.parametrize("address", ["nowhere", "spark:?table=t"])
def test_only_a_server_or_a_folder_can_be_cleaned(address):
    with pytest.raises(ParameterError, match="server's address, or the folder"):
        list_left_behind(address)
