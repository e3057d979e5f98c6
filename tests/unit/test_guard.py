"""No published column is unguarded: what is no quasi-identifier finds people too."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import celosia
from celosia import Recipe, Role
from celosia.core.technique import technique_from_dict
from celosia.core.values import Alone
from celosia.errors import RecipeError
from celosia.models import KAnonymity
from celosia.workflow.guard import FEW_VALUES, NEAR_UNIQUE, Verdict
from celosia.workflow.unguarded import UnguardedColumns

COLUMNS = ("age", "sex", "amount", "bmi", "cost", "dx")
ROLES = {
    "age": Role.QUASI_IDENTIFIER,
    "sex": Role.QUASI_IDENTIFIER,
    "amount": Role.INSENSITIVE,
    "bmi": Role.INSENSITIVE,
    "cost": Role.INSENSITIVE,
    "dx": Role.SENSITIVE,
}
EXACT = ("amount", "bmi", "cost")


def write(path, columns, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(rows)
    return path


@pytest.fixture(scope="module")
def bills(tmp_path_factory):
    """The table of the issue: 30,000 people with exact amounts, BMI and costs."""
    drawn = np.random.default_rng(16)
    records = 30_000
    columns = (
        drawn.integers(18, 91, records),
        drawn.choice(["F", "M"], records),
        [f"{value:.2f}" for value in drawn.lognormal(7.5, 0.8, records)],
        [f"{value:.5f}" for value in drawn.normal(26, 4.5, records)],
        [f"{value:.2f}" for value in drawn.gamma(2, 900, records)],
        drawn.choice(["I10", "E11", "J45", "M54"], records),
    )
    path = tmp_path_factory.mktemp("bills") / "bills.csv"
    return write(path, COLUMNS, zip(*columns, strict=True))


def recipe_for(**more):
    return Recipe(roles=ROLES, models=(KAnonymity(5),), **more)


def released(path, recipe, folder, **more):
    with celosia.read(path) as table:
        return celosia.anonymize(table, recipe, folder / "out.csv", **more)


def test_exact_amounts_are_refused_with_what_each_remedy_would_leave(bills, tmp_path):
    with pytest.raises(UnguardedColumns) as refused:
        released(bills, recipe_for(), tmp_path)

    said = str(refused.value)
    assert "--exact amount --exact bmi --exact cost" in said
    assert "\n" not in said
    assert set(refused.value.remedies) == set(EXACT)
    assert not (tmp_path / "out.csv").exists()


def test_a_remedy_leaves_what_it_promises(bills, tmp_path):
    with pytest.raises(UnguardedColumns) as refused:
        released(bills, recipe_for(), tmp_path)
    [rounding] = [r for r in refused.value.remedies["amount"] if r.kind == "rounding"]
    asked = recipe_for(techniques=(technique_from_dict(rounding.entries),), exact=("bmi", "cost"))

    release = released(bills, asked, tmp_path)

    assert release.guard.columns["amount"].share == pytest.approx(rounding.alone, abs=1e-3)
    assert release.guard.columns["amount"].share < NEAR_UNIQUE


def test_exact_columns_are_let_through_in_amber_with_the_measured_linkage(bills, tmp_path):
    release = released(bills, recipe_for(exact=EXACT), tmp_path)

    assert release.guard.verdict is Verdict.QUASI_IDENTIFIERS_ONLY
    assert release.guard.everything.share > 0.99
    proof = json.loads(release.certificate.read_text(encoding="utf-8"))
    assert proof["guard"]["verdict"] == "quasi-identifiers-only"
    assert proof["guard"]["exact"] == list(EXACT)
    assert proof["guard"]["all_columns_alone"] > 0.99
    assert "Only the quasi-identifiers are guarded" in proof["statement"]
    assert {"exact-column", "other-columns"} <= {r["risk"] for r in proof["residual_risks"]}
    assert "attacks" not in proof
    evidence = json.loads(release.evidence.read_text(encoding="utf-8"))
    found = evidence["attacks"]["other_columns"]["one_candidate"]
    assert (found["number"], found["control_rate"]) == (30_000, 0)
    assert "originals_found" not in proof["guard"]


def test_after_the_remedies_everything_is_guarded(bills, tmp_path):
    rounded = [("amount", 5000), ("bmi", 20), ("cost", 5000)]
    techniques = [
        {"kind": "rounding", "column": name, "base": base, "direction": "down"}
        for name, base in rounded
    ]
    asked = recipe_for(techniques=tuple(map(technique_from_dict, techniques)))

    release = released(bills, asked, tmp_path)

    assert release.guard.verdict is Verdict.GUARDED
    assert release.guard.others.share < NEAR_UNIQUE
    assert released_risks(release).isdisjoint({"exact-column", "other-columns"})


def released_risks(release):
    return {risk.name for risk in release.residual}


def test_columns_that_only_together_tell_people_apart_are_amber(tmp_path):
    drawn = np.random.default_rng(5)
    rows = [(30 + n % 2, *drawn.integers(0, 15, 4)) for n in range(2000)]
    path = write(tmp_path / "t.csv", ("age", "a", "b", "c", "d"), rows)
    roles = dict.fromkeys("abcd", Role.INSENSITIVE) | {"age": Role.QUASI_IDENTIFIER}

    release = released(path, Recipe(roles=roles, models=(KAnonymity(5),)), tmp_path)

    assert all(found.alone == 0 for found in release.guard.columns.values())
    assert release.guard.others.share > 0.9
    assert release.guard.verdict is Verdict.QUASI_IDENTIFIERS_ONLY


@pytest.mark.parametrize("noise", [0.000001, 0.05])
def test_noise_guards_a_column_only_where_it_moves_values_past_others(bills, tmp_path, noise):
    """What tiny noise makes is as unique as before, and as near to the truth."""
    technique = {"kind": "uniform-noise", "column": "amount", "share": noise}
    asked = recipe_for(techniques=(technique_from_dict(technique),), exact=("bmi", "cost"))

    if noise > 0.01:
        assert released(bills, asked, tmp_path).guard.unknown == ("amount",)
    else:
        with pytest.raises(UnguardedColumns, match="--exact amount"):
            released(bills, asked, tmp_path)


def test_what_only_one_person_holds_is_alone_however_often(tmp_path):
    """By rows nobody is alone: everybody's height stands there three times."""
    rows = [(f"p{n // 3}", 30 + n % 2, 150 + (n // 3) / 10) for n in range(300)]
    path = write(tmp_path / "visits.csv", ("who", "age", "height"), rows)
    roles = {
        "who": Role.IDENTIFIER,
        "age": Role.QUASI_IDENTIFIER,
        "height": Role.INSENSITIVE,
    }
    asked = Recipe(roles=roles, models=(KAnonymity(2),))

    assert released(path, asked, tmp_path).guard.others == Alone(300, 100, 0)
    with pytest.raises(UnguardedColumns, match="--exact height"):
        released(path, replace(asked, subject=("who",)), tmp_path)


def test_few_values_and_nulls_are_not_refused(tmp_path):
    rows = [(30 + n % 2, n if n < FEW_VALUES - 1 else "") for n in range(100)]
    path = write(tmp_path / "t.csv", ("age", "code"), rows)
    roles = {"age": Role.QUASI_IDENTIFIER, "code": Role.INSENSITIVE}

    release = released(path, Recipe(roles=roles, models=(KAnonymity(2),)), tmp_path)

    assert release.guard.columns["code"] == Alone(FEW_VALUES - 1, FEW_VALUES - 1, FEW_VALUES - 1)


def test_pseudonyms_and_private_cells_may_be_unique(bills, tmp_path):
    private = {
        "kind": "laplace-mechanism",
        "column": "amount",
        "epsilon": 1,
        "low": 0,
        "high": 9999,
    }
    coded = {"kind": "keyed-pseudonym", "column": "cost"}
    asked = recipe_for(
        techniques=(technique_from_dict(private), technique_from_dict(coded)), exact=("bmi",)
    )

    release = released(bills, asked, tmp_path, key=b"k" * 32)

    assert set(release.guard.unknown) == {"amount", "cost"}
    assert set(release.guard.columns) == {"bmi", "dx"}


@pytest.mark.parametrize("name", ["age", "nothing"])
def test_exact_names_published_columns_alone(bills, tmp_path, name):
    with pytest.raises(RecipeError, match=name):
        released(bills, recipe_for(exact=(name,)), tmp_path)


def test_the_command_says_the_flag_and_ends_with_2(bills, tmp_path):
    asked = [
        *("anonymize", str(bills), "-o", str(tmp_path / "out.csv"), "-k", "5", "--qi", "age"),
        *("--qi", "sex", "--sensitive", "dx", "--json"),
        *(part for name in EXACT for part in ("--insensitive", name)),
    ]

    refused = run(asked)
    let = run([*asked, *(part for name in EXACT for part in ("--exact", name))])

    assert refused.returncode == 2
    assert "--exact amount" in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert let.returncode == 0
    assert json.loads(let.stdout)["guard"]["verdict"] == "quasi-identifiers-only"


def run(words):
    code = "from celosia.cli.main import main; main()"
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_reason_is_read_written_and_kept_in_the_evidence(bills, tmp_path):
    text = '[exact]\namount = "agreed with the board"\nbmi = ""\n'
    asked = replace(Recipe.from_toml(text), roles=ROLES, models=(KAnonymity(5),))
    asked = replace(asked, roles={**ROLES, "cost": Role.IDENTIFIER})

    release = released(bills, asked, tmp_path)

    assert Recipe.from_toml(asked.to_toml()).exact == {"amount": "agreed with the board", "bmi": ""}
    assert Recipe.from_toml('exact = ["amount"]').exact_reasons == {"amount": ""}
    evidence = json.loads(release.evidence.read_text(encoding="utf-8"))
    assert evidence["exact"] == asked.exact_reasons
    assert "board" not in release.certificate.read_text(encoding="utf-8")
    assert release.guard.exact == ("amount", "bmi")


@pytest.mark.parametrize("wrong", ['exact = "amount"', "[exact]\namount = 3"])
def test_exact_that_is_neither_names_nor_reasons_is_refused(wrong):
    with pytest.raises(RecipeError):
        Recipe.from_toml(wrong)
