"""A real server of `celosia app`, and somebody who has its token."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

import httpx2

TABLE = "age,sex,dx\n" + "".join(f"{20 + i % 50},{'FM'[i % 2]},d{i % 7}\n" for i in range(400))
RECIPE = """roles = {age = "quasi-identifier", sex = "quasi-identifier", dx = "sensitive"}
models = [{model = "k-anonymity", k = 5}]
"""


class Served:
    """A server that runs, and somebody who has its token."""

    def __init__(self, process, address, home):
        parts = urlsplit(address)
        self.process, self.address = process, address
        token = home / "door" / "token"
        self.client = httpx2.Client(
            base_url=f"http://{parts.netloc}",
            headers={"Authorization": f"Bearer {token.read_text()}"},
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
