from __future__ import annotations

import gzip

import pytest
from starlette.testclient import TestClient
from tests.support.asking import HERE, HOSTS, TOKEN, finished

from celosia.web.rest import TokenAuthentication, create_api

SECRET = "Ana García 12345678Z"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("get", "/api/nothing", 404),
        ("get", "/api/projects/unknown", 404),
        ("get", "/api/projects/..%2f..%2fetc%2fpasswd", 404),
        ("put", "/api/projects", 405),
        ("get", "{project}/jobs/..%2fproject.db", 404),
        ("get", "{project}/jobs/0123456789abcdef", 404),
        ("get", "{project}/candidates", 404),
        ("get", "{project}/candidates/0123456789abcdef/rows", 404),
        ("get", "{project}/dataset/rows?limit=10001", 422),
        ("get", "{project}/dataset/rows?sort=nobody", 422),
        ("get", "{project}/hierarchy?column=nobody", 422),
    ],
)
def test_every_error_is_a_problem(client, project, method, path, status):
    told = client.request(method, path.format(project=project))

    assert told.status_code == status
    assert told.headers["content-type"] == "application/problem+json"
    assert told.json()["status"] == status
    assert told.json()["detail"]


def test_an_error_is_told_in_both_languages(client, project):
    told = client.get(f"{project}/candidates")

    assert told.json()["detail"] == "No candidates were looked for yet."
    assert told.json()["es"] == "Aún no se han buscado candidatos."


def test_a_wrong_field_is_named_and_its_value_is_not(client, project):
    told = client.put(f"{project}/roles", json={"roles": {"fnac": SECRET}})

    assert told.status_code == 422
    assert "roles.fnac" in told.json()["detail"]
    assert SECRET not in told.text


@pytest.mark.parametrize(
    ("method", "path", "body", "field", "code", "said"),
    [
        ("get", "{project}/dataset/rows?limit=-1", None, "query.limit", "too-low", "al menos 0"),
        ("get", "{project}/dataset/rows?limit=10001", None, "query.limit", "too-high", "10000"),
        ("get", "{project}/dataset/rows?limit=x", None, "query.limit", "wrong-type", "otro tipo"),
        ("put", "{project}/roles", {}, "body.roles", "missing", "falta"),
        (
            "put",
            "{project}/roles",
            {"roles": {"a": SECRET}},
            "body.roles.a",
            "unknown-choice",
            "pos",
        ),
        ("post", "/api/projects", {"luck": 1}, "body.luck", "unknown-field", "no es un campo"),
        ("post", "/api/projects", {"name": "x" * 1000}, "body.name", "too-long", "como mucho"),
        ("get", "{project}/jobs?language=xx", None, "query.language", "unknown-choice", "palab"),
    ],
)
def test_a_wrong_field_has_a_code_that_stays_and_a_reason_in_the_asked_language(
    client, project, method, path, body, field, code, said
):
    asked = {"Accept-Language": "es"}
    told = client.request(method, path.format(project=project), json=body, headers=asked).json()

    [wrong] = told["wrong"]
    assert (wrong["field"], wrong["code"]) == (field, code)
    assert said in wrong["detail"]
    assert wrong["detail"] in told["detail"]
    assert SECRET not in str(told)
    assert not any(word in str(told) for word in ("_error", "_type", "_than", "_parsing"))


def test_a_body_that_is_not_json(client, project):
    told = client.put(
        f"{project}/roles", content=SECRET.encode(), headers={"Content-Type": "application/json"}
    )

    assert told.status_code == 422
    assert [each["code"] for each in told.json()["wrong"]] == ["not-json"]
    assert SECRET not in told.text


def test_a_defect_shows_no_trace_and_no_value(client, app, caplog):
    api = create_api(app, TokenAuthentication(TOKEN), HOSTS)

    @api.get("/broken")
    def broken() -> None:
        raise ValueError(SECRET)

    told = TestClient(api, base_url=HERE, headers=client.headers).get("/broken")

    assert told.status_code == 500
    assert told.headers["content-type"] == "application/problem+json"
    assert SECRET not in told.text + caplog.text
    assert "ValueError in test_problems.py" in caplog.text


def test_an_upload_that_is_too_large(client, project):
    told = client.put(f"{project}/dataset", content=b"x" * ((1 << 20) + 1))

    assert told.status_code == 413
    assert client.get(f"{project}/dataset/rows").json()["records"] == 6


def test_a_population_may_be_as_large_as_a_table(client, project):
    people = b"fnac,cod_postal\n" + b"1986,53715\n" * 10_000

    assert client.put(f"{project}/population", content=people).status_code == 200
    assert client.put(f"{project}/population", content=people * 12).status_code == 413


def test_an_upload_that_says_it_is_small(client, project):
    def blocks():
        for _ in range(40):
            yield b"x" * (1 << 16)

    assert client.put(f"{project}/dataset", content=blocks()).status_code == 413


def test_a_bomb(client, project):
    told = client.put(f"{project}/dataset", content=gzip.compress(b"0" * (3 << 20)))

    assert told.status_code == 413
    assert "Unpacked" in told.json()["detail"]


def test_other_bodies_are_limited_too(client, project):
    large = b'{"roles": {"' + b"x" * (1 << 17) + b'": "sensitive"}}'

    assert client.put(f"{project}/roles", content=large).status_code == 413
    assert client.put(f"{project}/recipe", content=iter([large])).status_code in (400, 413)


@pytest.mark.parametrize("name", ["../../evil.csv", "/etc/cron.d/x", "a%00b", "..%5c..%5cx"])
def test_the_name_of_an_upload_is_only_shown(client, project, app, name):
    told = client.put(f"{project}/dataset?name={name}", content=b"age\n1\n").json()

    assert "/" not in told["name"]
    outside = [p for p in app.store.folder.parent.rglob("*.csv") if project[-32:] not in str(p)]
    assert outside == []


def test_only_files_of_the_job_are_given(client, project):
    job = finished(client, project, client.post(f"{project}/jobs", json={"kind": "profile"}).json())
    files = f"{project}/jobs/{job['id']}/files"

    assert client.get(f"{files}/recipe.toml").status_code == 200
    for name in (
        "..%2fproject.db",
        "%2e%2e%2fproject.db",
        "project.db",
        "..%2f..%2f..%2fproject.db",
    ):
        assert client.get(f"{files}/{name}").status_code == 404
