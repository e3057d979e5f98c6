"""Results of jobs, and whether they still fit what was decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from celosia.shells.service import App, Job, JobState, Project


@dataclass(frozen=True, slots=True)
class Result:
    """What a job found."""

    job: Job
    told: dict[str, Any]
    fresh: bool
    """Whether no decision was taken since."""


def newest(app: App, project: Project, kind: str) -> Result | None:
    """Give the newest result of a kind, if there is any for this table."""
    job = app.jobs.latest(project, kind)
    if job is None or job.outdated:
        return None
    fresh = job.recipe_version == project.history.current
    return Result(job, app.jobs.result(project, job.id), fresh)


def profile_of(app: App, project: Project) -> Result | None:
    """Give what was found of the columns for the present decisions: what was undone is not it."""
    past = project.history.past
    for job in _readable(app, project, "profile"):
        if job.recipe_version in past:
            return Result(job, app.jobs.result(project, job.id), fresh=True)
    return None


def about(app: App, project: Project, kind: str, release: str) -> Result | None:
    """Give the newest result of a kind that is about a certain release."""
    for job in _readable(app, project, kind):
        if job.options.get("release") == release:
            return Result(job, app.jobs.result(project, job.id), fresh=True)
    return None


def any_outdated(app: App, project: Project, kinds: Iterable[str]) -> bool:
    """Tell whether the newest result of a kind is one that this version cannot read."""
    latest = [app.jobs.latest(project, kind) for kind in kinds]
    return any(job is not None and job.outdated for job in latest)


def _readable(app: App, project: Project, kind: str) -> list[Job]:
    jobs = app.jobs.list(project, kind)
    return [job for job in jobs if job.state is JobState.DONE and not job.outdated]
