"""The door: a code that opens it once, the session that it is exchanged for, and a token.

A browser's command line, its history and the logs of servers are read by others. So no address
holds anything that opens more than once: the entry code stands behind a `#`, which browsers send
to nobody; the page at `/enter` posts it, and gets a cookie for it. Programs send a token, which
they read from a file of their owner.
"""

from __future__ import annotations

import secrets
import threading
import time
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from html import escape
from typing import TypeAlias

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response

from celosia.text.languages import languages
from celosia.text.messages import Message

ENTER = "/enter"
CODE_LIVES = 600.0
"""Seconds in which an entry code has to be used: time to copy an address, none to collect it."""
MOST_CODES = 16
"""Entry codes that wait at once; the oldest goes."""
LONGEST_CODE = 200
"""Bytes of a body that can hold a code; one has 43 signs."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks."""

    name: str


Authenticate: TypeAlias = Callable[[HTTPConnection], Caller | None]
"""Tells who asks, or None; a team's server brings its own."""


class TokenAuthentication:
    """Knows one person: whoever has the token of this start, or came in with an entry code.

    The cookie of a session is drawn for it: who reads it in a browser has neither the token nor a
    code. Of codes and sessions only hashes are remembered.
    """

    def __init__(
        self, token: str, name: str = "owner", when_entered: Callable[[], None] = lambda: None
    ) -> None:
        self._token = token.encode()
        self._person = Caller(name)
        self._when_entered = when_entered
        self._codes: dict[bytes, float] = {}
        self._sessions: set[bytes] = set()
        self._lock = threading.Lock()
        self.cookie = f"celosia_{secrets.token_hex(4)}"
        """Its name differs from start to start, because ports of one host share their cookies."""

    def __call__(self, connection: HTTPConnection) -> Caller | None:
        """Tell who asks, by header or by cookie."""
        known = self.has_token(connection) or self.has_session(connection)
        return self._person if known else None

    def has_token(self, connection: HTTPConnection) -> bool:
        """Tell whether a program asks that was given the token; compared in constant time."""
        kind, _, given = connection.headers.get("authorization", "").partition(" ")
        told = given.encode(errors="replace")
        return kind.lower() == "bearer" and compare_digest(told, self._token)

    def has_session(self, connection: HTTPConnection) -> bool:
        """Tell whether a browser asks that came in with a code."""
        return _hash(connection.cookies.get(self.cookie, "")) in self._sessions

    def issue_code(self) -> str:
        """Draw a code that opens a session once, and soon."""
        code = secrets.token_urlsafe(32)
        with self._lock:
            self._codes[_hash(code)] = time.monotonic() + CODE_LIVES
            while len(self._codes) > MOST_CODES:
                del self._codes[next(iter(self._codes))]
        return code

    def open_session(self, code: str) -> str | None:
        """Exchange a code for the secret of a session; None if it is none, was used, or is old."""
        with self._lock:
            until = self._codes.pop(_hash(code), None)
        if until is None or time.monotonic() > until:
            return None
        self._when_entered()
        session = secrets.token_urlsafe(32)
        with self._lock:
            self._sessions.add(_hash(session))
        return session

    def enter(self, code: str) -> Response | None:
        """Answer a code with the cookie of a session; None if the code opens nothing."""
        session = self.open_session(code)
        if session is None:
            return None
        response = Response(status_code=204)
        response.set_cookie(self.cookie, session, httponly=True, samesite="strict", path="/")
        return response


def _hash(secret: str) -> bytes:
    """Hash what nobody can guess: 256 drawn bits need no salt, and looking up tells no timing."""
    return sha256(secret.encode(errors="replace")).digest()


def authorities(port: int, *names: str) -> frozenset[str]:
    """Give how requests to this machine name it and the port, as the header `Host` does.

    >>> sorted(authorities(8000))
    ['127.0.0.1:8000', '[::1]:8000', 'localhost:8000']
    """
    known = ("127.0.0.1", "[::1]", "localhost", *names)
    with_port = {f"{name}:{port}" for name in known}
    return frozenset(with_port | set(known) if port == 80 else with_port)


SCRIPT = """(async () => {
    const code = location.hash.slice(1);
    history.replaceState(null, '', location.pathname);
    const answer = code && await fetch(location.pathname, {method: 'POST', body: code});
    if (answer.ok) location.replace('/');
    else document.getElementById('refused').hidden = false;
})();"""
"""Takes the code out of the address before anything else."""
SCRIPT_HASH = b64encode(sha256(SCRIPT.encode()).digest()).decode()
FOR_ENTRY = (
    f"default-src 'none'; script-src 'sha256-{SCRIPT_HASH}'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PAGE = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Celosía</title>'
    '<div id="refused"{hidden}>{said}</div>{script}'
)


def entry_page() -> Response:
    """Give the page that exchanges the code behind `#`; it holds nothing itself."""
    page = _page(hidden=" hidden", script=f"<script>{SCRIPT}</script>")
    return HTMLResponse(page, headers={"Content-Security-Policy": FOR_ENTRY})


def stranger_page() -> Response:
    """Say in every language where to come from."""
    return HTMLResponse(_page(), 401)


def _page(hidden: str = "", script: str = "") -> str:
    told = Message("rest.open-the-address", command="celosia app", again="celosia app --reopen")
    said = (f'<p lang="{code}">{escape(told.text(code))}' for code in reversed(languages()))
    return PAGE.format(language=languages()[-1], hidden=hidden, said="".join(said), script=script)
