from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect
from tests.support.asking import HERE, HOSTS, TOKEN

from celosia.web.rest import Caller, TokenAuthentication, create_api


def test_nobody_without_the_token(stranger):
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {TOKEN}"}):
        told = stranger.get("/api/projects", headers=headers)
        assert told.status_code == 401
        assert told.headers["www-authenticate"] == "Bearer"
    for path in ("/api/openapi.json", "/api/docs", "/", "/anything"):
        assert stranger.get(path).status_code == 401


def test_a_stranger_in_a_browser_is_told_what_to_open(stranger):
    told = stranger.get("/", headers={"Accept": "text/html"})

    assert told.status_code == 401
    assert "celosia app" in told.text


def test_a_code_becomes_the_cookie_of_a_session_once(app):
    entered = []
    door = TokenAuthentication(TOKEN, when_entered=lambda: entered.append(True))
    api = create_api(app, door, HOSTS)
    first, second = (TestClient(api, base_url=HERE, follow_redirects=False) for _ in range(2))
    code = door.issue_code()

    told = first.post("/enter", content=code, headers={"Origin": HERE})

    assert told.status_code == 204
    cookie = told.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert door.cookie in cookie
    assert TOKEN not in cookie
    assert code not in cookie
    assert first.get("/api/projects").status_code == 200
    assert second.post("/enter", content=code).status_code == 401
    assert second.get("/api/projects").status_code == 401
    assert entered == [True]


def test_an_old_code_opens_nothing(app, monkeypatch):
    door = TokenAuthentication(TOKEN)
    monkeypatch.setattr("celosia.web.rest.door.CODE_LIVES", -1.0)

    assert door.open_session(door.issue_code()) is None


def test_the_token_is_no_code_and_no_cookie(stranger, app):
    door = TokenAuthentication(TOKEN)
    client = TestClient(create_api(app, door, HOSTS), base_url=HERE)

    assert client.post("/enter", content=TOKEN).status_code == 401
    cookie = {"Cookie": f"{door.cookie}={TOKEN}"}
    assert client.get("/api/projects", headers=cookie).status_code == 401


def test_a_wrong_code_opens_nothing(stranger):
    for code in ("wrong", "", "x" * 100_000):
        assert stranger.post("/enter", content=code).status_code == 401
    assert stranger.put("/enter").status_code == 401
    assert stranger.delete("/enter").status_code == 401
    assert stranger.get("/api/projects").status_code == 401


def test_the_owner_of_the_token_is_given_another_code(client):
    code = client.put("/enter").text
    del client.headers["Authorization"]

    assert client.post("/enter", content=code).status_code == 204
    assert client.get("/api/projects").status_code == 200


def test_the_page_of_the_door_holds_nothing_and_runs_its_own_script_alone(stranger):
    told = stranger.get("/enter")
    policy = told.headers["content-security-policy"]

    assert told.status_code == 200
    assert TOKEN not in told.text
    script = told.text.partition("<script>")[2].partition("</script>")[0]
    assert b64encode(sha256(script.encode()).digest()).decode() in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Origin": "https://evil.example"}, id="another site"),
        pytest.param({"Origin": "http://127.0.0.1:9999"}, id="another port"),
        pytest.param({"Origin": "null"}, id="a sandbox"),
        pytest.param({"Origin": "http://[broken"}, id="nonsense"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, id="without origin"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, id="another port, without origin"),
        pytest.param({"Host": "evil.example"}, id="rebinding"),
        pytest.param({"Host": "127.0.0.1"}, id="no port"),
        pytest.param({"Host": "127.0.0.1:9999"}, id="the name on another port"),
        pytest.param(
            {"Host": "evil.example:8000", "Origin": "http://evil.example:8000"}, id="both"
        ),
        pytest.param({"Host": "127.0.0.1.evil.example"}, id="looks alike"),
    ],
)
def test_requests_of_other_sites_are_refused_even_with_the_token(client, headers):
    for method, path in (("POST", "/api/projects"), ("GET", "/api/projects"), ("GET", "/")):
        told = client.request(method, path, headers=headers, json={})
        assert told.status_code == 403
        assert told.headers["content-type"] == "application/problem+json"
    assert client.get("/api/projects").json() == []


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_the_page_of_this_server_may_ask(client, host):
    headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}

    assert client.post("/api/projects", json={}, headers=headers).status_code == 201


def test_a_link_may_lead_here(stranger):
    headers = {
        "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
    }  # fmt: skip

    assert stranger.get("/enter", headers=headers).status_code == 200


def test_sockets_are_guarded_alike(app):
    api = create_api(app, TokenAuthentication(TOKEN), HOSTS)

    @api.websocket("/socket")
    async def socket(opened: WebSocket) -> None:
        await opened.accept()
        await opened.send_text("hello")
        await opened.close()

    client = TestClient(api, base_url=HERE)
    good = {"Authorization": f"Bearer {TOKEN}", "Origin": HERE, "Host": "127.0.0.1:8000"}
    with client.websocket_connect("/socket", headers=good) as opened:
        assert opened.receive_text() == "hello"
    for bad in ({"Origin": "https://evil.example"}, {"Authorization": ""}, {"Host": "evil"}):
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect("/socket", headers={**good, **bad}),
        ):
            pass


def test_answers_are_not_kept_nor_framed_nor_guessed(client):
    headers = client.get("/api/projects").headers

    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"


def test_a_team_s_server_brings_its_own_authentication(app):
    def by_header(connection):
        name = connection.headers.get("x-remote-user")
        return Caller(name) if name else None

    client = TestClient(create_api(app, by_header, frozenset({"team"})), base_url="http://team")

    assert client.get("/api/projects").status_code == 401
    assert client.get("/api/projects", headers={"X-Remote-User": "ana"}).status_code == 200
    assert client.get("/enter").status_code == 401


def test_the_docs_come_from_here(client):
    assert client.get("/docs").headers["location"] == "/api/docs"

    page = client.get("/api/docs").text

    assert "Begin a project" in page
    assert "//" not in page.replace("<!doctype html>", "")


def test_the_description_documents_every_error(client):
    described = client.get("/api/openapi.json").json()

    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert {"401", "403", "404", "422", "500"} <= set(operation["responses"]), (
                path,
                method,
            )
            assert operation["summary"], (path, method)


def test_a_stranger_is_answered_in_the_language_that_was_asked_for(stranger):
    told = stranger.get("/api/projects", headers={"Accept-Language": "es-ES,es;q=0.9"})

    assert (told.status_code, told.headers["Content-Language"]) == (401, "es")
    assert told.json()["detail"] == told.json()["es"]
