"""Everything that a shell needs to serve projects, opened and closed together."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType

import celosia
from celosia.core.registry import check_languages
from celosia.text.messages import Message
from celosia.web.service.candidate_file import CANDIDATES, CandidateLattice
from celosia.web.service.job_folder import Job, JobFolder
from celosia.web.service.jobs import Jobs
from celosia.web.service.project_files import Limits, keep_folder, make_private_folder
from celosia.web.service.projects import PROJECTS, MayBeLeft, Project, ProjectStore, home_of
from celosia.web.service.row_grid import Readers
from celosia.web.service.service_errors import NotFoundError
from celosia.web.service.shelter import Shelter


@dataclass(frozen=True, slots=True)
class Finished:
    """What is said when a project is over: what was reached, and what cannot be."""

    files: int
    """How many files were erased."""
    left: MayBeLeft = field(default_factory=MayBeLeft)

    def text(self, language: celosia.Language) -> str:
        """Say it."""
        said = [Message("service.erased"), *self.left.messages]
        return " ".join(sentence.text(language) for sentence in said)


class App:
    """The projects, their jobs and their open tables; one process has it at a time."""

    def __init__(
        self,
        folder: Path | None = None,
        limits: Limits | None = None,
        workers: int | None = None,
    ) -> None:
        check_languages()
        home = home_of(folder)
        self._kept = keep_folder(make_private_folder(home / PROJECTS))
        self.shelter = Shelter(home)
        self.working = self.shelter.folder()
        """For temporary files of this process; what a killed one left there is erased."""
        self.store = ProjectStore(home, limits, self.shelter)
        self.store.sweep()
        self.readers = Readers(self.shelter)
        self.jobs = Jobs(self.shelter, workers, self._adopt)
        self.jobs.resume(self.store.projects())

    def __enter__(self) -> App:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop all jobs and close all tables; the projects stay where they are."""
        self.jobs.close()
        self.readers.close()
        self.store.close()
        self.shelter.close()
        self._kept.release()

    def finish(self, project: Project) -> Finished:
        """Erase everything of a project, check that nothing is left, and say so."""
        self.jobs.stop(project)
        self.readers.forget(project)
        left = project.what_may_be_left()
        files = project.finish()
        self.store.forget(project)
        return Finished(files, left)

    def lattice(self, project: Project, job: str) -> CandidateLattice:
        """Open what a search for candidates found."""
        if self.jobs.get(project, job).kind != "candidates":
            raise NotFoundError("service.job-looks-no-candidates")
        found = self.jobs.result(project, job)
        return CandidateLattice(found, self.jobs.file(project, job, CANDIDATES).read_bytes())

    def _adopt(self, project: Project, job: Job) -> None:
        """Take the recipe that a profile proposes into the version that it was asked for."""
        if job.kind != "profile":
            return
        before = project.recipe(job.recipe_version)
        proposed = JobFolder.find(project, job.id).file("recipe.toml")
        found = celosia.Recipe.from_toml(proposed.read_text())
        schema = found.schema.override(before.schema)
        reading = replace(before.reading, missing=found.reading.missing)
        whole = replace(found, reading=reading, schema=schema)
        project.complete_recipe(job.recipe_version, whole)
