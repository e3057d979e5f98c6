"""Releases and reports: the jobs that people ask for by name."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response, StreamingResponse

from celosia.shells.rest.asked_jobs import Anonymize, Report
from celosia.shells.rest.datasets import rows_of
from celosia.shells.rest.depends import JobId, Limit, Offset, TheApp, TheProject
from celosia.shells.rest.hierarchies import download
from celosia.shells.rest.jobs import GIVES_FILE, begin
from celosia.shells.rest.shapes import JobShape, Language, Rows
from celosia.shells.service import App, NotFoundError, Project, escaped_csv

router = APIRouter(prefix="/projects/{project}")
SANDBOXED = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'unsafe-inline'; "
    "sandbox allow-scripts"
)
GIVES_PAGE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/html": {"schema": {"type": "string"}}}}
}


@router.post("/releases", status_code=202, tags=["releases"])
def publish(app: TheApp, project: TheProject, asked: Anonymize) -> JobShape:
    """Begin to make a release: the best generalization, a chosen one, or groups."""
    return begin(app, project, asked)


@router.get("/releases", tags=["releases"])
def list_releases(app: TheApp, project: TheProject, language: Language = "en") -> list[JobShape]:
    """List the jobs that made or make releases, the newest first."""
    return [JobShape(**job.to_dict(language)) for job in app.jobs.list(project, "anonymize")]


@router.get("/releases/{job}/rows", tags=["releases"])
def show_release(
    app: TheApp,
    project: TheProject,
    job: JobId,
    offset: Offset = 0,
    limit: Limit = 100,
    sort: str | None = None,
    descending: bool = False,
) -> Rows:
    """Give rows of a release."""
    _release(app, project, job)
    return rows_of(app.readers.page(project, job, offset, limit, sort, descending))


@router.get(
    "/releases/{job}/file", tags=["releases"], response_class=Response, responses=GIVES_FILE
)
def give_release(
    app: TheApp, project: TheProject, job: JobId, escape_formulas: bool = False
) -> Response:
    """Give the released file.

    With `escape_formulas` it is CSV in which no cell can be taken for a formula by a spreadsheet
    program; the certificate is about the file without it.
    """
    told = _release(app, project, job)
    if escape_formulas:
        blocks = escaped_csv(app.readers, project, job)
        return StreamingResponse(blocks, media_type="text/csv", headers=download("release.csv"))
    path = app.jobs.file(project, job, told["file"])
    return FileResponse(path, media_type="application/octet-stream", headers=download(path.name))


@router.get("/releases/{job}/certificate", tags=["releases"])
def give_certificate(app: TheApp, project: TheProject, job: JobId) -> FileResponse:
    """Give the certificate of a release."""
    path = app.jobs.file(project, job, _release(app, project, job)["certificate"])
    return FileResponse(path, media_type="application/json")


@router.post("/reports", status_code=202, tags=["reports"])
def write_report(app: TheApp, project: TheProject, asked: Report) -> JobShape:
    """Begin to write the page about a release."""
    return begin(app, project, asked)


@router.get("/reports/{job}", tags=["reports"], response_class=HTMLResponse, responses=GIVES_PAGE)
def give_report(app: TheApp, project: TheProject, job: JobId) -> FileResponse:
    """Give the page about a release."""
    path = app.jobs.file(project, job, "report.html")
    headers = {"Content-Security-Policy": SANDBOXED}
    return FileResponse(path, media_type="text/html", headers=headers)


def _release(app: App, project: Project, job: str) -> dict[str, Any]:
    """Make sure that a job made a release, and give its result."""
    if app.jobs.get(project, job).kind != "anonymize":
        raise NotFoundError("rest.job-makes-no-release")
    return app.jobs.result(project, job)
