"""Errors as application/problem+json (RFC 9457), without raw values and without traces."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import JSONResponse, Response

import celosia
from celosia.text.languages import ENGLISH, Language, is_spoken, languages, nearest_language
from celosia.text.messages import Message, verbatim
from celosia.web.rest.wrong_fields import wrong_fields
from celosia.web.service import ConflictError, NotFoundError, TooLargeError

MEDIA = "application/problem+json"
STATUS: tuple[tuple[type[Exception], int], ...] = (
    (NotFoundError, 404),
    (ConflictError, 409),
    (TooLargeError, 413),
    (celosia.CelosiaError, 422),
)
"""The first that fits decides."""
TITLES = {
    400: Message("rest.title-400"),
    401: Message("rest.title-401"),
    403: Message("rest.title-403"),
    404: Message("rest.title-404"),
    405: Message("rest.title-405"),
    409: Message("rest.title-409"),
    413: Message("rest.title-413"),
    422: Message("rest.title-422"),
    500: Message("rest.title-500"),
}
DETAILS = {
    400: Message("rest.not-json"),
    404: Message("rest.nothing-here"),
    405: Message("rest.not-this-method"),
}


DEEPEST = 3
"""Parts of a field's place that are told; below them are names that the caller made up."""


class FieldProblem(BaseModel):
    """What is wrong with one field of a request."""

    field: str
    code: str
    """A word that stays, for programs: `missing`, `too-low`, `wrong-type` …"""
    detail: str


class Problem(BaseModel):
    """What went wrong, and what to do."""

    model_config = ConfigDict(extra="allow")

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    error: str | None = None
    """The kind of error, by its name in the library."""
    wrong: list[FieldProblem] | None = None
    """The fields that are wrong, where that is what went wrong."""
    es: str | None = None
    """The detail in Spanish; further languages have their code as name."""


def problem(
    status: int,
    detail: Message,
    error: str | None = None,
    language: Language = ENGLISH,
    wrong: list[FieldProblem] | None = None,
) -> JSONResponse:
    """Write an answer that says what went wrong: as was asked for, and in every language."""
    title = TITLES[status].text(language) if status in TITLES else HTTPStatus(status).phrase
    others = {code: detail.text(code) for code in languages() if code != ENGLISH}
    said = detail.text(language)
    content = Problem(title=title, status=status, detail=said, error=error, wrong=wrong, **others)
    headers = {"Content-Language": language, "Vary": "Accept-Language"}
    return JSONResponse(content.model_dump(), status, headers, media_type=MEDIA)


def asked_language(request: HTTPConnection) -> Language:
    """Give the first language of `Accept-Language` that there is; English for whoever asks none."""
    asked = request.headers.get("accept-language", "").split(",")
    codes = (each.partition(";")[0].strip() for each in asked)
    return next((nearest_language(code) for code in codes if is_spoken(code)), ENGLISH)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Document answers of a route."""
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        status: {"description": str(TITLES[status]), "content": {MEDIA: {"schema": schema}}}
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
    return problem(status, error.message, type(error).__name__, asked_language(request))


def _invalid(request: Request, error: Exception) -> Response:
    """Name the fields that are wrong, and not what was in them."""
    assert isinstance(error, RequestValidationError)
    language = asked_language(request)
    found = wrong_fields(error.errors(), DEEPEST)
    told = [
        FieldProblem(field=each.field, code=each.code, detail=each.why.text(language))
        for each in found
    ]
    said = Message("rest.wrong-or-missing", fields=[each.told for each in found])
    return problem(422, said, language=language, wrong=told)


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail = DETAILS.get(error.status_code, verbatim(""))
    answer = problem(error.status_code, detail, language=asked_language(request))
    answer.headers.update(error.headers or {})
    return answer


def _cut(request: Request, error: Exception) -> Response:
    return problem(413, Message("rest.too-large-or-cut"), language=asked_language(request))
