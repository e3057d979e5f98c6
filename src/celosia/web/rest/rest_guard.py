"""What stands before every request: where it comes from, who asks, how large it is."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from html import escape
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message as ASGIMessage, Receive, Scope, Send

from celosia.text.languages import languages
from celosia.text.messages import Message
from celosia.web.rest.problem_details import asked_language, problem
from celosia.web.service.service_errors import place_of

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
FOREIGN = ("cross-site", "same-site")
"""What a browser calls requests from other hosts, and from other ports of this one."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks."""

    name: str


Authenticate: TypeAlias = Callable[[HTTPConnection], Caller | None]
"""Tells who asks, or None; a team's server brings its own."""


class TokenAuthentication:
    """Knows one person: whoever has the token of this start, as a header or as a cookie."""

    def __init__(self, token: str, name: str = "owner") -> None:
        self._token = token.encode()
        self._person = Caller(name)
        self.cookie = f"celosia_{sha256(self._token).hexdigest()[:8]}"
        """Its name differs from start to start, because ports of one host share their cookies."""

    def __call__(self, connection: HTTPConnection) -> Caller | None:
        """Compare in constant time."""
        kind, _, given = connection.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer":
            given = connection.cookies.get(self.cookie, "")
        return self._person if self.accepts(given) else None

    def accepts(self, given: str) -> bool:
        """Tell whether this is the token."""
        return compare_digest(given.encode(errors="replace"), self._token)


def refusal(connection: HTTPConnection, hosts: frozenset[str]) -> Message | None:
    """Say why a request is not from here; None when it is.

    A name that was made to point to this machine (DNS rebinding) is not among the hosts, and a
    page of another site is not the origin.
    """
    host = connection.headers.get("host", "")
    if _name_of(host) not in hosts:
        return Message("rest.not-this-host")
    origin = connection.headers.get("origin")
    if origin is not None and _authority(origin) != host.lower():
        return Message("rest.another-site")
    if connection.headers.get("sec-fetch-site") in FOREIGN and not _is_visit(connection):
        return Message("rest.another-site")
    return None


def _is_visit(connection: HTTPConnection) -> bool:
    """Tell whether somebody follows a link to a page, which changes nothing."""
    return (
        connection.scope["type"] == "http"
        and connection.scope["method"] == "GET"
        and connection.headers.get("sec-fetch-mode") == "navigate"
        and connection.headers.get("sec-fetch-dest") == "document"
        and not connection.url.path.startswith("/api/")
    )


def _name_of(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _authority(origin: str) -> str | None:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return None
    return parts.netloc.lower() if parts.scheme in ("http", "https") else None


LOG = logging.getLogger("celosia.rest")
ENTER = "/enter"
UPLOADS = ("/dataset", "/population")
"""How paths end whose body is streamed with a limit of its own."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
FOR_PAGES = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
FOR_ANSWERS = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
STRANGER = '<!doctype html><html lang="{}"><meta charset="utf-8"><title>Celosía</title>{}'
"""Says in every language where to come from."""


class RestGuard:
    """Refuses what does not come from here or from nobody we know, and hides what went wrong."""

    def __init__(
        self, app: ASGIApp, authenticate: Authenticate, hosts: frozenset[str], most: int
    ) -> None:
        self._app = app
        self._authenticate = authenticate
        self._hosts = hosts
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        answer = self._answer(connection)
        sending = _Sending(send, connection.url.path)
        if scope["type"] == "websocket" and answer is not None:
            await send({"type": "websocket.close", "code": 1008})
        elif answer is not None:
            await answer(scope, receive, sending)
        else:
            await self._pass(scope, receive, sending)

    def _answer(self, connection: HTTPConnection) -> Response | None:
        """Give the answer to what is not let through."""
        if why := refusal(connection, self._hosts):
            return problem(403, why, language=asked_language(connection))
        if connection.url.path == ENTER and connection.scope.get("method") == "GET":
            return self._enter(connection)
        person = self._authenticate(connection)
        if person is None:
            return _stranger(connection)
        connection.scope.setdefault("state", {})["person"] = person
        announced = connection.headers.get("content-length", "0")
        streamed = connection.url.path.endswith(UPLOADS)
        if not streamed and announced.isdigit() and int(announced) > self._most:
            language = asked_language(connection)
            return problem(413, Message("rest.request-too-large"), language=language)
        return None

    def _enter(self, connection: HTTPConnection) -> Response:
        """Take the token out of the address and into a cookie that no other site can use."""
        known = self._authenticate
        given = connection.query_params.get("token", "")
        if not isinstance(known, TokenAuthentication) or not known.accepts(given):
            return _stranger(connection)
        response = RedirectResponse("/", 303)
        response.set_cookie(known.cookie, given, httponly=True, samesite="strict", path="/")
        return response

    async def _pass(self, scope: Scope, receive: Receive, send: _Sending) -> None:
        limited = receive
        if scope["type"] == "http" and not scope["path"].endswith(UPLOADS):
            limited = _Limited(receive, self._most)
        try:
            await self._app(scope, limited, send)
        except Exception as wrong:
            LOG.error("%s.", place_of(wrong))
            if scope["type"] == "http" and not send.began:
                language = asked_language(HTTPConnection(scope))
                answer = problem(500, Message("rest.defect"), language=language)
                await answer(scope, receive, send)


class _Sending:
    """Sends answers with headers that keep browsers from doing more than they should."""

    def __init__(self, send: Send, path: str) -> None:
        self._send = send
        self._is_answer = path.startswith("/api/")
        self.began = False

    async def __call__(self, message: ASGIMessage) -> None:
        if message["type"] == "http.response.start":
            self.began = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            policy = FOR_ANSWERS if self._is_answer else FOR_PAGES
            headers.setdefault("Content-Security-Policy", policy)
            if self._is_answer:
                headers["Cache-Control"] = "no-store"
        await self._send(message)


class _Limited:
    """Receives no more than so many bytes, whatever was announced."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most

    async def __call__(self) -> ASGIMessage:
        message: Any = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            return {"type": "http.disconnect"}
        return dict(message)


def _stranger(connection: HTTPConnection) -> Response:
    if "text/html" in connection.headers.get("accept", ""):
        told = Message("rest.open-the-address", command="celosia app")
        said = (f'<p lang="{code}">{escape(told.text(code))}' for code in reversed(languages()))
        return HTMLResponse(STRANGER.format(languages()[-1], "".join(said)), 401)
    answer = problem(401, Message("rest.send-token"), language=asked_language(connection))
    answer.headers["WWW-Authenticate"] = "Bearer"
    return answer
