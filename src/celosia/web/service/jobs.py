"""Long work in other processes: begun, watched, stopped, and never lost without a word."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import celosia
from celosia.text.messages import Message
from celosia.web.service.job_folder import Job, JobFolder, JobState, SealedFile
from celosia.web.service.projects import Project
from celosia.web.service.service_errors import ConflictError
from celosia.web.service.shelter import Shelter
from celosia.web.service.work import JOB_KINDS, to_json

LOG = logging.getLogger("celosia.jobs")
DIED = Message("service.died")
STOPPED = Message("service.stopped")
NEEDS_SECRET = Message("service.needs-secret-again")
RETRIES = 1
"""How often work is begun anew whose process was killed: by hand, by a restart, for want of memory.
What dies twice would die again."""
WORKER = "celosia.web.service.worker"
GRACE = 0.5
"""Seconds that a cancelled job gets to put its things in order: 100 MB of files are
erased in 0.02 s."""
GRACE_ON_SERVER = 10.0
"""The same when there are working tables on a database server to drop: as long as one
waits for a server that does not answer."""


class Jobs:
    """Runs jobs of any project, each in a process of its own, a few at a time."""

    def __init__(
        self,
        shelter: Shelter,
        workers: int | None = None,
        when_done: Callable[[Project, Job], None] = lambda project, job: None,
    ) -> None:
        self._shelter = shelter
        self._when_done = when_done
        self._queue: SimpleQueue[tuple[Project, JobFolder, dict[str, str]] | None] = SimpleQueue()
        self._alive: dict[Path, JobState] = {}
        self._processes: dict[Path, subprocess.Popen[bytes]] = {}
        self._changed = threading.Condition()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._serve, daemon=True, name=f"celosia-jobs-{number}")
            for number in range(workers or max(1, (os.cpu_count() or 2) - 1))
        ]
        for thread in self._threads:
            thread.start()

    def start(
        self,
        project: Project,
        kind: str,
        options: Mapping[str, Any] | None = None,
        key: bytes | None = None,
        vault: bytes | None = None,
    ) -> Job:
        """Begin a job on the current recipe, and return at once.

        Parameters
        ----------
        kind
            One of `JOB_KINDS`.
        key
            The secret of techniques that need one; it goes to the process and to no file.
        vault
            The secret of the vault that keeps who is behind each pseudonym, if there is to be one.
        """
        asked = to_json(JOB_KINDS[kind].read_options(options or {}))
        version, source = project.present()
        given = {
            "password": project.password_of(source),
            "key": key and key.hex(),
            "vault": vault and vault.hex(),
        }
        secrets = {name: secret for name, secret in given.items() if secret}
        with self._changed:
            if self._closed:
                raise ConflictError("service.server-closing")
            folder = JobFolder.begin(project, kind, asked, version, source, tuple(secrets))
            self._alive[folder.path] = JobState.QUEUED
        self._queue.put((project, folder, secrets))
        return self._read(folder)

    def resume(self, projects: Iterable[Project]) -> None:
        """Go on with what an earlier server was asked for and did not come to the end of.

        What waited is begun; what ran is tried once more. What needs a secret is told to need it
        again: secrets are in memory alone.
        """
        found = [(project, *each) for project in projects for each in JobFolder.unfinished(project)]
        for project, folder, row in sorted(found, key=lambda each: float(each[2]["created"])):
            if folder.has_result:
                self._end(project, folder, 0)
            elif json.loads(row["needs"]):
                self._give_up(folder, NEEDS_SECRET, "SecretNeeded")
            elif row["attempts"] > RETRIES:
                self._give_up(folder, DIED, "Died")
            else:
                self._alive[folder.path] = JobState.QUEUED
                self._queue.put((project, folder, {}))

    def get(self, project: Project, identifier: str) -> Job:
        """Tell how a job stands."""
        return self._read(JobFolder.find(project, identifier))

    def list(self, project: Project, kind: str | None = None) -> list[Job]:
        """List the jobs on the project's present table, the newest first."""
        source = project.source
        found = JobFolder.all(project, source.id, kind) if source else []
        return [self._read(folder, row) for folder, row in found]

    def latest(self, project: Project, kind: str, done: bool = True) -> Job | None:
        """Give the newest job of a kind: the newest that is done, unless told otherwise."""
        found = self.list(project, kind)
        return next((job for job in found if not done or job.state is JobState.DONE), None)

    def result(self, project: Project, identifier: str) -> dict[str, Any]:
        """Give the result of a job that is done."""
        folder = JobFolder.find(project, identifier)
        if self._read(folder).state is not JobState.DONE:
            raise ConflictError("service.job-no-result-not-done")
        return folder.result()

    def file(self, project: Project, identifier: str, name: str) -> SealedFile:
        """Find a file that a job made."""
        folder = JobFolder.find(project, identifier)
        if self._read(folder).state is not JobState.DONE:
            raise ConflictError("service.job-no-files-not-done")
        return folder.file(name)

    def cancel(self, project: Project, identifier: str) -> Job:
        """Stop a job; one that has ended stays as it is."""
        folder = JobFolder.find(project, identifier)
        with self._changed:
            if folder.path in self._alive and not folder.is_ended:
                folder.end(JobState.CANCELLED, STOPPED, None)
                self._changed.notify_all()
            process = self._processes.get(folder.path)
        if process is not None:
            grace = GRACE_ON_SERVER if folder.request["on_server"] else GRACE
            process.terminate()
            timer = threading.Timer(grace, process.kill)
            timer.daemon = True
            timer.start()
        return self._read(folder)

    def wait(self, project: Project, identifier: str, seconds: float = 60.0) -> Job:
        """Wait until a job has ended and nothing of it runs any more; for scripts and tests."""
        folder = JobFolder.find(project, identifier)
        with self._changed:
            if not self._changed.wait_for(lambda: folder.path not in self._alive, seconds):
                raise ConflictError("service.job-not-ended-within-seconds", seconds=seconds)
        return self._read(folder)

    def stop(self, project: Project) -> None:
        """End all jobs of a project, and wait until their processes are gone."""
        mine = [path for path in list(self._alive) if path.parent.parent == project.folder]
        for path in mine:
            self.cancel(project, path.name)
        for path in mine:
            self.wait(project, path.name)

    def close(self) -> None:
        """End all jobs at once; the next server goes on with them."""
        with self._changed:
            self._closed = True
            processes = list(self._processes.values())
        for process in processes:
            process.kill()
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join()

    def _read(self, folder: JobFolder, row: Any = None) -> Job:
        """Give a job as it stands; one that nobody works on any more is found as failed."""
        with self._changed:
            row, alive = row or folder.row(), self._alive.get(folder.path)
            if row["state"] is None and alive is None:
                row = folder.row()  # it may have ended since it was read
            if row["state"] is None and alive is None:
                self._give_up(folder, DIED, "Died")
                row = folder.row()
            return folder.read_row(row, alive)

    def _serve(self) -> None:
        while (task := self._queue.get()) is not None:
            project, folder, secrets = task
            try:
                while self._run(project, folder, secrets):
                    LOG.warning("Job %s died, and is tried once more.", folder.id)
            except (celosia.CelosiaError, OSError) as wrong:  # found as failed when it is asked for
                LOG.error("Job %s was not kept in order: %s.", folder.id, type(wrong).__name__)
            finally:
                with self._changed:
                    self._processes.pop(folder.path, None)
                    self._alive.pop(folder.path, None)
                    self._changed.notify_all()

    def _run(self, project: Project, folder: JobFolder, secrets: dict[str, str]) -> bool:
        """Let a process do the work; tell whether it died and another one is to try."""
        with self._changed:
            if folder.is_ended:
                folder.clean()
            if self._closed or folder.is_ended:
                return False
            folder.count_attempt()
            place = self._shelter.folder(project.size_at(folder.request["recipe_version"]))
            if self._shelter.is_on_disk(place):
                project.note_on_disk()
            process = _process(project, folder, place)
            self._alive[folder.path] = JobState.RUNNING
            self._processes[folder.path] = process
        assert process.stdin is not None
        with suppress(BrokenPipeError):  # it died already, and that is found below
            process.stdin.write(json.dumps(secrets).encode() + b"\n")
            process.stdin.flush()
        status = process.wait()
        with suppress(BrokenPipeError):
            process.stdin.close()
        self._shelter.remove(place)
        with self._changed:
            died = not (status == 0 or folder.is_ended or folder.complaint)
            if died and self._closed:
                folder.count_attempt(-1)  # it was stopped, and did not fail
                return False
            if died and folder.row()["attempts"] <= RETRIES:
                return True
        self._end(project, folder, status)
        return False

    def _give_up(self, folder: JobFolder, message: Message, error: str) -> None:
        folder.end(JobState.FAILED, message, error)
        folder.clean()

    def _end(self, project: Project, folder: JobFolder, status: int) -> None:
        """Write how a job ended, unless that was written when it was cancelled.

        What comes of it is seen to first: whoever sees it done sees that too.
        """
        came_to_its_end = status == 0 and folder.has_result and not folder.is_ended
        if came_to_its_end:
            self._when_done(project, folder.read(JobState.RUNNING))
        with self._changed:
            done = came_to_its_end and not folder.is_ended
            if done:
                folder.end(JobState.DONE, None, None)
            elif not folder.is_ended:
                error, message = folder.complaint or ("Died", DIED)
                folder.end(JobState.FAILED, message, error)
            if not done:
                folder.clean()


def _process(project: Project, folder: JobFolder, place: Path) -> subprocess.Popen[bytes]:
    """Start the process; its pipe stays open as long as this one lives, so it never outlives it."""
    environment = {
        **os.environ,
        **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(place)),
        "OPENBLAS_NUM_THREADS": "1",
    }
    return subprocess.Popen(
        [sys.executable, "-P", "-m", WORKER, str(project.folder), folder.id, str(place)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=place,
        env=environment,
    )
