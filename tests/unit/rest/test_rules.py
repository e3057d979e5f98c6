"""A rule of a hierarchy is described and checked by what the registry of rules declares."""

from __future__ import annotations

import pytest

from celosia.hierarchies import RULES, rule_to_dict

OFFERED = [name for name, rule in RULES.items() if "rest" not in rule.described.not_offered]
WHOLE = {
    "taxonomy": {"kind": "taxonomy", "paths": [["a", "b", "*"]]},
    "rows": {"kind": "rows", "rows": [["a", "*"], ["b", "*"]]},
}
"""Rules that nobody can begin without entries."""


def check(client, project, rule):
    return client.post(f"{project}/hierarchy/check?column=fnac", json={"rule": rule})


def test_the_document_describes_each_rule_with_its_entries(client):
    document = client.get("/api/openapi.json").json()
    said = document["components"]["schemas"]["HierarchyGiven"]["properties"]["rule"]

    shapes = {each["properties"]["kind"]["const"]: each for each in said["anyOf"][0]["oneOf"]}

    assert list(shapes) == OFFERED
    assert shapes["digits"]["properties"]["levels"]["anyOf"][0]["minimum"] == 1
    assert shapes["rows"]["properties"]["rows"]["items"]["items"] == {"type": "string"}


@pytest.mark.parametrize("name", OFFERED)
def test_what_a_recipe_writes_of_a_rule_passes_as_it_is(client, project, name):
    rule = (
        WHOLE[name] if name in WHOLE else rule_to_dict(RULES[name](**RULES[name].described.begins))
    )

    decided = client.put(f"{project}/hierarchy?column=fnac", json={"rule": rule})

    assert decided.status_code == 200, decided.text
    assert f'kind = "{name}"' in client.get(f"{project}/recipe").text


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ({"kind": "magic"}, "Unknown kind of hierarchy rule. Kinds: intervals"),
        ({}, "Unknown kind of hierarchy rule. Kinds: intervals"),
        ({"kind": ["digits"]}, "Unknown kind of hierarchy rule. Kinds: intervals"),
        (
            {"kind": "digits", "levels": 0},
            "'digits', wrong or missing: levels (must be at least 1)",
        ),
        ({"kind": "digits", "luck": 1}, "'digits', wrong or missing: luck (is no field here)"),
        ({"kind": "intervals"}, "'intervals', wrong or missing: widths (is missing)"),
        (
            {"kind": "rows", "rows": ["Ana"]},
            "'rows', wrong or missing: rows.0 (is of another type)",
        ),
        ({"kind": "file", "path": "/etc/passwd"}, "A rule cannot name a file of the server"),
    ],
)
def test_a_wrong_rule_is_refused_and_says_what_is_wrong(client, project, rule, said):
    told = check(client, project, rule)

    assert told.status_code == 422
    assert told.json()["error"] == "HierarchyError"
    assert said in told.json()["detail"]
    assert told.json()["es"] != told.json()["detail"]
    assert "Ana" not in told.text
