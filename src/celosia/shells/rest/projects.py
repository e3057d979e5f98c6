"""Projects: begin, look at, remember, finish."""

from __future__ import annotations

from fastapi import APIRouter

from celosia.shells.rest.depends import TheApp, TheProject
from celosia.shells.rest.shapes import (
    Erased,
    Language,
    NewProject,
    Notes,
    ProjectShape,
    SourceShape,
)
from celosia.shells.service import Project

router = APIRouter(tags=["projects"])


@router.get("/projects")
def list_projects(app: TheApp) -> list[ProjectShape]:
    """List the projects, the newest first."""
    return [_shape(project) for project in app.store.projects()]


@router.post("/projects", status_code=201)
def begin_project(app: TheApp, new: NewProject) -> ProjectShape:
    """Begin a project."""
    return _shape(app.store.create(new.name))


@router.get("/projects/{project}")
def show_project(project: TheProject) -> ProjectShape:
    """Tell how a project stands."""
    return _shape(project)


@router.patch("/projects/{project}/notes")
def remember(project: TheProject, notes: Notes) -> ProjectShape:
    """Remember something for the next visit: the step, the language."""
    project.note(**notes.notes)
    return _shape(project)


@router.delete("/projects/{project}")
def finish_project(app: TheApp, project: TheProject, language: Language = "en") -> Erased:
    """Erase everything of a project, and check that nothing is left."""
    finished = app.finish(project)
    return Erased(files=finished.files, message=finished.message.text(language))


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
