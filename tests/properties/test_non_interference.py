"""What is not published leaves no trace in what is: certificate and public report.

Two originals that differ in unpublished records or cells alone, and lead to the same release, give
the same public certificate but for its time and its salted hashes, and the same public report.
"""

from __future__ import annotations

import ast
import inspect
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import celosia
from celosia import NullPolicy, Recipe, Role
from celosia.core.model import MODELS, UseCase, model_from_dict
from celosia.core.schema import RowUnit
from celosia.errors import VerificationFailed
from celosia.methods.method import METHODS, MethodFamily
from celosia.register.certificate import private_beside
from celosia.workflow import certify
from celosia.workflow.certify import PublishedRecipe, certificate
from celosia.workflow.verify import Verification

NAMES = ("name", "age", "sex", "dx", "job")
QI, SENSITIVE = Role.QUASI_IDENTIFIER, Role.SENSITIVE
ROLES = {"name": Role.IDENTIFIER, "age": QI, "sex": QI, "dx": SENSITIVE, "job": SENSITIVE}
ENTRIES = [
    {"model": "k-anonymity", "k": 2},
    {"model": "k-map", "k": 2},
    {"model": "estimated-k-map", "k": 2, "fraction": 0.5},
    {"model": "alpha-k-anonymity", "attribute": "dx", "alpha": 0.9, "k": 2},
    {"model": "distinct-l-diversity", "attribute": "dx", "l": 2},
    {"model": "entropy-l-diversity", "attribute": "dx", "l": 1.2},
    {"model": "recursive-c-l-diversity", "attribute": "dx", "c": 9, "l": 2},
    {"model": "t-closeness", "attribute": "dx", "t": 0.8},
    {"model": "beta-likeness", "attribute": "dx", "beta": 9},
    {"model": "delta-disclosure", "attribute": "dx", "delta": 9},
    {"model": "delta-presence", "lowest": 0, "highest": 1},
    {"model": "average-risk", "threshold": 0.5},
    {"model": "sample-uniqueness", "threshold": 0.5},
    {"model": "population-uniqueness", "threshold": 0.9, "fraction": 0.5},
    {
        "model": "beside-others",
        "of": {"model": "distinct-l-diversity", "attribute": "dx", "l": 2},
        "others": ["job"],
    },
]
BY_NAME = {entry["model"]: model_from_dict(entry) for entry in ENTRIES}
WITH_PEOPLE = {"k-map", "delta-presence"}


def rows_of(seed: int) -> list[tuple[str, ...]]:
    """Give forty people, somebody like nobody else, and somebody whose age nobody knows."""
    rng = random.Random(seed)
    people = [
        (f"p{n}", str(rng.randrange(20, 32)), "fm"[n % 2], rng.choice("abcd"), rng.choice("xy"))
        for n in range(40)
    ]
    return [*people, ("alone", "97", "f", "a", "x"), ("unknown", "", "m", "b", "y")]


def other_names(rows, rng):
    """Change a column that is dropped."""
    return [(f"other {rng.random()}", *row[1:]) for row in rows]


def other_diagnosis(rows, rng):
    """Change what nobody is told of whoever is left out."""
    changed = {"alone": ("d", "y"), "unknown": ("c", "x")}
    return [(*row[:3], *changed.get(row[0], row[3:])) for row in rows]


def other_values(rows, rng):
    """Give whoever is left out what nobody else has."""
    changed = {"alone": ("e", "z"), "unknown": ("rare", "z")}
    return [(*row[:3], *changed.get(row[0], row[3:])) for row in rows]


def one_more(rows, rng):
    """Add somebody else who is left out."""
    return [*rows, ("further", "", "f", "c", "x")]


REFUSED = (celosia.NotAchievable, VerificationFailed)
CHANGES = (other_names, other_diagnosis, other_values, one_more)


