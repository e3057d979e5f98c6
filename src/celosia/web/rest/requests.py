"""What routes ask for: the app, the project of the path, a body that is a file."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request

import celosia
from celosia.web.service import App, Project, TooLargeError
from celosia.web.service.project_files import in_megabytes


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


def file_body(media: str, description: str) -> dict[str, Any]:
    """Document a body that is a file."""
    content = {media: {"schema": {"type": "string", "format": "binary"}}}
    return {
        "requestBody": {"required": True, "description": description, "content": content},
    }


async def small_file(request: Request, most: int) -> bytes:
    """Read a small file into memory."""
    content = bytearray()
    async for block in request.stream():
        content += block
        if len(content) > most:
            raise TooLargeError("rest.file-larger", most=in_megabytes(most))
    return bytes(content)


def as_text(content: bytes) -> str:
    """Read text in UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise celosia.DataError("rest.text-not-utf-8") from None
