"""What whoever owns the server reads from files that nobody else can: its address and its token."""

from __future__ import annotations

from html import escape
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from secrets import token_hex

from celosia.errors import ParameterError
from celosia.files.private_files import write_new
from celosia.web.rest.door import ENTER
from celosia.web.service.project_files import erase, home_folder, make_private_folder

PAGES = "enter-*.html"
REDIRECT = (
    '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">'
    '<meta http-equiv="refresh" content="0; url={address}"><title>Celosía</title>'
)
PATIENCE = 10.0
"""Seconds for an answer from this machine."""


class DoorFiles:
    """A private folder beside the projects; a server makes it anew, and takes it away at its end.

    A browser is told the path of a page in it, because anybody on the machine can read the command
    line of a process; the page leads to the address with the entry code, and goes once it is used.
    """

    def __init__(self, home: Path | None = None) -> None:
        self.folder = (home or home_folder()).absolute() / "door"

    @property
    def token(self) -> Path:
        """The file that holds the token for programs."""
        return self.folder / "token"

    @property
    def _address(self) -> Path:
        return self.folder / "address"

    def publish(self, address: str, token: str) -> None:
        """Say where the server is, and what lets programs in."""
        erase(self.folder)
        make_private_folder(self.folder)
        write_new(self._address, address.encode())
        write_new(self.token, token.encode())

    def write_page(self, address: str) -> Path:
        """Write the page that leads a browser to an address with an entry code."""
        path = self.folder / f"enter-{token_hex(8)}.html"
        write_new(path, REDIRECT.format(address=escape(address)).encode())
        return path

    def remove_pages(self) -> None:
        """Take away the pages that lead in."""
        for path in self.folder.glob(PAGES):
            path.unlink(missing_ok=True)

    def remove(self) -> None:
        """Take everything away."""
        erase(self.folder)

    def ask_address(self) -> str:
        """Ask the server that is open for an address with a new entry code."""
        try:
            authority, token = self._address.read_text(), self.token.read_text()
            asking = HTTPConnection(authority, timeout=PATIENCE)
            asking.request("PUT", ENTER, headers={"Authorization": f"Bearer {token}"})
            answer = asking.getresponse()
            code = answer.read().decode()
            asking.close()
        except (OSError, HTTPException):
            raise ParameterError("cli.app-not-open", folder=self.folder.parent) from None
        if answer.status != 201:
            raise ParameterError("cli.app-not-open", folder=self.folder.parent)
        return entry_address(authority, code)


def entry_address(authority: str, code: str) -> str:
    """Give the address that lets a browser in, once; what is behind `#` is sent to nobody."""
    return f"http://{authority}{ENTER}#{code}"
