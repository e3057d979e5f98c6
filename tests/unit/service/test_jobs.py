from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path

import pytest
from tests.support.processes import begun_worker, worker_of

import celosia
from celosia.hierarchies import rule_from_dict
from celosia.models import KAnonymity
from celosia.web.service import App, ConflictError, Jobs, JobState, NotFoundError, jobs
from celosia.web.service.job_folder import SHAPE

WIDE = 9
"""Columns whose lattice takes long to search."""


def until(true, seconds=30.0):
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "It took too long."
        time.sleep(0.02)
    return found


def long_job(app):
    """Begin a job that runs for minutes."""
    import random

    draw = random.Random(3)
    names = [f"c{i}" for i in range(WIDE)]
    rows = [",".join(str(draw.randrange(10_000)) for _ in names) for _ in range(20_000)]
    project = app.store.create()
    project.upload("wide.csv", BytesIO("\n".join([",".join(names), *rows]).encode()))
    digits = {"kind": "digits", "levels": 4}
    project.save_recipe(
        celosia.Recipe(
            roles=dict.fromkeys(names, celosia.Role.QUASI_IDENTIFIER),
            models=(KAnonymity(5),),
            hierarchies={name: rule_from_dict(digits) for name in names},
        )
    )
    job = app.jobs.start(project, "candidates")
    until(lambda: worker_of(job.id))
    return project, job


def test_whoever_sees_a_job_done_sees_what_came_of_it(app, project):
    seen = []
    jobs = Jobs(app.shelter, 1, lambda project, job: seen.append(jobs.get(project, job.id).state))

    job = jobs.wait(project, jobs.start(project, "profile").id)
    jobs.close()

    assert (job.state, job.share) == (JobState.DONE, 1.0)
    assert seen == [JobState.RUNNING]


def test_a_job_gives_its_result(app, project):
    job = app.jobs.start(project, "candidates")
    assert job.state in (JobState.QUEUED, JobState.RUNNING)

    ended = app.jobs.wait(project, job.id)

    assert ended.state is JobState.DONE, ended.message
    found = app.jobs.result(project, job.id)
    assert (found["number"], found["nodes"]) == (5, 9)
    assert [height["safe"] for height in found["heights"]] == [0, 0, 2, 2, 1]
    assert app.jobs.latest(project, "candidates").id == job.id
    assert not (project.jobs_folder / job.id / "working").exists()


def test_a_job_that_cannot_be_done_says_why(app, project):
    project.save_recipe(project.recipe_text().replace("k = 2", "k = 50"))

    job = app.jobs.start(project, "anonymize")

    ended = app.jobs.wait(project, job.id)
    assert ended.state is JobState.FAILED
    assert ended.error == "NotAchievable"
    assert "50-anonymity" in ended.message.text("en")
    with pytest.raises(ConflictError):
        app.jobs.result(project, job.id)
    assert not (project.jobs_folder / job.id / "files").exists()


def test_a_process_that_is_killed_twice_is_a_failed_job_and_the_desk_goes_on(app, project):
    wide, job = long_job(app)

    first = begun_worker(job.id)
    os.kill(first, signal.SIGKILL)
    until(lambda: worker_of(job.id) not in (None, first))
    assert app.jobs.get(wide, job.id).attempts == 2
    os.kill(begun_worker(job.id), signal.SIGKILL)

    ended = app.jobs.wait(wide, job.id)
    assert ended.state is JobState.FAILED
    assert "Nothing is lost; try again" in ended.message.text("en")
    assert "inténtelo de nuevo" in ended.message.text("es")
    again = app.jobs.start(project, "candidates")
    assert app.jobs.wait(project, again.id).state is JobState.DONE


def test_a_job_is_cancelled_within_a_second(app):
    project, job = long_job(app)

    start = time.monotonic()
    cancelled = app.jobs.cancel(project, job.id)
    ended = app.jobs.wait(project, job.id)

    assert cancelled.state is ended.state is JobState.CANCELLED
    assert time.monotonic() - start < 5  # a second on a machine that is not full of other tests
    assert worker_of(job.id) is None
    assert not (project.jobs_folder / job.id / "files").exists()


