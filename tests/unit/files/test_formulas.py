"""Cells that a spreadsheet program would run: told, and escaped where that is asked for."""

from __future__ import annotations

import csv

import pytest

import celosia
from celosia.errors import RecipeError
from celosia.files.formulas import escaped_formulas, is_formula
from celosia.techniques.tables.aggregation import Aggregation

CELLS = ["=1+1", "@SUM(A1)", "+cmd", "-cmd", "\tx", "-2", "+3,5", "-", "--", "plain", " =2"]
RUN = {"=1+1", "@SUM(A1)", "+cmd", "-cmd", "\tx", " =2"}
RECIPE = """
roles = {age = "quasi-identifier", note = "insensitive"}
rows = "persons"
models = [{model = "k-anonymity", k = 2}]
"""


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "f.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("age", "note"), *((30, cell) for cell in CELLS * 2)])
    return path


def released(source, output, **entries):
    recipe = celosia.Recipe.from_toml(RECIPE).changed(**entries)
    with celosia.read(source) as table:
        return celosia.anonymize(table, recipe, source.with_name(output))


def notes(release):
    with release.path.open(newline="") as file:
        return {row["note"] for row in csv.DictReader(file)}


@pytest.mark.parametrize("cell", CELLS)
def test_a_formula_is_no_number_and_no_dash(cell):
    assert is_formula(cell) is (cell in RUN)


def test_formulas_are_counted_by_column(source):
    release = released(source, "out.csv")

    assert release.formulas == {"note": 2 * len(RUN)}
    assert notes(release) == set(CELLS)


def test_formulas_are_escaped_by_the_recipe(source):
    release = released(source, "out.csv", escape_formulas=True)

    assert release.formulas == {}
    assert notes(release) == {f"'{cell}" if cell in RUN else cell for cell in CELLS}


def test_cells_of_a_workbook_are_texts_and_stay(source):
    release = released(source, "out.xlsx", escape_formulas=True)

    with celosia.read(release.path) as table:
        assert set(table.relation.values("note").values) == set(CELLS)
    assert release.formulas == {}


def test_new_tables_are_escaped_too(source, tmp_path):
    with celosia.read(source) as table, escaped_formulas():
        celosia.make_tables(table, Aggregation(("note",), least=1), [tmp_path / "n.csv"])

    assert "\n=1+1" not in (tmp_path / "n.csv").read_text()


def test_a_recipe_says_yes_or_no():
    with pytest.raises(RecipeError):
        celosia.Recipe.from_toml("escape_formulas = 1")
