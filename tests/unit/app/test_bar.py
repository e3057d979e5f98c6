"""Which job the bar shows."""

from __future__ import annotations

import pytest

pytest.importorskip("nicegui", reason="needs the extra `app`")

from celosia.shells.app.jobs_bar import foremost
from celosia.shells.service import Job, JobState


def job(name, state):
    return Job(name, "profile", state, "", 0.0, None, None, {}, 1, 0.0, None)


def test_what_runs_comes_before_what_waits():
    waiting, running = job("b", JobState.QUEUED), job("a", JobState.RUNNING)

    assert foremost([waiting, running], None) is running


def test_a_failure_stays_until_it_was_seen():
    failed = job("a", JobState.FAILED)

    assert foremost([failed], None) is failed
    assert foremost([failed], "a") is None


def test_an_older_failure_is_forgotten_once_something_worked():
    assert foremost([job("b", JobState.DONE), job("a", JobState.FAILED)], None) is None
