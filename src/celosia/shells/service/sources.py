"""Where a project's table comes from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from secrets import token_hex

import celosia
from celosia.shells.service.errors import AddressError

LONGEST_ADDRESS = 2000
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Source:
    """Where a project's table comes from."""

    name: str
    """What the user calls it; never a path."""
    place: str
    """The stored file's name inside the project, or the address of a server's table."""
    is_file: bool
    id: str = field(default_factory=lambda: token_hex(4))
    """Tells it from others that the project had before, be they of the same name and place."""

    @classmethod
    def on_server(cls, address: str) -> Source:
        """Take the address of a server's table."""
        if not _is_offered(address):
            raise AddressError("service.write-address-table-mariadb-user")
        return cls(shown_name(re.sub(r"^\w+://[^/]*/", "", address)), address, is_file=False)


def _is_offered(address: str) -> bool:
    """Tell whether it is of an engine that may be named in a browser."""
    if len(address) > LONGEST_ADDRESS or re.search(r"\s", address):
        return False
    try:
        return celosia.engine_of(address).not_by_browser is None
    except celosia.ParameterError:
        return False


def shown_name(name: str) -> str:
    r"""Keep of a name what can be shown; it is never used as a path.

    >>> shown_name("../../etc/pass\x00wd")
    'passwd'
    """
    return printable(re.split(r"[/\\]", name)[-1])


def printable(name: str) -> str:
    r"""Keep of a name what can be shown on one line.

    >>> printable(" Flu\n2025/26 ")
    'Flu2025/26'
    """
    return "".join(sign for sign in name if sign.isprintable()).strip()[:LONGEST_NAME]
