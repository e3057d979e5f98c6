"""What stands before every request: where it comes from, who asks, how large it is."""

from __future__ import annotations

import asyncio
import logging
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message as ASGIMessage, Receive, Scope, Send

from celosia.text.messages import Message
from celosia.web.rest.door import (
    ENTER,
    LONGEST_CODE,
    Authenticate,
    TokenAuthentication,
    entry_page,
    stranger_page,
)
from celosia.web.rest.problem_details import asked_language, problem
from celosia.web.service.service_errors import place_of

FOREIGN = ("cross-site", "same-site")
"""What a browser calls requests from other hosts, and from other ports of this one."""
SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""


def refusal(connection: HTTPConnection, hosts: frozenset[str]) -> Message | None:
    """Say why a request is not from here; None when it is.

    A name that was made to point to this machine (DNS rebinding) is not among the hosts, nor is
    another port, and a page of another site is not the origin.
    """
    host = connection.headers.getlist("host")
    if len(host) != 1 or host[0].lower() not in hosts:
        return Message("rest.not-this-host")
    origin = connection.headers.get("origin")
    if origin is not None and _authority(origin) != host[0].lower():
        return Message("rest.another-site")
    if connection.headers.get("sec-fetch-site") in FOREIGN and not _is_visit(connection):
        return Message("rest.another-site")
    return None


def lacks_origin(connection: HTTPConnection) -> bool:
    """Tell whether something that changes things, or a socket, does not say whose page asks.

    Browsers always say it there; programs, which send a token and no cookie, need not.
    """
    acts = connection.scope["type"] == "websocket" or connection.scope["method"] not in SAFE
    return acts and "origin" not in connection.headers


def _is_visit(connection: HTTPConnection) -> bool:
    """Tell whether somebody follows a link to a page, which changes nothing."""
    return (
        connection.scope["type"] == "http"
        and connection.scope["method"] == "GET"
        and connection.headers.get("sec-fetch-mode") == "navigate"
        and connection.headers.get("sec-fetch-dest") == "document"
        and not connection.url.path.startswith("/api/")
    )


def _authority(origin: str) -> str | None:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return None
    return parts.netloc.lower() if parts.scheme in ("http", "https") else None


LOG = logging.getLogger("celosia.rest")
UPLOADS = ("/dataset", "/population")
"""How paths end whose body is streamed with a limit of its own."""
SILENCE = 60.0
"""Seconds for which the rest of a body is waited for; a network of today pauses for less."""
KNOCKING = 10.0
"""Seconds for all of the body of somebody whom nobody knows yet: 43 signs."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), usb=()",
}
FOR_PAGES = (
    "default-src 'self'; script-src 'self' 'nonce-{nonce}' 'unsafe-eval'; script-src-attr 'none'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; frame-src 'none'; worker-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""No script runs that the server did not mark with the number of this answer, or serve itself.

What the pages' toolkit forces, tried in Chromium (decision 42): NiceGUI evaluates what the server
sends over the socket, and Vue compiles templates (`unsafe-eval`); Quasar, AG Grid and ECharts write
styles into the page (`unsafe-inline`, of styles alone).
"""
FOR_ANSWERS = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


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
        answer = await self._answer(connection, receive)
        nonce = scope.setdefault("state", {})["nonce"] = token_urlsafe(16)
        sending = _Sending(send, connection.url.path, nonce)
        if scope["type"] == "websocket" and answer is not None:
            await send({"type": "websocket.close", "code": 1008})
        elif answer is not None:
            await answer(scope, receive, sending)
        else:
            await self._pass(scope, receive, sending)

    async def _answer(self, connection: HTTPConnection, receive: Receive) -> Response | None:
        """Give the answer to what is not let through."""
        if why := refusal(connection, self._hosts):
            return problem(403, why, language=asked_language(connection))
        known = self._authenticate
        if connection.url.path == ENTER and isinstance(known, TokenAuthentication):
            return await _enter(connection, receive, known)
        person = known(connection)
        if person is None:
            return _stranger(connection)
        if _by_cookie(connection) and lacks_origin(connection):
            why = Message("rest.another-site")
            return problem(403, why, language=asked_language(connection))
        connection.scope.setdefault("state", {})["person"] = person
        announced = connection.headers.get("content-length", "0")
        streamed = connection.url.path.endswith(UPLOADS)
        if not streamed and announced.isdigit() and int(announced) > self._most:
            language = asked_language(connection)
            return problem(413, Message("rest.request-too-large"), language=language)
        return None

    async def _pass(self, scope: Scope, receive: Receive, send: _Sending) -> None:
        if scope["type"] == "http":
            limited = None if scope["path"].endswith(UPLOADS) else self._most
            receive = _Limited(receive, limited)
        try:
            await self._app(scope, receive, send)
        except Exception as wrong:
            LOG.error("%s.", place_of(wrong))
            if scope["type"] == "http" and not send.began:
                language = asked_language(HTTPConnection(scope))
                answer = problem(500, Message("rest.defect"), language=language)
                await answer(scope, receive, send)


