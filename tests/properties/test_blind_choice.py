"""What a choice among candidates gives away of sensitive values, measured; and one that does not.

References: Wong et al., *Minimality attack in privacy preserving data publishing*, VLDB 2007.
"""

from __future__ import annotations

import csv
import json
import random
from dataclasses import replace
from itertools import combinations

import pytest
from click.testing import CliRunner

import celosia
from celosia import NotAchievable, Recipe, Role
from celosia.cli.main import cli
from celosia.errors import RecipeError
from celosia.hierarchies import ExplicitRows
from celosia.methods.method import METHODS, Choice
from celosia.models import DistinctLDiversity, KAnonymity, TCloseness

ROLES = {"zip": Role.QUASI_IDENTIFIER, "dx": Role.SENSITIVE}
TREE = ExplicitRows((("08001", "08*"), ("08002", "08*")))
OF_WHOM = ["08001"] * 2 + ["08002"] * 5
RECIPE = Recipe(
    ROLES,
    models=(KAnonymity(2), DistinctLDiversity("dx", l=2)),
    hierarchies={"zip": TREE},
)
FURTHER_UP = {"zip": (1, 1)}


def released(folder, sick, recipe):
    """Publish the table in which these two of seven people have HIV, and the others what they have.

    What an attacker does not see is which of them have it.
    """
    others = iter(["flu", "gout", "ulcer", "cold", "burn"])
    rows = [f"{place},{'HIV' if n in sick else next(others)}" for n, place in enumerate(OF_WHOM)]
    (folder / "in.csv").write_text("\n".join(["zip,dx", *rows]) + "\n", encoding="utf-8")
    with celosia.read(folder / "in.csv") as table:
        return celosia.anonymize(table, recipe, folder / "out.csv").path.read_bytes()


def belief(folder, recipe, sick=(0, 1)):
    """Give how likely the first person has HIV to who knows who lives where, and the method.

    All tables are tried that are possible; those count that would have given this very release.
    """
    seen = released(folder, sick, recipe)
    possible = []
    for world in combinations(range(7), 2):
        try:
            if released(folder, world, recipe) == seen:
                possible.append(world)
        except NotAchievable:
            continue
    return sum(0 in world for world in possible) / len(possible)


def test_the_best_choice_gives_a_diagnosis_away(tmp_path):
    """Two of seven have it, so it was 0.286; that the postcode was cut says who."""
    assert belief(tmp_path, RECIPE) == 1.0


def test_a_blind_choice_gives_nothing_away(tmp_path):
    blind = replace(RECIPE, choice=Choice.BLIND)

    with pytest.raises(NotAchievable, match="without looking at sensitive values") as refused:
        released(tmp_path, (0, 1), blind)
    assert "HIV" not in str(refused.value)
    assert not (tmp_path / "out.csv").exists()

    assert belief(tmp_path, replace(blind, levels=FURTHER_UP)) == pytest.approx(2 / 7)


def test_what_a_blind_choice_publishes_says_what_it_shows_and_no_more(tmp_path):
    """In the release itself one of the two people of the first postcode has HIV."""
    blind = replace(RECIPE, choice=Choice.BLIND)

    assert belief(tmp_path, blind, sick=(0, 3)) == pytest.approx(1 / 2)


@pytest.mark.parametrize("method", [name for name in METHODS if name != "none"])
def test_labels_and_who_is_left_out_do_not_depend_on_sensitive_values(method, tmp_path):
    roles = {"age": Role.QUASI_IDENTIFIER, "sex": Role.QUASI_IDENTIFIER, "dx": Role.SENSITIVE}
    recipe = Recipe(
        roles,
        models=(KAnonymity(3), TCloseness("dx", t=0.95), DistinctLDiversity("dx", l=2)),
        method=method,
        suppression=0.1,
        choice=Choice.BLIND,
        exact=("dx",),
    )
    found, rng = [], random.Random(7)
    people = [(str(rng.randrange(20, 50)), rng.choice("fm")) for _ in range(60)]
    values = [f"d{n}" for n in range(60)]
    for _ in range(3):
        rng.shuffle(values)
        lines = [f"{age},{sex},{dx}" for (age, sex), dx in zip(people, values, strict=True)]
        (tmp_path / "in.csv").write_text("\n".join(["age,sex,dx", *lines]) + "\n", encoding="utf-8")
        with celosia.read(tmp_path / "in.csv") as table:
            release = celosia.anonymize(table, recipe, tmp_path / "out.csv")
        with release.path.open(encoding="utf-8", newline="") as file:
            found.append(sorted((row["age"], row["sex"]) for row in csv.DictReader(file)))

    assert found[0] == found[1] == found[2]


