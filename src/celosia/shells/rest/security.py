"""Who may ask, and from where: the same guard for the interface, the pages and their socket."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import TypeAlias
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

import celosia

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
FOREIGN = ("cross-site", "same-site")
"""What a browser calls requests from other hosts, and from other ports of this one."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks."""

    name: str


Authenticate: TypeAlias = Callable[[HTTPConnection], Person | None]
"""Tells who asks, or None; a team's server brings its own."""


class TokenAuthentication:
    """Knows one person: whoever has the token of this start, as a header or as a cookie."""

    def __init__(self, token: str, name: str = "owner") -> None:
        self._token = token.encode()
        self._person = Person(name)
        self.cookie = f"celosia_{sha256(self._token).hexdigest()[:8]}"
        """Its name differs from start to start, because ports of one host share their cookies."""

    def __call__(self, connection: HTTPConnection) -> Person | None:
        """Compare in constant time."""
        kind, _, given = connection.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer":
            given = connection.cookies.get(self.cookie, "")
        return self._person if self.accepts(given) else None

    def accepts(self, given: str) -> bool:
        """Tell whether this is the token."""
        return compare_digest(given.encode(errors="replace"), self._token)


def refusal(connection: HTTPConnection, hosts: frozenset[str]) -> celosia.Message | None:
    """Say why a request is not from here; None when it is.

    A name that was made to point to this machine (DNS rebinding) is not among the hosts, and a
    page of another site is not the origin.
    """
    host = connection.headers.get("host", "")
    if _name_of(host) not in hosts:
        return celosia.Message("rest.not-this-host")
    origin = connection.headers.get("origin")
    if origin is not None and _authority(origin) != host.lower():
        return celosia.Message("rest.another-site")
    if connection.headers.get("sec-fetch-site") in FOREIGN and not _is_visit(connection):
        return celosia.Message("rest.another-site")
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
