"""Files that are whole or not there, and locks that let one in."""

import os
import stat
import subprocess
import sys

import pytest

from celosia.files.atomic import (
    Aside,
    Lock,
    alone_with,
    lock_of,
    make_last,
    replace_whole,
    write_whole,
)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("durable", [True, False])
def test_what_fails_in_the_middle_leaves_the_old_file_and_no_litter(tmp_path, private, durable):
    file = tmp_path / "ledger.toml"
    file.write_text("old")

    def dies():
        with replace_whole(file, private, durable) as aside:
            aside.write_text("ne")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dies()

    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_system_that_fails_at_any_step_leaves_the_old_file(tmp_path, monkeypatch, step):
    file = tmp_path / "ledger.toml"
    file.write_text("old")

    def fails(*_):
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync" if step == "fsync" else "replace", fails)
    monkeypatch.setattr("pathlib.Path.replace", fails if step == "replace" else os.replace)
    with pytest.raises(OSError, match="no space left"):
        write_whole(file, "new")

    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_the_file_is_made_to_last_before_it_is_named_and_the_folder_after(tmp_path, monkeypatch):
    done = []
    synced, replaced = os.fsync, os.replace
    kind = {True: "folder", False: "file"}

    def fsync(descriptor):
        done.append(kind[stat.S_ISDIR(os.fstat(descriptor).st_mode)])
        synced(descriptor)

    def replace(path, target):
        done.append("named")
        replaced(path, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr("pathlib.Path.replace", replace)
    write_whole(tmp_path / "a.txt", "new")

    assert done == ["file", "named", "folder"]


def test_what_can_be_lost_is_not_made_to_last(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda _: pytest.fail("it took the time"))

    write_whole(tmp_path / "progress.json", b"{}", durable=False)

    assert (tmp_path / "progress.json").read_bytes() == b"{}"


def test_permissions_stay_and_secrets_are_for_their_owner(tmp_path):
    file = tmp_path / "a.txt"
    file.write_text("old")
    file.chmod(0o640)

    write_whole(file, "new")
    assert mode(file) == 0o640

    with replace_whole(file, private=True) as aside:
        assert mode(aside) == 0o600  # from its first byte on
        aside.write_text("secret")
    assert mode(file) == 0o600


def test_a_link_stays_a_link_and_a_pipe_is_written_to(tmp_path):
    (tmp_path / "real.txt").write_text("old")
    link = tmp_path / "link.txt"
    link.symlink_to("real.txt")

    write_whole(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"

    write_whole(type(tmp_path)(os.devnull), "nothing")
    assert os.path.exists(os.devnull)  # noqa: PTH110


def test_a_file_written_aside_is_published_or_gone(tmp_path):
    target = tmp_path / "release.csv"
    dropped, kept = Aside(target), Aside(target)
    for aside in (dropped, kept):
        aside.path.write_text("a\n1\n")

    dropped.discard()
    make_last(kept.path)
    kept.publish()
    kept.discard()

    assert [path.name for path in tmp_path.iterdir()] == ["release.csv"]


def test_a_folder_takes_the_place_of_another(tmp_path):
    target = tmp_path / "out"
    target.mkdir()
    (target / "part-0").write_text("old")
    aside = Aside(target, folder=True)
    aside.path.mkdir()
    (aside.path / "part-1").write_text("new")

    aside.publish()
    aside.discard()

    assert [path.name for path in tmp_path.rglob("*")] == ["out", "part-1"]


def test_a_file_takes_no_folders_place(tmp_path):
    (tmp_path / "out").mkdir()

    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path / "out", "new")

    assert [path.name for path in tmp_path.iterdir()] == ["out"]


HELD = """
import sys
from pathlib import Path
from celosia.files.atomic import Lock
try:
    Lock(Path(sys.argv[1]), wait=False)
except BlockingIOError:
    print("held")
else:
    print("free")
"""


def asked_by_another(path):
    said = subprocess.run([sys.executable, "-c", HELD, path], capture_output=True, check=True)
    return said.stdout.decode().strip()


def test_one_lock_whether_one_waits_for_it_or_not(tmp_path):
    file = tmp_path / "people.vault"

    with alone_with(file):
        assert asked_by_another(lock_of(file)) == "held"
        with pytest.raises(BlockingIOError):
            Lock(lock_of(file), wait=False)
    assert asked_by_another(lock_of(file)) == "free"

    lock = Lock(lock_of(file))
    lock.release()
    assert asked_by_another(lock_of(file)) == "free"


def test_no_lock_is_left(tmp_path):
    with alone_with(tmp_path / "people.vault"):
        assert mode(lock_of(tmp_path / "people.vault")) == 0o600

    assert list(tmp_path.iterdir()) == []
