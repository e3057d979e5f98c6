"""How columns and recipes become what a grouping method is given."""

from __future__ import annotations

import csv

import pytest

import celosia
from celosia import Recipe, Role
from celosia.cli.main import cli
from celosia.errors import RecipeError
from celosia.methods.method_options import Output
from celosia.models import KAnonymity


def released(folder, cells, **choices):
    """Publish one quasi-identifier in groups of 2; give its labels."""
    source, target = folder / "data.csv", folder / "release.csv"
    with source.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["x"], *([cell] for cell in cells)])
    recipe = Recipe(
        roles={"x": Role.QUASI_IDENTIFIER},
        models=(KAnonymity(2),),
        method="l-greedy",
        **choices,
    )
    with celosia.read(source) as table:
        celosia.anonymize(table, recipe, target)
    with target.open(encoding="utf-8", newline="") as file:
        return sorted({row["x"] for row in csv.DictReader(file)})


def test_dates_with_blanks_around_them_are_dates(tmp_path):
    cells = [" 2020-01-05", "2020-01-06", "2020-02-01 ", "2020-02-02"]

    found = released(tmp_path, cells)

    assert found == ["[2020-01-05, 2020-01-06]", "[2020-02-01, 2020-02-02]"]


def test_a_year_that_no_calendar_has_makes_a_column_of_texts(tmp_path):
    found = released(tmp_path, ["0000-01-05", "2020-01-06", "2020-01-07", "2020-01-08"])

    assert found == ["{0000-01-05, 2020-01-06}", "{2020-01-07, 2020-01-08}"]


@pytest.mark.parametrize("number", ["1e999", "-2e300"])
def test_a_number_too_large_to_reckon_with_is_refused_and_not_told(tmp_path, number):
    with pytest.raises(celosia.ParameterError, match="too large to reckon with") as refused:
        released(tmp_path, [number, "1.5", "2", "3"])

    assert number not in str(refused.value)


def test_such_numbers_can_be_told_as_a_set(tmp_path):
    found = released(tmp_path, ["1e999", "1.5", "2", "2"], outputs={"x": Output.SET})

    assert found == ["2", "{1.5, 1e999}"]


def test_the_mean_of_dates_declared_without_a_format_is_a_date(tmp_path):
    schema = celosia.Schema((celosia.Column("x", celosia.ColumnType.DATE),))
    source = tmp_path / "dates.csv"
    source.write_text("x\n2020-01-05\n2020-01-07\n")
    recipe = Recipe(
        roles={"x": Role.QUASI_IDENTIFIER},
        models=(KAnonymity(2),),
        method="mondrian",
        outputs={"x": Output.MEAN},
    )

    with celosia.read(source, schema=schema) as table:
        celosia.anonymize(table, recipe, tmp_path / "release.csv")

    assert (tmp_path / "release.csv").read_text().split() == ["x", "2020-01-06", "2020-01-06"]


def test_levels_are_refused_where_no_ancestor_is_published(tmp_path):
    with pytest.raises(celosia.ParameterError, match="levels, which limit the ancestors"):
        released(tmp_path, ["a", "b", "c", "d"], levels={"x": (1, 2)})


@pytest.mark.parametrize("option", [("--publish-as", "x=set"), ("--refine", "5"), ("--relaxed",)])
def test_options_of_groups_are_refused_where_no_groups_are_made(tmp_path, option):
    (tmp_path / "data.csv").write_text("x\na\na\n")
    target = tmp_path / "release.csv"
    command = ["anonymize", str(tmp_path / "data.csv"), "-o", str(target), "--qi", "x", "-k", "2"]

    with pytest.raises(celosia.ParameterError, match="methods that group records"):
        cli([*command, *option], standalone_mode=False)

    assert not target.exists()


def test_a_refinement_without_any_effort_is_refused_before_any_work():
    with pytest.raises(RecipeError, match="effort"):
        Recipe.from_toml("grouping.effort = 0")


def test_a_null_is_one_of_the_values_that_a_set_does_not_cover(tmp_path):
    """Two of six records tell {a, b}, one more of three further values: c, null and the other."""
    source, target = tmp_path / "data.csv", tmp_path / "release.csv"
    source.write_text("x,y\n" + "a,1\nb,1\nc,1\nc,1\n,1\n,1\n")
    roles = {"x": Role.QUASI_IDENTIFIER, "y": Role.INSENSITIVE}
    recipe = Recipe(roles=roles, models=(KAnonymity(2),), method="k-members")

    with celosia.read(source) as table:
        release = celosia.anonymize(table, recipe, target)
        with celosia.read(target) as published:
            compared = celosia.compare(table, published, ["x"])

    assert release.loss == pytest.approx(1 / 9)
    assert compared.figures["gcp_with_left_out"] == pytest.approx(1 / 9)


def test_options_of_other_grouping_methods_are_refused_with_the_methods_that_have_them(tmp_path):
    (tmp_path / "data.csv").write_text("x\n1\n2\n3\n4\n")
    target = tmp_path / "out.csv"
    words = ["--qi", "x", "-k", "2", "-o", str(target), "--method", "l-greedy"]
    strays = ["--gamma", "0.4", "--relaxed"]

    with pytest.raises(celosia.ParameterError) as refused:
        cli(["anonymize", str(tmp_path / "data.csv"), *words, *strays], standalone_mode=False)

    assert "--gamma (of v-mdav)" in str(refused.value)
    assert "--relaxed (of mondrian)" in str(refused.value)
    assert not target.exists()
