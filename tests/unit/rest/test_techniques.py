"""Techniques over REST: suggested, decided, tried, applied with a key, and led back by a vault."""

from __future__ import annotations

import csv

import pytest
from tests.support.asking import finished

import celosia
from celosia.vault.cipher import passphrase_secret

KEY = "ab" * 32
PASSPHRASE = "cuatro palabras sin relación"
YEAR = {"kind": "rounding", "column": "fnac", "base": 20}
KEYED = {"kind": "keyed-pseudonym", "column": "sexo", "length": 16}


@pytest.fixture
def profiled(client, project):
    job = client.post(f"{project}/jobs", json={"kind": "profile"}).json()
    assert finished(client, project, job)["state"] == "done"
    return project


def decide(client, project, *techniques):
    return client.put(f"{project}/techniques", json={"techniques": list(techniques)})


def test_the_guide_suggests_a_technique_with_its_reason_in_both_languages(client, profiled):
    asked = f"{profiled}/techniques/suggestions?column=fnac"

    first = client.get(asked).json()[0]

    assert first["techniques"] == [{"kind": "intervals", "column": "fnac", "width": 5}]
    assert "Ranges of 5" in first["reason"]
    assert "Los rangos de 5" in client.get(f"{asked}&language=es").json()[0]["reason"]


def test_suggestions_need_a_profile_and_a_column(client, profiled, project):
    other = f"/api/projects/{client.post('/api/projects', json={}).json()['id']}"
    client.put(f"{other}/dataset", content=b"a\n1\n")

    assert client.get(f"{other}/techniques/suggestions?column=a").status_code == 409
    assert client.get(f"{project}/techniques/suggestions?column=x").status_code == 422


def test_techniques_are_decided_in_their_order_and_undone(client, project):
    assert decide(client, project, KEYED, YEAR).status_code == 200

    assert client.get(f"{project}/techniques").json()["techniques"] == [KEYED, YEAR]
    client.post(f"{project}/recipe/undo")
    assert client.get(f"{project}/techniques").json()["techniques"] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "nothing"},
        {"kind": "rounding", "column": "fnac", "base": 0},
        {"kind": "rounding", "column": "nobody", "base": 5},
        {"kind": ["rounding"]},
    ],
)
def test_a_technique_that_cannot_be_is_refused(client, project, wrong):
    assert decide(client, project, wrong).status_code == 422


def test_a_preview_shows_cells_before_and_after_and_what_cannot_be_applied(client, project):
    decide(client, project, YEAR, {"kind": "rounding", "column": "dolencia", "base": 5})

    shown = client.get(f"{project}/techniques/preview?column=fnac&rows=2").json()

    assert shown["rows"] == [
        {"before": "1986", "after": "1980", "left_out": False},
        {"before": "1996", "after": "2000", "left_out": False},
    ]
    assert shown["steps"][0]["error"] is None
    assert "dolencia" in shown["steps"][1]["error"]
    assert "gripe" not in shown["steps"][1]["error"]


def test_a_release_with_a_key_and_a_vault(client, project, app, tmp_path):
    decide(client, project, KEYED)
    asked = {"method": "none", "key": KEY, "vault_passphrase": PASSPHRASE}
    recipe = client.get(f"{project}/recipe").text.partition("[[models]]")[0]
    client.put(f"{project}/recipe", content=recipe.encode())

    job = finished(client, project, client.post(f"{project}/releases", json=asked).json())

    assert job["state"] == "done", job["message"]
    assert job["options"] == {"format": ".csv", "method": "none", "language": "en"}
    told = client.get(f"{project}/jobs/{job['id']}/result").json()
    assert told["pseudonymized"] == ["sexo"]
    rows = client.get(f"{project}/releases/{job['id']}/file").text.splitlines()
    coded = {row["sexo"] for row in csv.DictReader(rows, delimiter=";")}
    assert {len(code) for code in coded} == {16}
    (tmp_path / "vault").write_bytes(
        client.get(f"{project}/jobs/{job['id']}/files/{told['vault']}").content
    )
    vault = celosia.open_vault(tmp_path / "vault", passphrase_secret(PASSPHRASE))
    assert {vault.reidentify(code, "sexo") for code in coded} == {"M", "F"}
    assert client.get(f"{project}/releases/{job['id']}/certificate").json()["personal_data"]
    kept = b"".join(path.read_bytes() for path in app.store.folder.rglob("*") if path.is_file())
    assert KEY.encode() not in kept
    assert PASSPHRASE.encode() not in kept


def test_a_short_passphrase_and_a_missing_key_are_refused(client, project):
    decide(client, project, KEYED)

    told = client.post(f"{project}/releases", json={"key": KEY, "vault_passphrase": "short"})
    job = finished(client, project, client.post(f"{project}/releases", json={}).json())

    assert told.status_code == 422
    assert "short" not in told.json()["detail"].replace("too short", "")
    assert (job["state"], job["error"]) == ("failed", "ParameterError")
    assert "needs a key" in job["message"]


def test_counting_needs_no_key(client, project):
    decide(client, project, KEYED)

    job = finished(client, project, client.post(f"{project}/candidates", json={}).json())

    assert job["state"] == "done", job["message"]
