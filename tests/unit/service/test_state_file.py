"""One file holds the state of a project, and nobody can leave half of a change in it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from celosia.web.service import JobState, NotFoundError, Project
from celosia.web.service.project_files import Limits
from celosia.web.service.state_file import STATE

KILLED = """
import os, sys
from pathlib import Path
from celosia.web.service.project_key import ProjectKey
from celosia.web.service.state_file import StateFile
folder = Path(sys.argv[1])
with StateFile(folder, ProjectKey(folder)).transaction() as change:
    change.execute("UPDATE project SET name = 'half'")
    change.execute("DELETE FROM versions")
    os.kill(os.getpid(), 9)
"""


def test_a_process_that_is_killed_leaves_the_last_whole_state(project):
    before = project.recipe_text()

    subprocess.run([sys.executable, "-c", KILLED, project.folder], check=False)

    assert project.name == "pacientes"
    assert project.recipe_text() == before
    assert project.undo()  # and nobody keeps it from being changed


def test_what_fails_half_way_changes_nothing(project):
    before, version = project.recipe_text(), project.history

    def change(recipe):
        project.note(step="risk")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        project.change_recipe(change)

    assert (project.recipe_text(), project.history, project.notes) == (before, version, {})


def test_many_threads_and_processes_write_without_losing_anything(project):
    other = Project(project.folder, Limits())  # as another process has it

    def note(number):
        (project, other)[number % 2].note(**{f"n{number}": number})

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(note, range(40)))
    other.close()

    assert project.notes == {f"n{number}": number for number in range(40)}


def test_finish_leaves_neither_the_file_nor_its_log(app, project):
    project.note(step="risk")
    assert (project.folder / f"{STATE}-wal").exists()

    app.finish(project)

    assert not any(app.store.folder.rglob(f"*{STATE}*"))
    with pytest.raises(NotFoundError):
        project.note(step="goal")


def test_what_is_deleted_is_overwritten(project):
    project.note(secret="Ana García" * 50)
    project.note(secret=None)
    project.close()

    assert "Ana García".encode() not in (project.folder / STATE).read_bytes()


def test_a_project_closes_with_one_file_that_only_its_owner_reads(project):
    project.close()

    found = [path for path in project.folder.iterdir() if path.name.startswith(STATE)]
    assert [path.name for path in found] == [STATE]
    assert found[0].stat().st_mode & 0o777 == 0o600


def test_a_job_asks_the_state_a_few_times_and_not_a_hundred(app, project, monkeypatch):
    asked = []
    connect = sqlite3.connect

    def counted(*words, **named):
        made = connect(*words, **named)
        made.set_trace_callback(asked.append)
        return made

    project.close()
    monkeypatch.setattr(sqlite3, "connect", counted)

    job = app.jobs.wait(project, app.jobs.start(project, "candidates").id, 120)
    app.jobs.result(project, job.id)

    assert job.state is JobState.DONE
    reads = [said for said in asked if said.lstrip().startswith("SELECT")]
    assert len(reads) <= 15, reads
