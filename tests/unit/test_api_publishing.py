"""Tables and their certificate get their names together, or not at all."""

from __future__ import annotations

import json
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

import celosia
from celosia.core.progress import not_stopped
from celosia.engines.duckdb.file_draft import FileDraft
from celosia.errors import StoppedLate
from celosia.files.journal import settle
from celosia.register.certificate import Evidence, belong_together, private_beside
from celosia.workflow.release_files import publish


def written(path, text):
    return FileDraft(path, lambda aside: aside.write_text(text, encoding="utf-8"), celosia.read)


def publish_all(paths, proof, stops=0):
    """Publish two tables with a certificate; somebody presses Ctrl-C while names are given."""
    who, what, certificate = paths
    drafts = [written(who, "new"), written(what, "new")]
    replace = Path.replace

    def stopped(self, target):
        if target == who:
            for _ in range(stops):
                signal.raise_signal(signal.SIGINT)
        return replace(self, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", stopped)
        try:
            publish(drafts[0], certificate, proof, Evidence.new(), {}, also=drafts[1:])
        finally:
            for draft in drafts:
                draft.discard()


NEW = {"of": "new", "output": {"name": "who.csv"}}


@pytest.fixture
def paths(tmp_path):
    """Two tables and a certificate, all of an earlier run."""
    found = [tmp_path / name for name in ("who.csv", "what.csv", "who.csv.certificate.json")]
    for path in found:
        path.write_text("old", encoding="utf-8")
    return found


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


ALL = ["what.csv", "who.csv", "who.csv.certificate.json", "who.csv.evidence.json"]


def test_names_are_given_together(paths, tmp_path):
    publish_all(paths, NEW)

    assert {path.read_text(encoding="utf-8") for path in paths[:2]} == {"new"}
    assert json.loads(paths[2].read_text(encoding="utf-8")) == NEW
    assert names_in(tmp_path) == ALL
    assert (tmp_path / ALL[3]).stat().st_mode & 0o777 == 0o600


def test_a_stop_waits_until_all_names_are_given(paths, tmp_path):
    with pytest.raises(StoppedLate):
        publish_all(paths, NEW, stops=1)

    assert {path.read_text(encoding="utf-8") for path in paths[:2]} == {"new"}
    assert names_in(tmp_path) == ALL


def test_a_second_stop_waits_for_nothing_and_leaves_all_or_none(paths, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        publish_all(paths, NEW, stops=2)

    settle(tmp_path)
    assert {path.read_text(encoding="utf-8") for path in paths[:2]} == {"new"}
    assert names_in(tmp_path) == ALL


def test_a_certificate_that_cannot_be_written_keeps_the_old_tables(paths, tmp_path):
    with pytest.raises(TypeError):
        publish_all(paths, {"of": object()})

    assert {path.read_text(encoding="utf-8") for path in paths} == {"old"}
    assert names_in(tmp_path) == ALL[:3]


@pytest.mark.parametrize("name", ALL[2:])
def test_a_folder_in_the_place_of_certificate_or_evidence_is_refused(paths, tmp_path, name):
    (tmp_path / name).unlink(missing_ok=True)
    (tmp_path / name).mkdir()

    with pytest.raises(celosia.ParameterError, match="is a folder"):
        publish_all(paths, NEW)

    assert paths[0].read_text(encoding="utf-8") == "old"


def test_afterwards_a_stop_is_a_stop_again(paths):
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)

    publish_all(paths, NEW)

    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


def test_of_two_at_once_the_files_of_one_lie_there(paths, tmp_path):
    """Each salt belongs to the certificate beside it, whoever was last."""
    together = Barrier(4)

    def one(number):
        draft = written(paths[0], f"run {number}")
        together.wait()
        try:
            publish(draft, paths[2], {**NEW, "run": number}, Evidence.new(), {"run": number})
        finally:
            draft.discard()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(one, range(4)))

    number = json.loads(paths[2].read_text(encoding="utf-8"))["run"]
    assert paths[0].read_text(encoding="utf-8") == f"run {number}"
    assert private_beside(paths[2]) == {"run": number}
    assert belong_together(paths[2])
    assert names_in(tmp_path) == ALL


@not_stopped()
def stopped_and_failed():
    signal.raise_signal(signal.SIGINT)
    raise OSError


@not_stopped()
def stopped_inside(reached):
    with not_stopped():
        signal.raise_signal(signal.SIGINT)
    reached.append("the end")


def test_a_stop_during_work_that_fails_says_nothing_of_being_done():
    with pytest.raises(KeyboardInterrupt) as stopped:
        stopped_and_failed()

    assert not isinstance(stopped.value, StoppedLate)


def test_stops_wait_through_all_that_is_nested():
    reached = []

    with pytest.raises(StoppedLate):
        stopped_inside(reached)

    assert reached == ["the end"]


@pytest.fixture
def asked():
    """A Ctrl-C that only asks, as that of the command line; how often it did."""
    found = []
    before = signal.signal(signal.SIGINT, lambda number, frame: found.append(number))
    yield found
    signal.signal(signal.SIGINT, before)


@not_stopped()
def stopped_twice_inside():
    with not_stopped():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)


def test_a_second_stop_waits_for_nothing_however_deep_and_whoever_answers_stops(asked):
    with pytest.raises(KeyboardInterrupt) as stopped:
        stopped_twice_inside()

    assert not isinstance(stopped.value, StoppedLate)
    assert len(asked) == 1
