"""Whoever is not let in learns nothing, at any path, by any method, over any socket.

The paths are those of the OpenAPI document, so that a new one is asked too.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.support.asking import HERE, HOSTS, TOKEN
from tests.unit.rest.conftest import PATIENTS, SMALL

from celosia.web.rest import TokenAuthentication, create_api
from celosia.web.service import App

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
BESIDES = ("/", "/docs", "/api", "/api/", "/api/docs", "/api/openapi.json", "/api/nothing", "/x")
"""Paths that the document does not name, and some that are not there."""
SECRETS = ("Ana", "pacientes-de-ana", "neumon", "dolencia", TOKEN)
"""A cell, the name of the project, and what opens the door."""
WEBSOCKETS = ("/", "/_nicegui_ws/socket.io/?EIO=4&transport=websocket", "/api/projects")
GOOD = {"Authorization": f"Bearer {TOKEN}", "Origin": HERE}


class Door:
    """A server with one project, and whoever knocks."""

    def __init__(self, app: App) -> None:
        self.known = TokenAuthentication(TOKEN)
        self.api = create_api(app, self.known, HOSTS)
        self.project = app.store.create("pacientes-de-ana")
        self.project.upload("ana.csv", BytesIO(PATIENTS.encode()))
        self.session = self.known.open_session(self.known.issue_code())
        self.client = TestClient(self.api, base_url=HERE, follow_redirects=False)

    @property
    def cookie(self) -> dict[str, str]:
        return {"Cookie": f"{self.known.cookie}={self.session}"}

    def strangers(self) -> dict[str, tuple[dict[str, str], int]]:
        """Give who is not let in, by what is wrong, and what such a one is answered."""
        another = {"Cookie": f"{self.known.cookie}=wrong"}
        older = {"Cookie": f"celosia_00000000={self.session}"}
        return {
            "nobody": ({}, 401),
            "wrong token": ({"Authorization": "Bearer wrong"}, 401),
            "token as password": ({"Authorization": f"Basic {TOKEN}"}, 401),
            "wrong cookie": ({**another, "Origin": HERE}, 401),
            "cookie of another start": ({**older, "Origin": HERE}, 401),
            "token as cookie": ({"Cookie": f"{self.known.cookie}={TOKEN}"}, 401),
            "another host": ({**GOOD, "Host": "evil.example:8000"}, 403),
            "another port": ({**GOOD, "Host": "127.0.0.1:8001"}, 403),
            "another origin": ({**GOOD, "Origin": "http://evil.example"}, 403),
            "origin of another port": ({**self.cookie, "Origin": "http://127.0.0.1:8001"}, 403),
            "a sandbox": ({**self.cookie, "Origin": "null"}, 403),
            "another site": ({**GOOD, "Sec-Fetch-Site": "cross-site"}, 403),
        }


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    with App(tmp_path_factory.mktemp("home"), SMALL, workers=1) as app:
        yield Door(app)


def described() -> list[str]:
    with TemporaryDirectory() as folder, App(Path(folder)) as app:
        api = create_api(app, TokenAuthentication(TOKEN), HOSTS)
    return [*api.openapi()["paths"], *BESIDES]


def tell(door: Door, told) -> None:
    """Make sure that an answer tells nothing."""
    text = told.text + "".join(f"{name}{value}" for name, value in told.headers.items())
    for secret in (*SECRETS, door.session, door.project.id):
        assert secret not in text


@pytest.mark.parametrize("path", described())
def test_no_stranger_is_let_in(door, path):
    place = path.replace("{project}", door.project.id).replace("{job}", "0" * 16)
    for why, (headers, status) in door.strangers().items():
        for method in METHODS:
            told = door.client.request(method, place, headers=headers, json={})
            assert told.status_code == status, (why, method)
            tell(door, told)
    assert door.project.folder.is_dir()


@pytest.mark.parametrize("path", described())
def test_what_changes_things_says_whose_page_asks(door, path):
    """A cookie alone, without an origin, does nothing but read."""
    place = path.replace("{project}", door.project.id).replace("{job}", "0" * 16)
    for method in ("POST", "PUT", "PATCH", "DELETE", "TRACE"):
        told = door.client.request(method, place, headers=door.cookie, json={})
        assert told.status_code == 403, method
    assert door.client.get(place, headers=door.cookie).status_code not in (401, 403)


@pytest.mark.parametrize("path", WEBSOCKETS)
def test_no_stranger_opens_a_socket(door, path):
    for headers, _ in [*door.strangers().values(), (door.cookie, 403)]:
        with (
            pytest.raises(WebSocketDisconnect) as refused,
            door.client.websocket_connect(f"ws://127.0.0.1:8000{path}", headers=headers),
        ):
            pass
        assert refused.value.code == 1008


@pytest.mark.parametrize("method", METHODS)
def test_what_is_not_there_is_a_problem_of_its_own(door, method):
    told = door.client.request(method, "/api/nothing/here", headers=GOOD)

    assert told.status_code == 404
    assert told.headers["content-type"] == "application/problem+json"


def test_a_path_that_takes_another_method_says_so(door):
    assert door.client.patch("/api/projects", headers=GOOD).status_code == 405