def released(folder: Path, rows, recipe: Recipe) -> celosia.Release:
    folder.mkdir()
    lines = [",".join(row) for row in (NAMES, *rows)]
    (folder / "in.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    people = "".join(f"{age},{sex}\n" for age in range(20, 98) for sex in "fm" * 3)
    (folder / "people.csv").write_text(f"age,sex\n{people}", encoding="utf-8")
    if recipe.population:
        recipe = replace(recipe, population=str(folder / recipe.population))
    with celosia.read(folder / "in.csv") as table:
        return celosia.anonymize(table, recipe, folder / "out.csv")


def public(release: celosia.Release) -> dict[str, object]:
    """Give the certificate without its time and its salted hashes."""
    proof = json.loads(release.certificate.read_text(encoding="utf-8"))
    del proof["created"]
    for about in ("input", "hierarchies", "population"):
        assert set(proof.pop(about, {"commitment"})) == {"commitment"}
    return proof


def asked(method: str, model: str, **more) -> Recipe:
    people = "people.csv" if model in WITH_PEOPLE else None
    usual = {"models": (BY_NAME[model],), "suppression": 0.2, "population": people}
    return Recipe(ROLES, method=method, nulls=NullPolicy.EXCLUDED, **(usual | more))


def check(folder: Path, recipe: Recipe, seed: int) -> int:
    """Compare an original with its changes; give how many of these made the same release."""
    rows, rng = rows_of(seed), random.Random(seed)
    first = released(folder / "first", rows, recipe)
    same = 0
    for change in CHANGES:
        try:
            second = released(folder / change.__name__, change(rows, rng), recipe)
        except REFUSED:  # nothing is published
            continue
        if second.path.read_bytes() == first.path.read_bytes():
            same += 1
            assert public(second) == public(first), change.__name__
            assert celosia.public_report(second.path) == celosia.public_report(first.path)
    return same


def test_every_model_is_asked_for():
    assert set(BY_NAME) == set(MODELS)


def fits(method: str, model: str) -> bool:
    """Leave out the pairs that a recipe refuses: groups are not compared with a population."""
    return not (METHODS[method].groups and model in WITH_PEOPLE) and not (
        METHODS[method].family is MethodFamily.FUZZY and model in WITH_PEOPLE
    )


@pytest.mark.parametrize("model", ["distinct-l-diversity", "t-closeness"])
@pytest.mark.parametrize("method", [name for name in METHODS if name != "none"])
def test_what_is_not_published_changes_no_certificate_by_any_method(method, model, tmp_path):
    assert check(tmp_path, asked(method, model, suppression=0.2), seed=1) >= 2


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("method", ["optimal", "mondrian"])
def test_what_is_not_published_changes_no_certificate_by_any_model(method, model, tmp_path):
    if not fits(method, model):
        pytest.skip("a population is generalized by levels alone")
    assert check(tmp_path, asked(method, model), seed=2) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 40))
def test_what_is_not_published_changes_no_certificate_of_many_tables(seed, tmp_path):
    rng = random.Random(seed)
    method = rng.choice([name for name in METHODS if name != "none"])
    model = rng.choice([name for name in MODELS if fits(method, name)])
    keep = rng.random() < 0.3

    try:
        same = check(tmp_path, asked(method, model, keep_suppressed=keep), seed)
    except REFUSED:
        pytest.skip("nothing is published")
    assert same >= 1


def test_a_suppressed_diagnosis_does_not_follow_from_the_certificate(tmp_path):
    """The attack of before: `before.t_equal` and `before.beta_basic` gave her diagnosis away."""
    recipe = asked("optimal", "k-anonymity", use_case=UseCase.EXTERNAL, controls={"deletion": "no"})
    rows = rows_of(5)

    first = released(tmp_path / "first", rows, recipe)
    second = released(tmp_path / "second", other_values(rows, None), recipe)

    assert first.path.read_bytes() == second.path.read_bytes()
    assert first.suppressed >= 1
    before = [private_beside(each.certificate)["before"]["sensitive"] for each in (first, second)]
    assert before[0]["dx"]["t_equal"] != before[1]["dx"]["t_equal"]
    assert before[0]["dx"]["beta_basic"] != before[1]["dx"]["beta_basic"]
    assert public(first) == public(second)
    written = first.certificate.read_text(encoding="utf-8")
    assert not {"before", "suppressed", "excluded", "loss", "seed", "weights", "node"} & set(
        json.loads(written)
    )
    assert "deletion" not in written
    assert private_beside(first.certificate)["controls"]["missing"] == ["deletion"]


