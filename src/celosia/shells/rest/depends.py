"""What routes ask for: the desk, and the project of the path."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query, Request

from celosia.shells.service import Desk, Project


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def _project(
    desk: Annotated[Desk, Depends(_desk)],
    project: Annotated[str, Path(description="The project's identifier")],
) -> Project:
    return desk.store.get(project)


TheDesk = Annotated[Desk, Depends(_desk)]
TheProject = Annotated[Project, Depends(_project)]
JobId = Annotated[str, Path(description="The job's identifier")]
Column = Annotated[str, Query(description="The column's name")]
Offset = Annotated[int, Query(ge=0, le=1 << 40)]
Limit = Annotated[int, Query(ge=0, le=10_000)]
