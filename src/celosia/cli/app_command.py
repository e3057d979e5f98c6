"""`celosia app`: the guided app in the browser, on this machine alone."""

from __future__ import annotations

import socket
import tempfile
import webbrowser
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING

import click

import celosia
from celosia.cli.language import Command, option, say
from celosia.errors import MissingExtraError

if TYPE_CHECKING:
    from celosia.web.rest.door_files import DoorFiles

PAGES = "celosia.web.app"
NEEDED = ("fastapi", "nicegui", "uvicorn")
BACKLOG = 128
"""Visitors who may wait while the server starts."""


@click.command("app", cls=Command, help="cli.help-app")
@option("--host", default="127.0.0.1", show_default=True, help="cli.option-host")
@option("--port", type=click.IntRange(0, 65535), default=0, help="cli.option-port")
@option("--no-browser", is_flag=True, help="cli.option-no-browser")
@option("--api-only", is_flag=True, help="cli.option-api-only")
@option("--reopen", is_flag=True, help="cli.option-reopen")
@option("--home", type=click.Path(path_type=Path), help="cli.option-home")
def command(
    host: str, port: int, no_browser: bool, api_only: bool, reopen: bool, home: Path | None
) -> None:
    """Open the guided app, and the REST interface, on this machine.

    Nothing leaves the computer. The printed address lets one browser in, once.
    """
    if any(find_spec(name) is None for name in NEEDED):
        raise MissingExtraError("cli.app-needs-extra-pip-install")
    from celosia.web.rest.door_files import DoorFiles

    files = DoorFiles(home)
    if reopen:
        _open(files, files.ask_address(), no_browser)
        return
    _check_loopback(host)
    _serve(files, host, port, no_browser, api_only, home)


def _serve(
    files: DoorFiles, host: str, port: int, no_browser: bool, api_only: bool, home: Path | None
) -> None:
    from celosia.web.rest import TokenAuthentication, authorities, create_api
    from celosia.web.rest.door_files import entry_address
    from celosia.web.rest.impatient_server import make_server
    from celosia.web.service import App

    token = token_urlsafe(32)
    with App(home) as app, _listen(host, port) as listener:
        tempfile.tempdir = str(app.working)  # so that a killed server leaves nothing elsewhere
        door = TokenAuthentication(token, when_entered=files.remove_pages)
        shown, taken = _authority(listener)
        api = create_api(app, door, authorities(taken, shown))
        if not api_only and find_spec(PAGES) is not None:
            import_module(PAGES).mount(api, app)
        files.publish(f"{shown}:{taken}", token)
        try:
            _open(files, entry_address(f"{shown}:{taken}", door.issue_code()), no_browser)
            say("cli.celos-token-close-ctrl-c", file=files.token)
            make_server(api).run(sockets=[listener])
        except KeyboardInterrupt:
            say("cli.closed-projects-kept-until-finish", err=True)
        finally:
            files.remove()


def _open(files: DoorFiles, address: str, no_browser: bool) -> None:
    """Print an address that lets a browser in, and let it in.

    The browser is told of a private page, because everybody can read its command line.
    """
    say("cli.celos-open", address=address, again="celosia app --reopen")
    if not no_browser:
        webbrowser.open(files.write_page(address).as_uri())


def _check_loopback(host: str) -> None:
    try:
        here = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        here = False
    if not here:
        raise celosia.ParameterError("cli.app-serves-machine-alone-host")


def _listen(host: str, port: int) -> socket.socket:
    """Take the port first, so that the printed address is the true one and already answers."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise celosia.ParameterError("cli.port-taken-name-another", port=port) from None
    return listener


def _authority(listener: socket.socket) -> tuple[str, int]:
    """Give the host as addresses write it, and the port."""
    host, port = listener.getsockname()[:2]
    return (f"[{host}]" if ":" in host else host), port
