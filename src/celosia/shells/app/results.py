"""Results of jobs, and whether they still fit what was decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from celosia.shells.service import Desk, Job, JobState, Project


@dataclass(frozen=True, slots=True)
class Result:
    """What a job found."""

    job: Job
    told: dict[str, Any]
    fresh: bool
    """Whether no decision was taken since."""


def newest(desk: Desk, project: Project, kind: str) -> Result | None:
    """Give the newest result of a kind, if there is any for this table."""
    if project.history.current is None:
        return None
    job = desk.jobs.latest(project, kind)
    if job is None or job.outdated or not _of_this_table(project, job):
        return None
    fresh = job.recipe_version == project.history.current
    return Result(job, desk.jobs.result(project, job.id), fresh)


def profile_of(desk: Desk, project: Project) -> Result | None:
    """Give what was found of the columns for the present decisions: what was undone is not it."""
    present = project.history.current
    for job in _readable(desk, project, "profile"):
        if present and (job.recipe_version or 0) <= present:
            return Result(job, desk.jobs.result(project, job.id), fresh=True)
    return None


def about(desk: Desk, project: Project, kind: str, release: str) -> Result | None:
    """Give the newest result of a kind that is about a certain release."""
    for job in _readable(desk, project, kind):
        if job.options.get("release") == release:
            return Result(job, desk.jobs.result(project, job.id), fresh=True)
    return None


def any_outdated(desk: Desk, project: Project, kinds: Iterable[str]) -> bool:
    """Tell whether the newest result of a kind is one that this version cannot read."""
    latest = [desk.jobs.latest(project, kind) for kind in kinds]
    return any(job is not None and job.outdated for job in latest)


def _readable(desk: Desk, project: Project, kind: str) -> list[Job]:
    jobs = desk.jobs.list(project, kind)
    return [job for job in jobs if job.state is JobState.DONE and not job.outdated]


def _of_this_table(project: Project, job: Job) -> bool:
    """A profile is made before the first version; other results belong to a version."""
    versions = project.history.versions
    return job.recipe_version is None or job.recipe_version >= versions[0]
