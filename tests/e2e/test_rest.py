"""The real server of `celosia app`: asked over a socket, killed, and started again."""

from __future__ import annotations

import os
import random
import signal
import time

import httpx2
from tests.support.processes import begun_worker, worker_of

COLUMNS = 9
CORES = max(1, (os.cpu_count() or 2) - 1)
"""As many jobs run at once."""


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


def test_the_address_lets_its_owner_in_once_and_nobody_else(serve):
    served = serve()
    page, _, code = served.address.partition("#")
    with httpx2.Client(base_url=served.client.base_url) as anybody:
        assert anybody.get("/api/projects").status_code == 401
        assert anybody.get(page).status_code == 200
        assert anybody.get("/api/projects").status_code == 401
        assert anybody.post(page, content=code).status_code == 204
        assert anybody.get("/api/projects").status_code == 200
        evil = {"Origin": "https://evil.example"}
        assert anybody.post("/api/projects", json={}, headers=evil).status_code == 403
        assert anybody.post("/api/projects", json={}).status_code == 403
        assert anybody.get("/api/projects", headers={"Host": "evil.example"}).status_code == 403
    with httpx2.Client(base_url=served.client.base_url) as late:
        assert late.post(page, content=code).status_code == 401
    assert served.client.get("/api/projects").json() == []


def test_a_killed_job_is_tried_once_more_and_loses_nothing(serve):
    served = serve()
    project = served.begin(wide_table(), wide_recipe())
    job = served.client.post(f"{project}/candidates", json={}).json()
    served.until(f"{project}/jobs/{job['id']}", "running")

    for attempt in (1, 2):
        worker = begun_worker(job["id"])
        assert served.until(f"{project}/jobs/{job['id']}", "running")["attempts"] == attempt
        os.kill(worker, signal.SIGKILL)
        while worker_of(job["id"]) == worker:
            time.sleep(0.05)

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
    again = served.until(f"{wide}/jobs/{job['id']}", "running")
    assert again["attempts"] == 2
    served.process.kill()
    served.process.wait()
    served = serve()
    lost = served.client.get(f"{wide}/jobs/{job['id']}").json()
    assert (lost["state"], lost["error"]) == ("failed", "Died")
    for path in (project, wide):
        assert served.client.delete(path).json()["files"] > 0
    assert served.client.get("/api/projects").json() == []


def test_what_waited_is_done_by_the_next_server(serve):
    served = serve()
    wide = served.begin(wide_table(), wide_recipe())
    project = served.begin()
    path = f"{wide}/jobs"
    busy = [served.client.post(f"{wide}/candidates", json={}).json() for _ in range(CORES)]
    key = {"kind": "candidates", "key": "00ff" * 8}
    waiting = served.client.post(f"{project}/jobs", json={"kind": "profile"}).json()
    secret = served.client.post(f"{project}/jobs", json=key).json()
    served.until(f"{path}/{busy[0]['id']}", "running")
    assert served.client.get(f"{project}/jobs/{waiting['id']}").json()["state"] == "queued"

    served.process.kill()
    served.process.wait()
    served = serve()

    lost = served.client.get(f"{project}/jobs/{secret['id']}").json()
    assert (lost["state"], lost["error"]) == ("failed", "SecretNeeded")
    assert "kept in memory alone" in lost["message"]
    for job in busy:
        assert served.client.get(f"{path}/{job['id']}").json()["state"] in ("queued", "running")
        served.client.post(f"{path}/{job['id']}/cancel")
    done = served.until(f"{project}/jobs/{waiting['id']}", "done", "failed")
    assert (done["state"], done["attempts"]) == ("done", 1)


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
