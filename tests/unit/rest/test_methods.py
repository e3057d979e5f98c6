"""Methods that REST or the app once refused end in a verified release."""

from __future__ import annotations

import pytest
from tests.support.asking import finished

ROWS = "age,weight,dx\n" + "".join(
    f"{20 + n % 30},{50 + n % 17},{'xyz'[n % 3]}\n" for n in range(60)
)
RECIPE = {
    "roles": {"age": "quasi-identifier", "weight": "quasi-identifier", "dx": "sensitive"},
    "models": [{"model": "k-anonymity", "k": 3}],
    "suppression": 0.5,
}


@pytest.fixture
def people(client):
    path = f"/api/projects/{client.post('/api/projects', json={'name': 'p'}).json()['id']}"
    assert client.put(f"{path}/dataset?name=p.csv", content=ROWS.encode()).status_code == 200
    assert client.put(f"{path}/recipe", json=RECIPE).status_code == 200
    return path


def test_every_method_that_was_missing_makes_a_verified_release(client, people):
    for method in ("fuzzy", "l-greedy", "v-mdav", "reference"):
        begun = client.post(f"{people}/releases", json={"method": method})
        assert begun.status_code in (200, 201, 202), begun.text
        job = finished(client, people, begun.json())
        assert job["state"] == "done", job
        proof = client.get(f"{people}/releases/{job['id']}/certificate").json()
        assert proof["method"] == method
        assert proof["after"]["min_class"] >= 3
        verified = finished(
            client,
            people,
            client.post(f"{people}/jobs", json={"kind": "verify", "release": job["id"]}).json(),
        )
        assert verified["state"] == "done", verified


@pytest.mark.parametrize(
    ("recipe", "noted", "asked", "spoken"),
    [
        (None, None, None, "en"),
        (None, None, "es-ES,es;q=0.9", "es"),
        (None, "es", None, "es"),
        (None, "es", "en", "es"),
        (None, "xx", "es", "es"),
        ("en", "es", "es", "en"),
    ],
)
def test_words_are_in_the_language_of_the_recipe_the_project_or_the_request(
    client, people, recipe, noted, asked, spoken
):
    said = RECIPE | ({"language": recipe} if recipe else {})
    assert client.put(f"{people}/recipe", json=said).status_code == 200
    client.patch(f"{people}/notes", json={"notes": {"language": noted}})
    headers = {"Accept-Language": asked} if asked else {}

    begun = client.post(f"{people}/releases", json={"method": "fuzzy"}, headers=headers)
    job = finished(client, people, begun.json())

    words = client.get(f"{people}/releases/{job['id']}/rows?limit=60").text
    assert ("alta" in words or "alto" in words) == (spoken == "es"), words
    assert ("high" in words) == (spoken == "en")
    taken = client.get(f"{people}/jobs/{job['id']}/files/recipe.toml").text
    assert f'language = "{spoken}"' in taken


def test_a_recipe_may_be_json(client, people):
    told = client.get(f"{people}/recipe").text

    assert 'model = "k-anonymity"' in told


@pytest.mark.parametrize("body", ["{", "[]", '{"method": "magic"}'])
def test_a_recipe_that_is_no_recipe_is_refused(client, people, body):
    json = {"content-type": "application/json"}
    told = client.put(f"{people}/recipe", content=body.encode(), headers=json)

    assert told.status_code == 422


def test_a_method_that_nobody_declared_is_refused(client, people):
    assert client.post(f"{people}/releases", json={"method": "magic"}).status_code == 422
