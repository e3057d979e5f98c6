"""Secrets are in memory alone: after a whole walk no file, log or answer holds any of them."""

from __future__ import annotations

import signal
from base64 import b64encode
from secrets import token_hex
from urllib.parse import quote

import pytest
from tests.support.databases import SERVERS, Scratch

PASSWORD = "p$ss/word=Rosa7#!"
PHRASE = "cuatro palabras sin relación"
KEY = "5ec2e7" * 8
ROWS = [(f"{i:05d}", str(1950 + i % 4), "FM"[i % 2], f"flu {i % 5}") for i in range(60)]
RECIPE = """
[roles]
id = "identifier"
born = "quasi-identifier"
sex = "quasi-identifier"
illness = "sensitive"
[[techniques]]
kind = "keyed-pseudonym"
column = "id"
[[models]]
model = "k-anonymity"
k = 3
"""


def forms(secret: str) -> list[bytes]:
    """Give how a secret may be written: as it is, in an address, in base64 at any place, in hex."""
    plain = secret.encode()
    shifted = [b64encode(b"x" * lead + plain)[4:-4] for lead in range(3)]
    utf16 = secret.encode("utf-16-le")
    return [plain, quote(secret, safe="").encode(), plain.hex().encode(), utf16, *shifted]


def holders(folder, *secrets):
    """List the files that hold a secret."""
    wanted = [form for secret in secrets for form in forms(secret)]
    return [
        path
        for path in folder.rglob("*")
        if path.is_file() and any(form in path.read_bytes() for form in wanted)
    ]


@pytest.fixture(params=SERVERS)
def scratch(request):
    scratch = Scratch(request.param)
    yield scratch
    scratch.close()


@pytest.fixture
def person(scratch):
    """A user of the server who has a password; where the server asks for none, it is given too."""
    if scratch.server.title != "MariaDB":
        yield scratch.source.user
        return
    name = f"h{token_hex(6)}"
    people = [f"'{name}'@'{host}'" for host in ("localhost", "127.0.0.1")]
    for who in people:
        scratch.session.run(f"CREATE USER {who} IDENTIFIED BY '{PASSWORD}'")
        scratch.session.run(f"GRANT ALL ON {scratch.source.database}.* TO {who}")
    yield name
    scratch.session.run(f"DROP USER {', '.join(people)}")


@pytest.mark.server
def test_a_walk_leaves_no_secret(serve, scratch, person, tmp_path):
    table = scratch.table(("id", "born", "sex", "illness"), ROWS)
    address = scratch.at(table).replace("//root@", f"//{person}@")
    served, said = serve(), []
    client = served.client
    client.event_hooks["response"].append(lambda answer: said.append(answer.read()))
    project = f"/api/projects/{client.post('/api/projects', json={}).json()['id']}"

    def do(path, **options):
        job = client.post(f"{project}/{path}", json=options).json()
        ended = served.until(f"{project}/jobs/{job['id']}", "done", "failed")
        assert ended["state"] == "done", ended["message"]
        return job["id"]

    for bad in (
        address.replace("@", f":{quote(PASSWORD, safe='')}@", 1),
        address.replace("@", f":{PASSWORD}@", 1),
        address.replace("#", f"?password={quote(PASSWORD)}#"),
        address.replace("#", f"?sslpassword={quote(PASSWORD)}#"),
    ):
        told = client.put(f"{project}/database", json={"address": bad, "password": PASSWORD})
        assert told.status_code == 422
        recipe = f'source = """{bad}"""\n{RECIPE}'
        assert client.put(f"{project}/recipe", content=recipe.encode()).status_code in (409, 422)
    given = {"address": address, "password": PASSWORD}
    assert client.put(f"{project}/database", json=given).status_code == 200
    do("jobs", kind="profile")
    recipe = RECIPE.replace("[roles]", f"source = {address!r}\n[roles]")
    assert client.put(f"{project}/recipe", content=recipe.encode()).status_code == 200
    do("candidates", key=KEY)
    release = do("releases", key=KEY, vault_passphrase=PHRASE)
    do("jobs", kind="verify", release=release)
    do("reports", release=release)
    assert client.get(f"{project}/dataset/rows").status_code == 200
    for move in ("undo", "undo", "redo"):
        assert client.post(f"{project}/recipe/{move}").status_code == 200

    secrets = (PASSWORD, PHRASE, KEY)
    assert holders(tmp_path, *secrets) == []
    assert client.delete(project).status_code == 200
    served.process.send_signal(signal.SIGINT)
    out, err = served.process.communicate(timeout=120)
    assert holders(tmp_path, *secrets) == []
    told = b"".join([*said, out.encode(), err.encode()])
    assert not [form for secret in secrets for form in forms(secret) if form in told]
