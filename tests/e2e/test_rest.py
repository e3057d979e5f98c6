"""The real server of `celosia app`: asked over a socket, killed, and started again."""

from __future__ import annotations

import os
import random
import signal
import time
from urllib.parse import urlsplit

import httpx2
import pytest
from tests.support.processes import begun_worker

TABLE = "age,sex,dx\n" + "".join(f"{20 + i % 50},{'FM'[i % 2]},d{i % 7}\n" for i in range(400))
RECIPE = """roles = {age = "quasi-identifier", sex = "quasi-identifier", dx = "sensitive"}
models = [{model = "k-anonymity", k = 5}]
"""
COLUMNS = 9


def wide_table() -> str:
    """A table whose lattice takes minutes to search."""
    draw = random.Random(3)
    lines = [",".join(f"c{i}" for i in range(COLUMNS))]
    lines += [",".join(str(draw.randrange(10_000)) for _ in range(COLUMNS)) for _ in range(20_000)]
    return "\n".join(lines)


def wide_recipe() -> str:
    names = [f"c{i}" for i in range(COLUMNS)]
    roles = "\n".join(f'{name} = "quasi-identifier"' for name in names)
    rules = "\n".join(f'{name} = {{kind = "digits", levels = 4}}' for name in names)
    return (
        f'models = [{{model = "k-anonymity", k = 5}}]\n[roles]\n{roles}\n[hierarchies]\n{rules}\n'
    )


class Served:
    """A server that runs, and somebody who has its token."""

    def __init__(self, process, address):
        parts = urlsplit(address)
        self.process, self.address = process, address
        self.client = httpx2.Client(
            base_url=f"http://{parts.netloc}",
            headers={"Authorization": f"Bearer {parts.query.removeprefix('token=')}"},
            timeout=300,
        )

    def begin(self, table=TABLE, recipe=RECIPE):
        path = f"/api/projects/{self.client.post('/api/projects', json={}).json()['id']}"
        assert self.client.put(f"{path}/dataset", content=table.encode()).status_code == 200
        assert self.client.put(f"{path}/recipe", content=recipe.encode()).status_code == 200
        return path

    def until(self, path, *states):
        for _ in range(1200):
            job = self.client.get(path).json()
            if job["state"] in states:
                return job
            time.sleep(0.05)
        raise AssertionError("It took too long.")


@pytest.fixture
def serve(start, tmp_path):
    opened = []

    def serve():
        words = ("app", "--no-browser", "--api-only", "--home", tmp_path / "home")
        process = start(tmp_path, *words)
        address = process.stdout.readline().split()[-1]
        assert address.startswith("http://127.0.0.1:"), process.stderr.read()
        opened.append(Served(process, address))
        return opened[-1]

    yield serve
    for served in opened:
        served.client.close()


def test_the_address_lets_its_owner_in_and_nobody_else(serve):
    served = serve()
    with httpx2.Client(base_url=served.client.base_url) as anybody:
        assert anybody.get("/api/projects").status_code == 401
        assert anybody.get(served.address).status_code == 303
        assert anybody.get("/api/projects").status_code == 200
        evil = {"Origin": "https://evil.example"}
        assert anybody.post("/api/projects", json={}, headers=evil).status_code == 403
        assert anybody.get("/api/projects", headers={"Host": "evil.example"}).status_code == 403
    assert served.client.get("/api/projects").json() == []


def test_a_killed_job_loses_nothing_and_can_be_tried_again(serve):
    served = serve()
    project = served.begin(wide_table(), wide_recipe())
    job = served.client.post(f"{project}/candidates", json={}).json()
    served.until(f"{project}/jobs/{job['id']}", "running")

    os.kill(begun_worker(job["id"]), signal.SIGKILL)

    ended = served.until(f"{project}/jobs/{job['id']}", "failed")
    assert "Nothing is lost; try again" in ended["message"]
    again = served.client.post(f"{project}/jobs", json={"kind": "profile"}).json()
    assert served.until(f"{project}/jobs/{again['id']}", "done", "failed")["state"] == "done"


def test_a_killed_server_finds_everything_again(serve):
    served = serve()
    project = served.begin()
    released = served.client.post(f"{project}/releases", json={}).json()
    served.until(f"{project}/jobs/{released['id']}", "done")
    wide = served.begin(wide_table(), wide_recipe())
    job = served.client.post(f"{wide}/candidates", json={}).json()
    served.until(f"{wide}/jobs/{job['id']}", "running")
    recipe = served.client.get(f"{project}/recipe").text

    served.process.kill()
    served.process.wait()
    served = serve()

    assert served.client.get(f"{project}/recipe").text == recipe
    rows = served.client.get(f"{project}/releases/{released['id']}/rows?limit=1").json()
    assert rows["records"] == 400
    lost = served.client.get(f"{wide}/jobs/{job['id']}").json()
    assert (lost["state"], lost["error"]) == ("failed", "Died")
    for path in (project, wide):
        assert served.client.delete(path).json()["files"] > 0
    assert served.client.get("/api/projects").json() == []


def test_a_second_server_on_the_same_projects_is_refused(serve, celosia, tmp_path):
    serve()

    second = celosia(tmp_path, "app", "--no-browser", "--home", tmp_path / "home")

    assert second.status == 2
    assert "already open" in second.err


def test_closing_it_keeps_the_projects_and_says_so(serve):
    served = serve()
    project = served.begin()

    served.process.send_signal(signal.SIGINT)
    _, said = served.process.communicate(timeout=180)

    assert served.process.returncode == 0
    assert "projects are kept" in said
    assert serve().client.get(project).status_code == 200


def test_other_machines_are_not_served(celosia, tmp_path):
    told = celosia(tmp_path, "app", "--no-browser", "--host", "0.0.0.0", CELOSIA_HOME=str(tmp_path))

    assert told.status == 2
    assert "this machine alone" in told.err
