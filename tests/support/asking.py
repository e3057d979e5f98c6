"""How tests ask."""

from __future__ import annotations

import time

from starlette.testclient import TestClient

from celosia.web.rest import authorities

TOKEN = "the-token-of-this-start"
HERE = "http://127.0.0.1:8000"
HOSTS = authorities(8000)


def finished(client: TestClient, project: str, begun: dict) -> dict:
    """Wait for a job as a client does: by asking."""
    for _ in range(1200):
        job = client.get(f"{project}/jobs/{begun['id']}").json()
        if job["state"] not in ("queued", "running"):
            return job
        time.sleep(0.05)
    raise AssertionError("It took too long.")
