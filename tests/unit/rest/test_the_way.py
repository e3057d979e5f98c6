from __future__ import annotations

import json

from tests.support.asking import finished


def test_from_the_table_to_the_release(client, project):
    rows = client.get(f"{project}/dataset/rows?offset=1&limit=2").json()
    assert rows["rows"][0] == ["1996", "F", "53715", "=1+1"]
    assert (rows["records"], rows["sampled"]) == (6, False)

    rule = {"rule": {"kind": "digits", "levels": 2}}
    for column in ("fnac", "cod_postal"):
        told = client.put(f"{project}/hierarchy?column={column}", json=rule)
        assert told.status_code == 200
    shown = client.get(f"{project}/hierarchy?column=fnac").json()
    assert shown["rows"] == [["1986", "198*", "19**"], ["1996", "199*", "19**"]]
    assert shown["problems"]["usable"]

    job = finished(client, project, client.post(f"{project}/candidates", json={}).json())
    assert job["state"] == "done", job
    found = client.get(f"{project}/candidates").json()
    shown = client.get(f"{project}/candidates/{found['job']}/rows").json()
    assert {tuple(row[:2]) for row in shown["rows"]} == {
        (0, 2), (1, 2), (2, 0), (2, 1), (2, 2),
    }  # fmt: skip

    search = f"{project}/candidates/{found['job']}"
    sorted_by = "sort=level:fnac&descending=true&level=cod_postal%3D1-2"
    shown = client.get(f"{search}/rows?{sorted_by}").json()
    assert [row[:2] for row in shown["rows"]] == [[2, 1], [2, 2], [1, 2], [0, 2]]
    assert client.get(f"{search}/place?node=1,2&{sorted_by}").json() == {"place": 2}
    around = client.get(f"{search}/around?node=0,2").json()
    assert [spot["kind"] for spot in around["finer"]] == ["unsafe"]
    assert len(client.get(f"{search}/picture").content) == 9 * 17

    asked = {"node": {"fnac": 0, "cod_postal": 2}}
    job = finished(client, project, client.post(f"{project}/releases", json=asked).json())
    assert job["state"] == "done", job
    release = f"{project}/releases/{job['id']}"
    assert client.get(f"{release}/rows").json()["records"] == 6
    assert "node" not in client.get(f"{release}/certificate").json()
    assert client.get(f"{release}/evidence").json()["node"] == {"fnac": 0, "cod_postal": 2}
    plain = client.get(f"{release}/file")
    assert "attachment" in plain.headers["content-disposition"]
    assert ";=1+1" in plain.text
    escaped = client.get(f"{release}/file?escape_formulas=true")
    assert escaped.content.startswith(b"\xef\xbb\xbf")
    assert "-spreadsheet.csv" in escaped.headers["content-disposition"]
    assert ";'=1+1" in escaped.text
    assert ";=1+1" not in escaped.text

    job = finished(
        client, project, client.post(f"{project}/reports", json={"language": "es"}).json()
    )
    public = finished(
        client,
        project,
        client.post(f"{project}/reports", json={"language": "es", "public": True}).json(),
    )
    everybodys = client.get(f"{project}/reports/{public['id']}").text
    assert "Esta página dice lo que dice el certificado público" in everybodys
    page = client.get(f"{project}/reports/{job['id']}")
    assert page.headers["content-type"].startswith("text/html")
    assert "sandbox" in page.headers["content-security-policy"]

    gone = client.delete(f"{project}?language=es").json()
    assert "borrado todo" in gone["message"]
    assert client.get(project).status_code == 404


def test_steps_are_undone_and_done_again(client, project):
    client.put(f"{project}/roles", json={"roles": {"fnac": "sensitive"}})
    assert client.get(f"{project}/roles").json()["roles"]["fnac"] == "sensitive"

    assert client.post(f"{project}/recipe/undo").json()["can_redo"]
    assert client.get(f"{project}/roles").json()["roles"]["fnac"] == "quasi-identifier"

    assert not client.post(f"{project}/recipe/redo").json()["can_redo"]
    assert client.get(f"{project}/roles").json()["roles"]["fnac"] == "sensitive"


