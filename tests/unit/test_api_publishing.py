"""Tables and their certificate get their names together, or not at all."""

from __future__ import annotations

import json
import signal

import pytest

import celosia
from celosia.core.progress import not_stopped
from celosia.engines.duckdb.file_draft import FileDraft
from celosia.errors import StoppedLate
from celosia.files.private_files import restore_on_failure
from celosia.workflow.release_files import publish


class StoppedDraft(FileDraft):
    """A draft in whose publication somebody presses Ctrl-C."""

    def publish(self):
        super().publish()
        signal.raise_signal(signal.SIGINT)


def written(path, text, draft=FileDraft):
    return draft(path, lambda aside: aside.write_text(text, encoding="utf-8"), celosia.read)


@pytest.fixture
def paths(tmp_path):
    """Two tables and a certificate, all of an earlier run."""
    found = [tmp_path / name for name in ("who.csv", "what.csv", "certificate.json")]
    for path in found:
        path.write_text("old", encoding="utf-8")
    return found


def test_a_stop_waits_until_all_names_are_given(paths):
    who, what, certificate = paths

    with pytest.raises(StoppedLate):
        publish(
            written(who, "new", StoppedDraft), certificate, {"of": "new"}, [written(what, "new")]
        )

    assert who.read_text(encoding="utf-8") == what.read_text(encoding="utf-8") == "new"
    assert json.loads(certificate.read_text(encoding="utf-8")) == {"of": "new"}
    assert {path.name for path in who.parent.iterdir()} == {path.name for path in paths}


def test_a_second_stop_waits_for_nothing(paths):
    who, what, certificate = paths

    with pytest.raises(KeyboardInterrupt):
        publish(
            written(who, "new", StoppedDraft),
            certificate,
            {"of": "new"},
            [written(what, "new", StoppedDraft)],
        )

    assert certificate.read_text(encoding="utf-8") == "old"


def test_a_certificate_that_cannot_be_written_keeps_the_old_tables(paths):
    who, what, certificate = paths
    draft, other = written(who, "new"), written(what, "new")

    with pytest.raises(TypeError):
        publish(draft, certificate, {"of": object()}, [other])

    assert {path.read_text(encoding="utf-8") for path in paths} == {"old"}


def test_a_folder_in_the_place_of_the_certificate_is_refused(paths, tmp_path):
    (tmp_path / "folder").mkdir()

    with pytest.raises(celosia.ParameterError, match="is a folder"):
        publish(written(paths[0], "new"), tmp_path / "folder", {})

    assert paths[0].read_text(encoding="utf-8") == "old"


def test_afterwards_a_stop_is_a_stop_again(paths):
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)

    publish(written(paths[0], "new"), paths[2], {})

    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


def test_a_late_stop_does_not_take_back_what_was_kept(paths, tmp_path):
    """Else a vault would lose the identities of a release that is out."""
    kept = tmp_path / "kept"

    def keep_and_publish():
        with restore_on_failure(kept):
            kept.write_text("who is who", encoding="utf-8")
            publish(written(paths[0], "new", StoppedDraft), paths[2], {})

    with pytest.raises(StoppedLate):
        keep_and_publish()

    assert kept.read_text(encoding="utf-8") == "who is who"


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
