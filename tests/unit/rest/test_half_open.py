"""Who begins to ask and does not go on is not waited for."""

from __future__ import annotations

import socket
import threading

import pytest

from celosia.web.rest import impatient_server
from celosia.web.rest.impatient_server import make_server


async def hello(scope, receive, send):
    assert scope["type"] == "http"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


@pytest.fixture
def port(monkeypatch):
    monkeypatch.setattr(impatient_server, "ASKING", 0.2)
    server = make_server(hello)
    server.config.lifespan = "off"
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join()


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param([], id="silence"),
        pytest.param([b"GET / HTTP/1.1\r\nHost: a\r\n"], id="half of a request"),
        pytest.param([b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b"GET /"], id="half of a second one"),
    ],
)
def test_a_connection_that_does_not_go_on_is_closed(port, begun):
    with socket.create_connection(("127.0.0.1", port), timeout=30) as visitor:
        got = b""
        for part in begun:
            visitor.sendall(part)
            if part.endswith(b"\r\n\r\n"):
                while b"hello" not in got:
                    got += visitor.recv(4096)
        while more := visitor.recv(4096):  # until it is closed
            got += more
    assert (b"hello" in got) == (len(begun) == 2)


def test_whoever_asks_at_once_is_answered(port):
    with socket.create_connection(("127.0.0.1", port), timeout=30) as visitor:
        visitor.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        got = b""
        while more := visitor.recv(4096):
            got += more
    assert got.startswith(b"HTTP/1.1 200")
