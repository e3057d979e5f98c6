"""From a file to a release on a database server, as the documentation tells it."""

from __future__ import annotations

import csv
from uuid import uuid4

import pytest
from tests.support.databases import SERVERS, Scratch

ROWS = [("name", "año", "sex", "dx")] + [
    (f"SECRET {i}", str(1950 + i % 40), "FM"[i % 2], ("flu", "cold", "á; 'x'")[i % 3])
    for i in range(400)
]
ROLES = "[roles]\nname = 'identifier'\n'año' = 'quasi-identifier'\nsex = 'quasi-identifier'\n"
ROLES += "dx = 'sensitive'\n"


@pytest.fixture(params=SERVERS)
def scratch(request):
    scratch = Scratch(request.param)
    yield scratch
    scratch.close()


@pytest.fixture
def folder(tmp_path):
    with (tmp_path / "people.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(ROWS)
    return tmp_path


def recipe_of(source, output):
    head = f"source = '{source}'\noutput = '{output}'\n"
    return f"{head}{ROLES}\n[[models]]\nmodel = 'k-anonymity'\nk = 5\n"


def test_from_a_file_to_a_release_and_back_to_a_file(celosia, folder, scratch):
    table, release = scratch.name(), scratch.name()
    celosia(folder, "init", "people.csv", "--schema-output", "schema.toml")

    loaded = celosia(
        folder, "load", "people.csv", scratch.at(table), "--schema", "schema.toml", "--json"
    )
    (folder / "recipe.toml").write_text(recipe_of(scratch.at(table), release), encoding="utf-8")
    made = celosia(folder, "anonymize", "recipe.toml")
    again = celosia(folder, "anonymize", "recipe.toml", "-o", "release.csv", "--json")
    words = ("--qi", "año", "sex", "-k", 5, "--json")
    on_server = celosia(folder, "verify", scratch.at(release), *words)
    as_file = celosia(folder, "verify", "release.csv", *words)

    assert loaded.json == {"records": 400}
    assert made.status == 0, made.err
    assert "erased, and that was checked" in made.out
    assert "SECRET" not in made.out + made.err
    assert again.status == on_server.status == as_file.status == 0
    certified = {"of_this_file": True, "personal_data": False}
    expected = as_file.json
    assert expected["certificate"] == {"file": "release.csv.certificate.json", **certified}
    expected["certificate"] = {"file": f"{release}.certificate.json", **certified}
    assert on_server.json == expected
    assert celosia(folder, "clean", scratch.url, "--json").json["left"] == []


def test_a_second_run_replaces_the_release_as_a_whole(celosia, folder, scratch):
    table, release = scratch.name(), scratch.name()
    celosia(folder, "load", "people.csv", scratch.at(table))
    (folder / "recipe.toml").write_text(recipe_of(scratch.at(table), release), encoding="utf-8")

    statuses = [celosia(folder, "anonymize", "recipe.toml").status for _ in range(2)]

    assert statuses == [0, 0]
    assert scratch.session.one(f"SELECT count(*) FROM {release}") == 400


def test_what_is_refused_says_what_to_do_and_leaves_nothing(celosia, folder, scratch):
    table, missing = scratch.name(), scratch.name()
    celosia(folder, "load", "people.csv", scratch.at(table))
    (folder / "recipe.toml").write_text(recipe_of(scratch.at(table), table), encoding="utf-8")

    twice = celosia(folder, "load", "people.csv", scratch.at(table))
    itself = celosia(folder, "anonymize", "recipe.toml")
    unknown = celosia(folder, "profile", scratch.at(missing))
    password = scratch.url.replace("://root@", f"://root:{uuid4().hex}@")
    told = celosia(folder, "profile", f"{password}#{table}")

    assert (twice.status, itself.status, unknown.status, told.status) == (2, 2, 2, 2)
    assert "already a table" in twice.err
    assert "source" in itself.err
    assert password.split(":")[2].split("@")[0] not in told.out + told.err
    assert scratch.session.one(f"SELECT count(*) FROM {table}") == 400
    assert celosia(folder, "clean", scratch.url, "--json").json["left"] == []


def test_the_release_that_a_recipe_names_is_compared_where_it_is(celosia, folder, scratch):
    table, release = scratch.name(), scratch.name()
    celosia(folder, "load", "people.csv", scratch.at(table))
    (folder / "recipe.toml").write_text(recipe_of(scratch.at(table), release), encoding="utf-8")
    celosia(folder, "anonymize", "recipe.toml")

    compared = celosia(folder, "compare", "recipe.toml", "--json")
    reported = celosia(folder, "report", "recipe.toml")

    assert list(compared.json) == [release]
    assert reported.status == 0, reported.err
    assert release in (folder / "report.html").read_text(encoding="utf-8")


def test_an_auditor_can_tell_what_a_table_was_made_of(celosia, folder, scratch):
    table, other, release = scratch.name(), scratch.name(), scratch.name()
    for name in (table, other):
        celosia(folder, "load", "people.csv", scratch.at(name))
    scratch.session.run(f"UPDATE {other} SET sex = 'F' WHERE name = 'SECRET 1'")
    (folder / "recipe.toml").write_text(recipe_of(scratch.at(table), release), encoding="utf-8")
    celosia(folder, "anonymize", "recipe.toml")
    words = ("verify", scratch.at(release), "--qi", "año", "sex", "-k", 5)

    of_it = celosia(folder, *words, "--original", scratch.at(table))
    of_another = celosia(folder, *words, "--original", scratch.at(other))
    scratch.session.run(f"UPDATE {release} SET dx = 'cold' WHERE dx = 'flu'")
    changed = celosia(folder, *words)
    (folder / "elsewhere").mkdir()
    elsewhere = celosia(folder / "elsewhere", *words, "--original", scratch.at(table))

    assert f"{release}.certificate.json is about this very table." in of_it.out
    assert (of_it.status, of_another.status) == (0, 1)
    assert "It was made of" in of_it.out
    assert "It was not made of" in of_another.out
    assert "is about another state of this table" in changed.out
    assert (elsewhere.status, "where the release was made" in elsewhere.err) == (2, True)


def test_a_hierarchy_may_lie_on_the_server(celosia, folder, scratch):
    table, levels, release = scratch.name(), scratch.name(), scratch.name()
    celosia(folder, "load", "people.csv", scratch.at(table))
    (folder / "sex.csv").write_text("F;person;*\nM;person;*\n")
    stored = celosia(folder, "hierarchy", "convert", "sex.csv", scratch.at(levels))
    text = recipe_of(scratch.at(table), release)
    text += f"\n[hierarchies.sex]\nkind = 'file'\npath = '{scratch.at(levels)}'\n"
    text += "[levels]\nsex = [1, 1]\n"
    (folder / "recipe.toml").write_text(text, encoding="utf-8")

    made = celosia(folder, "anonymize", "recipe.toml")

    assert (stored.status, made.status) == (0, 0), stored.err + made.err
    assert scratch.session.rows(f"SELECT DISTINCT sex FROM {release}") == [("person",)]
