"""Addresses hold no password: they are written into recipes, histories, certificates and logs."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote, urlsplit

from celosia.errors import ParameterError

URL = re.compile(r"[a-z][a-z0-9+.:-]+://", re.IGNORECASE)
SECRET_WORDS = ("pass", "pwd", "secret", "token", "credential", "apikey", "api_key", "auth")
"""What names of options hold that are secrets, or files of secrets: `sslpassword`, `passfile`, …"""


def refuse_secret(address: str) -> None:
    """Refuse an address that holds a password, or may; a path may hold what it likes.

    >>> refuse_secret("mariadb://ana@localhost/clinic?table=patients")
    >>> refuse_secret("mariadb://ana:1234@localhost/clinic?table=patients")
    ... # doctest: +ELLIPSIS
    Traceback (most recent call last):
    celosia.errors.ParameterError: The URL holds a password, which would end up in ...

    Raises
    ------
    ParameterError
        Which does not repeat the address.
    """
    scheme = URL.match(address)
    if scheme and _holds_secret(f"//{address[scheme.end() :]}"):
        raise ParameterError("core.url-holds-password-would-end")


def _holds_secret(address: str) -> bool:
    try:
        parts = urlsplit(address)
        asked = {key.lower() for key, _ in parse_qsl(parts.query, keep_blank_values=True)}
        person = parts.netloc.rpartition("@")[0]
    except ValueError:  # whatever it is, a password may be the reason
        return "@" in address
    if ":" in unquote(person) or any(word in key for key in asked for word in SECRET_WORDS):
        return True
    # a password with a slash, a question mark or a hash ends the host's part early
    return ":" in parts.netloc and not person and not _is_port(parts.netloc) and "@" in address


def _is_port(netloc: str) -> bool:
    return re.search(r":\d{0,5}$", netloc) is not None or netloc.endswith("]")