def test_the_command_takes_it_and_what_it_cannot_publish_ends_with_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"{place},{'ab'[n > 1]}" for n, place in enumerate(OF_WHOM)]
    (tmp_path / "in.csv").write_text("\n".join(["zip,dx", *rows]) + "\n", encoding="utf-8")
    (tmp_path / "zip.csv").write_text("08001;08*\n08002;08*\n", encoding="utf-8")
    asked = ["anonymize", "in.csv", "--qi", "zip", "--sensitive", "dx", "-k", "2", "-o", "out.csv"]
    asked += ["--model", 'model = "distinct-l-diversity", attribute = "dx", l = 2']
    asked += ["--hierarchy", "zip=zip.csv", "--rows", "persons", "--choice", "blind"]

    refused = CliRunner().invoke(cli, asked)
    done = CliRunner().invoke(cli, [*asked, "--levels", "zip=1:1"], catch_exceptions=False)

    assert refused.exit_code == 1, refused.output
    assert "--levels" in str(refused.exception)
    assert done.exit_code == 0, done.output
    assert "Minimality" not in done.output
    proof = json.loads((tmp_path / "out.csv.certificate.json").read_text(encoding="utf-8"))
    assert proof["choice"] == "blind"


def test_a_recipe_keeps_it():
    text = replace(RECIPE, choice=Choice.BLIND).to_toml()

    assert 'choice = "blind"' in text
    assert Recipe.from_toml(text).choice is Choice.BLIND
    assert "choice" not in RECIPE.to_toml()
    with pytest.raises(RecipeError, match="best, blind"):
        Recipe.from_toml('choice = "deaf"')


def residual_of(folder, sick, recipe):
    released(folder, sick, recipe)
    evidence = json.loads((folder / "out.csv.evidence.json").read_text(encoding="utf-8"))
    return {risk["risk"]: risk for risk in evidence["residual_risks"]}


def test_the_owner_is_told_whether_sensitive_values_decided(tmp_path):
    decided = residual_of(tmp_path, (0, 1), RECIPE)["minimality"]

    assert (decided["reason"], decided["chosen"], decided["unseen"]) == ("decided", 1, 0)
    assert "minimality" not in residual_of(tmp_path, (0, 3), RECIPE)
    assert belief(tmp_path, RECIPE, sick=(0, 3)) == pytest.approx(1 / 2)  # as the class shows
    proof = json.loads((tmp_path / "out.csv.certificate.json").read_text(encoding="utf-8"))
    assert "minimality" in [risk["risk"] for risk in proof["residual_risks"]]


def test_the_owner_is_told_of_other_releases_of_the_same_table(tmp_path):
    assert "reason" not in residual_of(tmp_path, (0, 3), RECIPE)["composition"]
    for name in ("certificate", "evidence"):
        earlier = tmp_path / f"out.csv.{name}.json"
        earlier.rename(tmp_path / f"earlier.csv.{name}.json")

    assert residual_of(tmp_path, (0, 3), RECIPE)["composition"]["releases"] == 1
    assert "reason" not in residual_of(tmp_path, (0, 4), RECIPE)["composition"]


def test_a_blind_choice_needs_no_model_of_sizes(tmp_path):
    close = replace(RECIPE, models=(TCloseness("dx", t=0.9),), choice=Choice.BLIND)

    assert released(tmp_path, (0, 3), close).count(b"08001") == 2
