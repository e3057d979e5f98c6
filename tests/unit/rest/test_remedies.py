"""A column that tells people apart: what is refused can be mended by a script, one remedy each."""

from __future__ import annotations

import json
import tomllib

import pytest
from tests.support.asking import finished

from celosia.workflow.remedies import WITHOUT_TECHNIQUE


@pytest.fixture
def costly(client):
    """Sixty people with a cost that nobody shares."""
    path = f"/api/projects/{client.post('/api/projects', json={'name': 'p'}).json()['id']}"
    rows = [f"{30 + i % 3},{100 + 37 * i}.{i:02d}" for i in range(60)]
    table = "\n".join(["age,cost", *rows]) + "\n"
    assert client.put(f"{path}/dataset?name=p.csv", content=table.encode()).status_code == 200
    recipe = {
        "roles": {"age": "quasi-identifier", "cost": "insensitive"},
        "models": [{"model": "k-anonymity", "k": 2}],
    }
    put = client.put(f"{path}/recipe", json=recipe)
    assert put.status_code == 200, put.text
    return path


def released(client, project):
    job = client.post(f"{project}/releases", json={}).json()
    return finished(client, project, job)


def test_a_refused_job_names_the_remedies_and_one_of_them_is_applied_as_it_is_told(client, costly):
    refused = released(client, costly)

    assert (refused["state"], refused["error"]) == ("failed", "UnguardedColumns")
    [found] = refused["unguarded"]
    kinds = [each["kind"] for each in found["remedies"]]
    assert (found["column"], found["alone"]) == ("cost", 1.0)
    assert kinds[0] == "rounding"
    assert kinds[-3:] == list(WITHOUT_TECHNIQUE)
    assert found["remedies"][0]["text"].startswith("Round to ")

    sent = {"column": "cost", **found["remedies"][0]}
    applied = client.post(f"{costly}/remedies", json=sent)

    assert applied.status_code == 200, applied.text
    techniques = client.get(f"{costly}/techniques").json()["techniques"]
    assert techniques == [found["remedies"][0]["technique"]]
    assert released(client, costly)["state"] == "done"
    client.post(f"{costly}/recipe/undo")
    assert client.get(f"{costly}/techniques").json()["techniques"] == []


def test_a_reason_is_kept_in_the_recipe_and_the_evidence_and_nowhere_public(client, costly):
    sent = {"column": "cost", "kind": "exact", "reason": " agreed with the board "}
    assert client.post(f"{costly}/remedies", json=sent).status_code == 200

    job = released(client, costly)

    assert job["state"] == "done"
    recipe = tomllib.loads(client.get(f"{costly}/recipe").text)
    assert recipe["exact"] == {"cost": "agreed with the board"}
    evidence = client.get(f"{costly}/releases/{job['id']}/evidence").json()
    assert evidence["exact"] == recipe["exact"]
    certificate = client.get(f"{costly}/releases/{job['id']}/certificate").json()
    assert certificate["guard"]["exact"] == ["cost"]
    assert "board" not in json.dumps(certificate)


@pytest.mark.parametrize(
    "wrong",
    [
        {"column": "cost", "kind": "rounding"},
        {"column": "nobody", "kind": "exact"},
        {"column": "age", "kind": "exact"},
        {"column": "cost", "kind": "x", "technique": {"kind": "rounding", "column": "age"}},
    ],
)
def test_a_remedy_that_is_none_is_refused(client, costly, wrong):
    assert client.post(f"{costly}/remedies", json=wrong).status_code == 422


@pytest.mark.parametrize(
    ("kind", "role"), [("identifier", "identifier"), ("quasi-identifier", "quasi-identifier")]
)
def test_a_role_is_a_remedy_too(client, costly, kind, role):
    assert client.post(f"{costly}/remedies", json={"column": "cost", "kind": kind}).is_success

    assert client.get(f"{costly}/roles").json()["roles"]["cost"] == role
