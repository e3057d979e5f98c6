"""What routes ask for: the app, and the project of the path."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query, Request

from celosia.shells.service import App, Project


def _app(request: Request) -> App:
    app: App = request.app.state.app
    return app


def _project(
    app: Annotated[App, Depends(_app)],
    project: Annotated[str, Path(description="The project's identifier")],
) -> Project:
    return app.store.get(project)


TheApp = Annotated[App, Depends(_app)]
TheProject = Annotated[Project, Depends(_project)]
JobId = Annotated[str, Path(description="The job's identifier")]
Column = Annotated[str, Query(description="The column's name")]
Offset = Annotated[int, Query(ge=0, le=1 << 40)]
Limit = Annotated[int, Query(ge=0, le=10_000)]