def test_a_schema_is_proposed_and_declared(client, project):
    columns = client.get(f"{project}/schema").json()["columns"]
    assert columns["fnac"]["type"] == "integer"

    told = client.put(f"{project}/schema", json={"columns": {"dolencia": {"type": "integer"}}})
    assert told.status_code == 200

    job = finished(client, project, client.post(f"{project}/jobs", json={"kind": "profile"}).json())
    assert (job["state"], job["error"]) == ("failed", "DataError")
    assert "line 2: 'dolencia' is not a valid integer" in job["message"]
    assert "gripe" not in json.dumps(job)


def test_how_a_file_is_read_can_be_said(client, project):
    assert client.get(f"{project}/reading").json()["separator"] is None

    codes = {"fnac": ["1900"]}
    given = {"separator": ";", "null_values": ["gripe"], "missing": codes}
    assert client.put(f"{project}/reading", json=given).status_code == 200
    assert client.get(f"{project}/reading").json()["missing"] == codes

    assert client.get(f"{project}/dataset/rows").json()["rows"][0][3] is None
    assert client.get(f"{project}/dataset/values?column=dolencia").json()["nulls"] == 1


def test_hierarchies_are_imported_checked_and_exported(client, project):
    path = f"{project}/hierarchy"
    brought = client.post(f"{path}/import?column=fnac&format=arx", content="1986;*\n")
    assert brought.json()["problems"] == {
        "usable": False, "missing": ["1996"], "duplicates": [], "splits": [],
    }  # fmt: skip
    whole = [["1986", "8", "*"], ["1996", "9", "*"]]
    assert client.post(f"{path}/check?column=fnac", json={"rows": whole}).json()["problems"][
        "usable"
    ]
    client.put(f"{path}?column=fnac", json={"rows": whole})
    assert client.get(f"{path}/export?column=fnac&format=arx").text.split() == [
        "1986;8;*", "1996;9;*",
    ]  # fmt: skip
    assert client.delete(f"{path}?column=fnac").status_code == 200
    assert client.get(f"{path}?column=fnac").json()["reason"]


def test_a_rule_names_no_file_of_the_server(client, project):
    rule = {"rule": {"kind": "file", "path": "/etc/passwd"}}

    for told in (
        client.put(f"{project}/hierarchy?column=fnac", json=rule),
        client.post(f"{project}/hierarchy/check?column=fnac", json=rule),
        client.put(f"{project}/recipe", content='population = "/etc/passwd"'),
    ):
        assert told.status_code == 422
        assert "root" not in told.text


def test_a_job_is_cancelled(client, project):
    job = client.post(f"{project}/jobs", json={"kind": "alternatives"}).json()

    told = client.post(f"{project}/jobs/{job['id']}/cancel?language=es").json()

    assert told["state"] == "cancelled"
    assert "Cancelado" in told["message"]
    assert client.get(f"{project}/jobs/{job['id']}/result").status_code == 409


def test_what_a_visitor_left_is_remembered(client, project):
    client.patch(f"{project}/notes", json={"notes": {"step": "risk", "language": "es"}})
    client.patch(f"{project}/notes", json={"notes": {"language": None}})

    assert client.get(project).json()["notes"] == {"step": "risk"}


def test_a_rule_with_entries_of_the_wrong_kind_is_refused(client, project):
    for rule in ({"kind": "masking", "symbol": [1]}, {"kind": "frequent", "thresholds": {"a": 1}}):
        told = client.post(f"{project}/hierarchy/check?column=fnac", json={"rule": rule})

        assert told.status_code == 422


def test_a_recipe_with_entries_of_the_wrong_kind_is_refused(client, project):
    told = client.put(f"{project}/recipe", content="[reading]\nseparator = [1]\n")

    assert told.status_code == 422


def test_a_population_is_uploaded_and_named_by_the_recipe(client, project):
    people = b"fnac;cod_postal\n1986;53715\n"

    told = client.put(f"{project}/population?name=../padrón.csv", content=people)
    refused = client.put(f"{project}/population", content=b"fnac\n1986\n")

    assert told.json() == {"name": "padrón.csv", "is_file": True}
    assert 'population = "population-' in client.get(f"{project}/recipe").text
    assert refused.status_code == 422
    assert "Missing: cod_postal" in refused.json()["detail"]
    assert "Faltan: cod_postal" in refused.json()["es"]