def test_the_original_cannot_reach_what_makes_the_certificate():
    """It gets what was read again and the recipe; its module knows nothing of the original."""
    given = [each.annotation for each in inspect.signature(certificate).parameters.values()]
    assert given[:2] == [Verification.__name__, PublishedRecipe.__name__]
    tree = ast.parse(inspect.getsource(certify))
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in named if name.startswith("celosia.workflow")} == {
        "celosia.workflow.guard",
        "celosia.workflow.residual_risks",
        "celosia.workflow.verify",
    }
    assert not {name for name in named if name in ("celosia.core.table", "celosia.core.relation")}


def test_whose_records_they_are_does_not_follow_where_that_is_not_published(tmp_path):
    """Persons are counted by a dropped column: how many there are is for the owner alone."""
    rows = [
        (f"{sex}{n // repeated}", "30", sex, "ab"[n % 2], "x")
        for sex, repeated in (("f", 1), ("m", 2))
        for n in range(8)
    ]
    others = [(f"{row[2]}{n}", *row[1:]) for n, row in enumerate(rows)]
    recipe = Recipe(ROLES, models=(BY_NAME["k-anonymity"],), subject=("name",))

    first = released(tmp_path / "first", rows, recipe)
    second = released(tmp_path / "second", others, recipe)

    assert first.path.read_bytes() == second.path.read_bytes()
    assert (first.after.figures.min_persons, second.after.figures.min_persons) == (4, 8)
    assert public(first) == public(second)
    proof = json.loads(first.certificate.read_text(encoding="utf-8"))
    assert (proof["counted"], set(proof["roles"])) == ("persons", {"age", "sex", "dx", "job"})
    assert "highest prosecutor risk 0.5" in proof["statement"]
    assert "rows-per-person" not in [risk["risk"] for risk in proof["residual_risks"]]


@pytest.mark.parametrize("ending", ["csv", "parquet", "sav", "dta", "xpt", "xlsx"])
def test_no_type_of_a_file_tells_of_a_record_that_is_left_out(ending, tmp_path):
    """A suppressed cost that is no number made a text of a column of numbers."""
    roles = {"age": Role.QUASI_IDENTIFIER, "cost": Role.INSENSITIVE}
    recipe = Recipe(roles=roles, models=(celosia.models.KAnonymity(3),), suppression=0.3)
    recipe = replace(recipe, node={"age": 0}, rows=RowUnit.PERSONS)

    def written(odd: str) -> bytes:
        path = tmp_path / "data.csv"
        path.write_text("age,cost\n" + "30,1\n30,2\n30,3\n" * 2 + f"99,{odd}\n")
        with celosia.read(path) as table:
            return celosia.anonymize(table, recipe, tmp_path / f"r.{ending}").path.read_bytes()

    assert len({written(odd) for odd in ("7", "unknown", "0.5", "2020-01-01", "x" * 300)}) == 1


def test_spellings_of_the_original_are_not_told(tmp_path):
    """Two originals, one of which spells a sex in two ways: the same release, the same words."""
    roles = {"sex": Role.QUASI_IDENTIFIER, "dx": Role.SENSITIVE}
    recipe = Recipe(roles=roles, models=(celosia.models.KAnonymity(3),), rows=RowUnit.PERSONS)

    def made(name: str, odd: str) -> celosia.Release:
        (tmp_path / name).mkdir()
        path = tmp_path / name / "data.csv"
        path.write_text(f"sex,dx\nM,flu\nM,hiv\n{odd},flu\nF,hiv\nF,flu\nF,flu\n")
        with celosia.read(path) as table:
            return celosia.anonymize(table, recipe, path.with_name("release.csv"))

    one, other = made("a", "M"), made("b", "m ")

    assert one.path.read_bytes() == other.path.read_bytes()
    assert [len(release.mended) for release in (one, other)] == [0, 1]
    assert public(one) == public(other)
