"""Files for their owner alone: a new one never takes the place of another."""

from __future__ import annotations

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from celosia import DataError
from celosia.files.private_files import write_new


def test_a_new_file_is_for_its_owner_alone(tmp_path):
    write_new(tmp_path / "key", b"secret")

    assert (tmp_path / "key").read_bytes() == b"secret"
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_a_file_that_appears_after_one_looked_is_not_replaced(tmp_path, monkeypatch):
    (tmp_path / "key").write_bytes(b"of somebody else")
    monkeypatch.setattr(Path, "exists", lambda _self, **_options: False)

    with pytest.raises(DataError, match="exists already"):
        write_new(tmp_path / "key", b"secret")

    assert (tmp_path / "key").read_bytes() == b"of somebody else"


def test_of_several_at_once_only_one_writes(tmp_path):
    writers = 8
    together = Barrier(writers)

    def write(number: int) -> bool:
        together.wait()
        try:
            write_new(tmp_path / "key", b"%d" % number * 1000)
        except DataError:
            return False
        return True

    with ThreadPoolExecutor(writers) as threads:
        wrote = list(threads.map(write, range(writers)))

    assert wrote.count(True) == 1
    assert (tmp_path / "key").read_bytes() == b"%d" % wrote.index(True) * 1000
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_a_disk_without_second_names_is_written_to_all_the_same(tmp_path, monkeypatch):
    def refused(*_given: object) -> None:
        raise PermissionError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", refused)
    write_new(tmp_path / "key", b"secret")

    assert (tmp_path / "key").read_bytes() == b"secret"
    with pytest.raises(DataError, match="exists already"):
        write_new(tmp_path / "key", b"another")
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_no_name_is_taken_when_the_content_cannot_be_written(tmp_path, monkeypatch):
    def full(*_given: object) -> None:
        raise OSError("full")

    monkeypatch.setattr(Path, "write_bytes", full)

    with pytest.raises(OSError, match="full"):
        write_new(tmp_path / "key", b"secret")

    assert list(tmp_path.iterdir()) == []