def _by_cookie(connection: HTTPConnection) -> bool:
    """Tell whether it may be a cookie that lets this in, which browsers send whoever's page asks.

    A header of authorization no page of another site can set.
    """
    return "cookie" in connection.headers and "authorization" not in connection.headers


async def _enter(
    connection: HTTPConnection, receive: Receive, known: TokenAuthentication
) -> Response:
    """Give the page of the door, exchange a code for a session, or hand its owner a new code."""
    method = connection.scope.get("method")
    if method == "GET":
        return entry_page()
    if method == "PUT" and known.has_token(connection):
        return Response(known.issue_code(), 201, media_type="text/plain")
    if method == "POST":
        entered = known.enter(await _read_code(receive))
        if entered is not None:
            return entered
    return _stranger(connection)


async def _read_code(receive: Receive) -> str:
    """Read a short body; what is longer, or takes longer, is no code."""
    body: bytes = b""
    try:
        async with asyncio.timeout(KNOCKING):
            while len(body) <= LONGEST_CODE:
                message: Any = await receive()
                body += message.get("body", b"")
                if not message.get("more_body"):
                    return body.decode(errors="replace")
    except TimeoutError:
        pass
    return ""


class _Sending:
    """Sends answers with headers that keep browsers from doing more than they should."""

    def __init__(self, send: Send, path: str, nonce: str) -> None:
        self._send = send
        self._is_answer = path.startswith("/api/")
        self._nonce = nonce
        self.began = False

    async def __call__(self, message: ASGIMessage) -> None:
        if message["type"] == "http.response.start":
            self.began = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            policy = FOR_ANSWERS if self._is_answer else FOR_PAGES.format(nonce=self._nonce)
            headers.setdefault("Content-Security-Policy", policy)
            if self._is_answer:
                headers["Cache-Control"] = "no-store"
        await self._send(message)


class _Limited:
    """Receives no more than so many bytes, whatever was announced, and waits for none for long."""

    def __init__(self, receive: Receive, most: int | None) -> None:
        self._receive = receive
        self._most = most
        self._more = True

    async def __call__(self) -> ASGIMessage:
        try:
            async with asyncio.timeout(SILENCE if self._more else None):
                message: Any = await self._receive()
        except TimeoutError:
            return {"type": "http.disconnect"}
        self._more = bool(message.get("more_body"))
        if self._most is not None:
            self._most -= len(message.get("body", b""))
            if self._most < 0:
                return {"type": "http.disconnect"}
        return dict(message)


def _stranger(connection: HTTPConnection) -> Response:
    if "text/html" in connection.headers.get("accept", ""):
        return stranger_page()
    answer = problem(401, Message("rest.send-token"), language=asked_language(connection))
    answer.headers["WWW-Authenticate"] = "Bearer"
    return answer
