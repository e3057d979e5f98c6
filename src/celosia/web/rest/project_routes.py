"""Projects and their tables: begin, give a table, look at it page by page, finish."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool

import celosia
from celosia.text.languages import ENGLISH
from celosia.text.messages import Message
from celosia.web.rest.shapes import (
    AddressGiven,
    ColumnAsked,
    ErasedShape,
    Language,
    Limit,
    NewProject,
    NotesGiven,
    Offset,
    ProjectShape,
    RowsShape,
    SourceShape,
    TheApp,
    TheProject,
    ValuesShape,
    file_body,
)
from celosia.web.service import Project, Receiving, shown_name, take_population
from celosia.workflow.read import Page

project_router = APIRouter(tags=["projects"])


@project_router.get("/projects")
def list_projects(app: TheApp) -> list[ProjectShape]:
    """List the projects, the newest first."""
    return [_shape(project) for project in app.store.projects()]


@project_router.post("/projects", status_code=201)
def begin_project(app: TheApp, new: NewProject) -> ProjectShape:
    """Begin a project."""
    return _shape(app.store.create(new.name))


@project_router.get("/projects/{project}")
def show_project(project: TheProject) -> ProjectShape:
    """Tell how a project stands."""
    return _shape(project)


@project_router.patch("/projects/{project}/notes")
def remember(project: TheProject, notes: NotesGiven) -> ProjectShape:
    """Remember something for the next visit: the step, the language."""
    project.note(**notes.notes)
    return _shape(project)


@project_router.delete("/projects/{project}")
def finish_project(app: TheApp, project: TheProject, language: Language = "en") -> ErasedShape:
    """Erase everything of a project, and check that nothing is left."""
    finished = app.finish(project)
    return ErasedShape(files=finished.files, message=finished.text(language))


def _shape(project: Project) -> ProjectShape:
    source, history = project.source, project.history
    return ProjectShape(
        id=project.id,
        name=project.name,
        created=project.created,
        source=SourceShape(name=source.name, is_file=source.is_file) if source else None,
        notes=project.notes,
        recipe_version=history.current,
        can_undo=history.can_undo,
        can_redo=history.can_redo,
    )


dataset_router = APIRouter(prefix="/projects/{project}", tags=["datasets"])
TABLE = file_body(
    "application/octet-stream",
    Message("rest.described-table-file", formats=celosia.FILE_FORMATS.titles(ENGLISH)),
)


@dataset_router.put("/dataset", openapi_extra=TABLE)
async def upload_dataset(
    request: Request,
    app: TheApp,
    project: TheProject,
    name: Annotated[str, Query(max_length=1000)] = "table",
) -> SourceShape:
    """Upload the table as the body of the request; it is written as it arrives.

    The name is only shown. What would be too large once unpacked is refused.
    """
    upload = await _receive(request, project)
    source = await run_in_threadpool(project.take_received, upload, name)
    await run_in_threadpool(app.readers.forget, project)
    return SourceShape(name=source.name, is_file=True)


@dataset_router.put("/population", openapi_extra=TABLE)
async def upload_population(
    request: Request,
    project: TheProject,
    name: Annotated[str, Query(max_length=1000)] = "population",
) -> SourceShape:
    """Upload a table of the people from whom the records were drawn, for k-map and δ-presence.

    It needs the quasi-identifiers of the table, by the same names; the recipe names it from now on.
    """
    upload = await _receive(request, project)
    shown = await run_in_threadpool(take_population, project, upload, shown_name(name))
    return SourceShape(name=shown, is_file=True)


async def _receive(request: Request, project: Project) -> Receiving:
    """Write the body of a request as it arrives."""
    upload = await run_in_threadpool(project.begin_upload)
    try:
        async for block in request.stream():
            await run_in_threadpool(upload.write, block)
    except BaseException:
        upload.discard()
        raise
    return upload


@dataset_router.put("/database")
def name_database(app: TheApp, project: TheProject, given: AddressGiven) -> SourceShape:
    """Name a table of a database server; it stays there."""
    source = project.connect(given.address, given.password)
    app.readers.forget(project)
    return SourceShape(name=source.name, is_file=False)


@dataset_router.get("/dataset/rows")
def show_rows(
    app: TheApp,
    project: TheProject,
    offset: Offset = 0,
    limit: Limit = 100,
    sort: str | None = None,
    descending: bool = False,
) -> RowsShape:
    """Give rows of the table as they stand, in the order of the file or sorted."""
    page = app.readers.page(project, "source", offset, limit, sort, descending)
    return rows_of(page)


@dataset_router.get("/dataset/values")
def show_values(
    app: TheApp,
    project: TheProject,
    column: ColumnAsked,
    most: Annotated[int, Query(ge=1, le=1000)] = 50,
) -> ValuesShape:
    """Give the most frequent values of a column."""
    counts = app.readers.values(project, column)
    ranked = sorted(
        (
            (count, value)
            for value, count in zip(counts.values, counts.counts, strict=True)
            if value is not None
        ),
        key=lambda pair: (-pair[0], pair[1]),
    )[:most]
    return ValuesShape(
        column=column,
        distinct=len(counts.texts),
        nulls=counts.nulls,
        records=counts.records,
        values=[value for _, value in ranked],
        counts=[count for count, _ in ranked],
    )


def rows_of(page: Page) -> RowsShape:
    """Give a page as JSON holds it."""
    return RowsShape(
        columns=list(page.columns),
        rows=[list(row) for row in page.rows],
        offset=page.offset,
        records=page.records,
        sampled=page.sampled,
    )
