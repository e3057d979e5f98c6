"""What seems to mean that nothing is known is proposed as missing, column by column."""

from __future__ import annotations

import csv
import tomllib

import pytest
from click.testing import CliRunner

import celosia
from celosia import ReadOptions, Recipe, Role
from celosia.cli.main import cli
from celosia.workflow.change_recipe import set_missing
from celosia.workflow.propose import init, proposed_reading


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "people.csv"
    rows = [
        ("s/d" if i % 50 == 0 else 999 if i % 50 == 1 else 20 + i % 60, "fm"[i % 2], "999")
        for i in range(400)
    ]
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("edad", "sexo", "sala"), *rows])
    return path


def test_init_writes_the_codes_that_it_proposes_and_judges_the_column_without_them(path, tmp_path):
    with celosia.read(path) as table:
        proposal = init(table, tmp_path / "celosia.toml")

    text = (tmp_path / "celosia.toml").read_text(encoding="utf-8")
    written = tomllib.loads(text)
    assert written["reading"]["missing"] == {"edad": ["s/d", "999"]}
    assert written["schema"]["edad"]["type"] == "integer"
    assert written["hierarchies"]["edad"]["kind"] == "intervals"
    assert "# Codes that mean that nothing is known" in text
    [age] = [each for each in proposal.columns if each.column.name == "edad"]
    assert (age.nulls, age.read_as_missing) == (16, {"999": 8, "s/d": 8})
    recipe = Recipe.from_file(tmp_path / "celosia.toml")
    with celosia.read(path, recipe.reading, recipe.schema) as table:
        release = celosia.anonymize(table, recipe, tmp_path / "out.csv")
    with celosia.read(release.output) as published:
        assert not {"999", "s/d"} & set(published.relation.values("edad").texts)


def test_what_somebody_said_of_a_column_is_not_proposed_again(path):
    said = ReadOptions(missing={"edad": ()})

    with celosia.read(path, said) as table, proposed_reading(table) as (read, proposal):
        assert read is table
        assert proposal.missing == {"edad": ("s/d", "999")}


def test_codes_of_a_column_are_given_on_the_command_line(path, tmp_path):
    words = ["--qi", "edad", "--qi", "sexo", "--insensitive", "sala", "-k", "2"]
    out = tmp_path / "out.csv"
    codes = ["--missing", "edad=999", "--missing", "edad=s/d"]

    done = CliRunner().invoke(cli, ["anonymize", str(path), *words, *codes, "-o", str(out)])

    assert done.exit_code == 0, done.output
    cells = out.read_text(encoding="utf-8")
    assert "s/d" not in cells
    assert ",999" in cells, "elsewhere it is a value"


def test_a_decision_on_codes_is_one_of_the_recipe():
    recipe = Recipe(roles={"pay": Role.SENSITIVE})

    decided = set_missing(set_missing(recipe, "pay", ["9", "9"]), "pay", [])

    assert set_missing(recipe, "pay", ["9", "9"]).reading.missing == {"pay": ("9",)}
    assert Recipe.from_toml(decided.to_toml()).reading == decided.reading
    assert decided.reading.missing == {"pay": ()}
