"""Long work: begin, watch, stop, and take the result."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import FileResponse

from celosia.shells.rest.asked_jobs import AnyJob, Asked
from celosia.shells.rest.depends import JobId, TheApp, TheProject
from celosia.shells.rest.hierarchies import download
from celosia.shells.rest.shapes import JobShape, Language
from celosia.shells.service import App, Project

router = APIRouter(prefix="/projects/{project}", tags=["jobs"])
GIVES_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/octet-stream": {"schema": {"type": "string"}}}}
}


@router.post("/jobs", status_code=202)
def begin_job(app: TheApp, project: TheProject, asked: AnyJob) -> JobShape:
    """Begin a job on the current recipe; the answer comes at once."""
    return begin(app, project, asked)


@router.get("/jobs")
def list_jobs(
    app: TheApp, project: TheProject, kind: str | None = None, language: Language = "en"
) -> list[JobShape]:
    """List the jobs of a project, the newest first."""
    return [JobShape(**job.to_dict(language)) for job in app.jobs.list(project, kind)]


@router.get("/jobs/{job}")
def show_job(app: TheApp, project: TheProject, job: JobId, language: Language = "en") -> JobShape:
    """Tell how far a job is."""
    return JobShape(**app.jobs.get(project, job).to_dict(language))


@router.post("/jobs/{job}/cancel")
def cancel_job(app: TheApp, project: TheProject, job: JobId, language: Language = "en") -> JobShape:
    """Stop a job; one that has ended stays as it is."""
    return JobShape(**app.jobs.cancel(project, job).to_dict(language))


@router.get("/jobs/{job}/result")
def show_result(app: TheApp, project: TheProject, job: JobId) -> dict[str, Any]:
    """Give the result of a job that is done."""
    return app.jobs.result(project, job)


@router.get("/jobs/{job}/files/{name}", response_class=FileResponse, responses=GIVES_FILE)
def give_file(app: TheApp, project: TheProject, job: JobId, name: str) -> FileResponse:
    """Give a file that a job made."""
    path = app.jobs.file(project, job, name)
    return FileResponse(path, media_type="application/octet-stream", headers=download(path.name))


def begin(app: App, project: Project, asked: Asked) -> JobShape:
    """Begin what is asked for."""
    key, vault = asked.secret("key"), asked.secret("vault")
    job = app.jobs.start(project, asked.kind, asked.options(), key, vault)
    return JobShape(**job.to_dict())
