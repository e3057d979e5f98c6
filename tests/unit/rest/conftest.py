"""The interface over a app, without a socket, for whoever has the token."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.support.asking import HERE, HOSTS, TOKEN
from tests.support.patients import PATIENTS as THE_SIX

from celosia.web.rest import TokenAuthentication, create_api
from celosia.web.service import App, Limits

SMALL = Limits(upload=1 << 20, unpacked=2 << 20, spreadsheet=2 << 20, hierarchy=1 << 16)
PATIENTS = THE_SIX.replace("neumonía", "=1+1")
"""With a formula, which a spreadsheet must not run."""
ROLES = {
    "fnac": "quasi-identifier",
    "cod_postal": "quasi-identifier",
    "sexo": "identifier",
    "dolencia": "sensitive",
}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with App(tmp_path / "home", SMALL, workers=1) as opened:
        yield opened


@pytest.fixture
def stranger(app: App) -> TestClient:
    """Somebody without the token."""
    api = create_api(app, TokenAuthentication(TOKEN), HOSTS)
    return TestClient(api, base_url=HERE, follow_redirects=False)


@pytest.fixture
def client(stranger: TestClient) -> TestClient:
    stranger.headers["Authorization"] = f"Bearer {TOKEN}"
    return stranger


@pytest.fixture
def project(client: TestClient) -> str:
    """The path of a project with a table and a recipe."""
    path = f"/api/projects/{client.post('/api/projects', json={'name': 'p'}).json()['id']}"
    assert client.put(f"{path}/dataset?name=p.csv", content=PATIENTS.encode()).status_code == 200
    assert client.put(f"{path}/roles", json={"roles": ROLES}).status_code == 200
    recipe = client.get(f"{path}/recipe").text + '[[models]]\nmodel = "k-anonymity"\nk = 2\n'
    assert client.put(f"{path}/recipe", content=recipe.encode()).status_code == 200
    return path
