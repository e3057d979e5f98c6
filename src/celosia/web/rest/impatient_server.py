"""A server that waits for nobody who begins to ask and does not go on."""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

ASKING = 10.0
"""Seconds for a request up to the end of its headers; on this machine that takes milliseconds."""


class ImpatientProtocol(H11Protocol):
    """HTTP that closes connections whose request does not come to the end of its headers.

    Uvicorn waits without limit, so that a few hundred connections, each of which sends a byte now
    and then, keep everybody else out (*slow loris*). h11 besides refuses headers above 64 kB.
    """

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take what comes; a byte more does not begin the time anew."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _watch(self) -> None:
        upgraded = self.transport.get_protocol() is not self
        asked = self.cycle is not None and not self.cycle.response_complete
        if upgraded or asked:
            self._stop_waiting()
        elif self._timer is None:
            self._timer = self.loop.call_later(ASKING, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        asked = self.cycle is not None and not self.cycle.response_complete
        if not asked and not self.transport.is_closing():
            self.transport.close()


def make_server(api: ASGIApp) -> uvicorn.Server:
    """Make the server of this machine: it logs no address, and believes no proxy."""
    config = uvicorn.Config(
        api,
        http=ImpatientProtocol,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws_max_size=1 << 20,
    )
    return uvicorn.Server(config)
