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

import click

import celosia
from celosia.cli.language import Command, option, say
from celosia.errors import MissingExtraError

PAGES = "celosia.web.app"
NEEDED = ("fastapi", "nicegui", "uvicorn")
BACKLOG = 128
"""Visitors who may wait while the server starts."""


@click.command("app", cls=Command, help="cli.help-app")
@option("--host", default="127.0.0.1", show_default=True, help="cli.option-host")
@option("--port", type=click.IntRange(0, 65535), default=0, help="cli.option-port")
@option("--no-browser", is_flag=True, help="cli.option-no-browser")
@option("--api-only", is_flag=True, help="cli.option-api-only")
@option("--home", type=click.Path(path_type=Path), help="cli.option-home")
def command(host: str, port: int, no_browser: bool, api_only: bool, home: Path | None) -> None:
    """Open the guided app, and the REST interface, on this machine.

    Nothing leaves the computer. Whoever has the printed address can use it until it is closed.
    """
    if any(find_spec(name) is None for name in NEEDED):
        raise MissingExtraError("cli.app-needs-extra-pip-install")
    import uvicorn

    from celosia.web.rest import TokenAuthentication, create_api
    from celosia.web.service import App

    _check_loopback(host)
    token = token_urlsafe(32)
    with App(home) as app, _listen(host, port) as listener:
        tempfile.tempdir = str(app.working)  # so that a killed server leaves nothing elsewhere
        api = create_api(app, TokenAuthentication(token))
        if not api_only and find_spec(PAGES) is not None:
            import_module(PAGES).mount(api, app)
        address = _address(listener, token)
        say("cli.celos-open-close-ctrl-c", address=address)
        if not no_browser:
            webbrowser.open(address)
        config = uvicorn.Config(
            api, log_level="warning", access_log=False, server_header=False, ws_max_size=1 << 20
        )
        try:
            uvicorn.Server(config).run(sockets=[listener])
        except KeyboardInterrupt:
            say("cli.closed-projects-kept-until-finish", err=True)


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


def _address(listener: socket.socket, token: str) -> str:
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/enter?token={token}"
