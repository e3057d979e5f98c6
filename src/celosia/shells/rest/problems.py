"""Errors as application/problem+json (RFC 9457), without raw values and without traces."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response

import celosia
from celosia.shells.service import ConflictError, NotFoundError, TooLargeError

MEDIA = "application/problem+json"
STATUS: tuple[tuple[type[Exception], int], ...] = (
    (NotFoundError, 404),
    (ConflictError, 409),
    (TooLargeError, 413),
    (celosia.CelosiaError, 422),
)
"""The first that fits decides."""
TITLES = {
    400: "The request cannot be read",
    401: "Nobody we know",
    403: "Not from here",
    404: "Not found",
    405: "Not that way",
    409: "It does not fit the present state",
    413: "Too large",
    422: "It cannot be done as asked",
    500: "A defect of Celosía",
}


class Problem(BaseModel):
    """What went wrong, and what to do."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    error: str | None = None
    """The kind of error, by its name in the library."""
    es: str | None = None
    """The detail in Spanish, of errors of the library."""


def problem(
    status: int, detail: str, error: str | None = None, es: str | None = None
) -> JSONResponse:
    """Write an answer that says what went wrong."""
    title = TITLES.get(status, HTTPStatus(status).phrase)
    content = Problem(title=title, status=status, detail=detail, error=error, es=es)
    return JSONResponse(content.model_dump(), status, media_type=MEDIA)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Document answers of a route."""
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        status: {"description": TITLES[status], "content": {MEDIA: {"schema": schema}}}
        for status in statuses
    }


ANYWHERE = documented(400, 401, 403, 404, 405, 409, 413, 422, 500)
"""What every route may answer."""


def install(api: FastAPI) -> None:
    """Answer errors of every kind alike."""
    api.add_exception_handler(celosia.CelosiaError, _known)
    api.add_exception_handler(RequestValidationError, _invalid)
    api.add_exception_handler(HTTPException, _http)
    api.add_exception_handler(ClientDisconnect, _cut)


def _known(request: Request, error: Exception) -> Response:
    assert isinstance(error, celosia.CelosiaError)
    status = next(status for kind, status in STATUS if isinstance(error, kind))
    return problem(status, str(error), type(error).__name__, error.text("es"))


def _invalid(request: Request, error: Exception) -> Response:
    """Name the fields that are wrong, and not what was in them."""
    assert isinstance(error, RequestValidationError)
    wrong = sorted({".".join(map(str, one["loc"][:3])) for one in error.errors()})
    kinds = sorted({str(one["type"]) for one in error.errors()})
    return problem(422, f"Wrong or missing: {', '.join(wrong)} ({', '.join(kinds)}).")


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    details = {
        400: "The body is not valid JSON.",
        404: "There is nothing at this path.",
        405: "The path does not take this method.",
    }
    answer = problem(error.status_code, details.get(error.status_code, ""))
    answer.headers.update(error.headers or {})
    return answer


def _cut(request: Request, error: Exception) -> Response:
    return problem(413, "The request is too large, or it was cut.")