def test_a_job_in_the_queue_is_cancelled_too(app, project):
    wide, first = long_job(app)
    second = app.jobs.start(project, "profile")
    assert app.jobs.get(project, second.id).state is JobState.QUEUED

    assert app.jobs.cancel(project, second.id).state is JobState.CANCELLED

    app.jobs.cancel(wide, first.id)
    assert app.jobs.wait(project, second.id).state is JobState.CANCELLED
    assert app.jobs.cancel(project, second.id).state is JobState.CANCELLED


def test_progress_is_told(app):
    project, job = long_job(app)

    seen = until(lambda: (now := app.jobs.get(project, job.id)).stage and now)

    assert seen.state is JobState.RUNNING
    assert 0 <= seen.share <= 1


def test_a_job_that_ran_when_the_server_died_is_tried_once_more(home):
    script = f"""
import sys, time
sys.path.insert(0, {str(Path.cwd())!r})
from pathlib import Path
from celosia.web.service import App
from tests.unit.service.test_jobs import long_job
app = App(Path({str(home)!r}))
project, job = long_job(app)
print(project.id, job.id, flush=True)
time.sleep(600)
"""
    server = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    identifier, job = server.stdout.readline().split()
    server.kill()
    server.communicate()

    with App(home) as app:
        project = app.store.get(identifier)
        found = app.jobs.get(project, job)

        assert found.state in (JobState.QUEUED, JobState.RUNNING)
        until(lambda: app.jobs.get(project, job).attempts == 2)
        assert app.jobs.cancel(project, job).state is JobState.CANCELLED


def test_the_work_ends_with_the_server(home):
    with App(home) as app:
        _, job = long_job(app)

    assert worker_of(job.id) is None


def test_an_option_that_is_not_possible_is_refused_at_once_and_not_quoted(app, project):
    with pytest.raises(celosia.ParameterError, match="highest must be a whole number") as refused:
        app.jobs.start(project, "k-curve", {"highest": "Ana García"})

    assert "Ana" not in str(refused.value)
    assert app.jobs.list(project) == []


def test_an_unexpected_error_tells_no_value(app, project, monkeypatch):
    monkeypatch.setattr(jobs, "WORKER", "tests.unit.service.failing_worker")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    job = app.jobs.start(project, "k-curve")

    ended = app.jobs.wait(project, job.id)

    assert ended.state is JobState.FAILED
    assert ended.error == "Unexpected"
    assert "Ana" not in json.dumps({"m": ended.message.text("en")})


def test_secrets_go_to_no_file(app, project):
    project.password = "geheim"
    job = app.jobs.start(project, "profile", key=b"pseudonyms")

    assert app.jobs.wait(project, job.id).state is JobState.DONE

    for path in project.folder.rglob("*"):
        if path.is_file():
            assert b"geheim" not in path.read_bytes()
            assert b"pseudonyms".hex().encode() not in path.read_bytes()


@pytest.mark.parametrize("name", ["../../../project.db", "project.db", "..", "", "/etc/passwd"])
def test_only_files_that_the_job_made_are_given(app, project, name):
    job = app.jobs.start(project, "profile")
    app.jobs.wait(project, job.id)

    with pytest.raises(NotFoundError):
        app.jobs.file(project, job.id, name)
    with pytest.raises(NotFoundError):
        app.jobs.get(project, name)


def test_an_unknown_kind_is_refused(app, project):
    with pytest.raises(celosia.ParameterError, match="There are: profile"):
        app.jobs.start(project, "rm")


def test_a_result_of_another_version_is_to_be_made_again(app, project):
    job = app.jobs.wait(project, app.jobs.start(project, "profile").id)
    project.state.write("UPDATE jobs SET shape = ? WHERE id = ?", SHAPE - 1, job.id)

    assert not job.outdated
    assert app.jobs.get(project, job.id).outdated
    with pytest.raises(ConflictError, match="make it again"):
        app.jobs.result(project, job.id)
