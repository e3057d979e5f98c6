"""Which job the bar shows."""

from __future__ import annotations

import pytest

pytest.importorskip("nicegui", reason="needs the extra `app`")

from celosia.web.app.jobs_bar import foremost
from celosia.web.service import Job, JobState


def job(name, state, version=1):
    return Job(name, "profile", state, "", 0.0, None, None, {}, version, 0.0, None)


def test_what_runs_comes_before_what_waits():
    waiting, running = job("b", JobState.QUEUED), job("a", JobState.RUNNING)

    assert foremost([waiting, running], None, version=1) is running


def test_a_failure_stays_until_it_was_seen():
    failed = job("a", JobState.FAILED)

    assert foremost([failed], None, version=1) is failed
    assert foremost([failed], "a", version=1) is None


def test_an_older_failure_is_forgotten_once_something_worked():
    jobs = [job("b", JobState.DONE), job("a", JobState.FAILED)]

    assert foremost(jobs, None, version=1) is None


def test_a_failure_goes_with_the_decision_that_made_it_fail():
    failed = job("a", JobState.FAILED, version=2)

    assert foremost([failed], None, version=1) is None  # undone
    assert foremost([failed], None, version=2) is failed  # and done again
