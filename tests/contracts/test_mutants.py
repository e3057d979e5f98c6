"""Formulas of the models are broken one by one: no false release comes out of any of them."""

from __future__ import annotations

import csv
import random
import sys
import tomllib
from contextlib import suppress
from functools import cache
from pathlib import Path
from pkgutil import iter_modules
from tempfile import mkdtemp

import numpy as np
import pytest
from tests.contracts.test_models import CASES
from tests.support.mutants import mutants

import celosia
import celosia.models
from celosia import NullPolicy, Recipe, Role, VerificationFailed
from celosia.models import (
    AlphaKAnonymity,
    AverageRisk,
    BesideOthers,
    BetaLikeness,
    DeltaDisclosure,
    DeltaPresence,
    DistinctLDiversity,
    EntropyLDiversity,
    EstimatedKMap,
    KAnonymity,
    KMap,
    PopulationUniqueness,
    RecursiveCLDiversity,
    SampleUniqueness,
    TCloseness,
)
from celosia.workflow.verify import classes_of
from celosia.workflow.whose import Whose

ROLES = {
    "who": Role.IDENTIFIER,
    "zip": Role.QUASI_IDENTIFIER,
    "sex": Role.QUASI_IDENTIFIER,
    "job": Role.SENSITIVE,
    "dx": Role.SENSITIVE,
}
TREE = (("0", "low", "*"), ("1", "low", "*"), ("2", "high", "*"), ("10", "high", "*"))
MODELS = [
    *CASES,
    AlphaKAnonymity("dx", alpha=0.5, k=1),
    RecursiveCLDiversity("dx", c=1, l=2),
    RecursiveCLDiversity("dx", c=3, l=3),
    EntropyLDiversity("dx", l=1),
    EntropyLDiversity("dx", l=2.5),
    EntropyLDiversity("dx", l=3, estimator="grassberger"),
    TCloseness("dx", t=0.15),
    TCloseness("dx", t=0.45),
    TCloseness("dx", t=0.1, distance="ordered"),
    TCloseness("dx", t=0.4, distance="ordered"),
    TCloseness("dx", t=0.1, distance="hierarchical", paths=TREE),
    TCloseness("dx", t=0.4, distance="hierarchical", paths=TREE),
    BetaLikeness("dx", beta=0.2),
    BetaLikeness("dx", beta=2.0, enhanced=True),
    DeltaDisclosure("dx", delta=0.4),
    DeltaDisclosure("dx", delta=1.0),
    DeltaDisclosure("dx", delta=2.0),
    DeltaPresence(0.0, 0.5),
    DeltaPresence(0.5, 1.0),
    DeltaPresence(0.2, 0.2),
    AverageRisk(0.4),
    SampleUniqueness(0.0),
    SampleUniqueness(0.15),
    SampleUniqueness(0.4),
    KMap(3),
    EstimatedKMap(3, fraction=0.9),
    EstimatedKMap(1000, fraction=0.9),
    EstimatedKMap(8, fraction=0.3, significance=0.2),
    EstimatedKMap(8, fraction=0.3, significance=0.2, estimator="D4"),
    EstimatedKMap(8, fraction=0.05, significance=0.5),
    EstimatedKMap(6, fraction=0.5, significance=0.7, estimator="D4"),
    *(
        PopulationUniqueness(t, fraction=f, estimator=e)
        for t in (0.02, 0.2)
        for f in (0.1, 0.4, 1.0)
        for e in ("dankar", "pitman", "zayatz", "snb")
    ),
    BesideOthers(AlphaKAnonymity("dx", alpha=0.6, k=2), ("job",)),
    BesideOthers(DeltaDisclosure("dx", delta=1.5), ("job",)),
]
TIES = [
    "a,f,j,0 a,f,j,0 a,f,j,1 a,f,j,1 b,f,j,0" + " b,f,j,1" * 7,  # shares twice those of the whole
    "a,f,j,0 a,f,j,1 ,f,j,0 ,f,k,1 b,m,j,0",  # sizes that are not records, and a unique
    ",f,j,0 ,f,j,1 a,f,j,0 b,f,k,1 b,m,k,0 c,m,j,1",
    "a,f,j,x a,f,j,y b,f,j,z b,f,k,x b,f,k,x",  # texts have an order, too
]
PERSONS = [
    "p,a,f,j,0 p,a,f,j,1 q,a,f,j,",  # one holds two values, the other none that is known
    " ".join(f"p{i},b,f,j,{dx}" for i in range(4) for dx in "01")
    + " p0,b,f,j,10 "
    + " ".join(f"q{i},a,f,j,{dx}" for i in range(6) for dx in "012"),  # b lacks what many hold
    " ".join(f"p{i},a,f,j,{dx}" for i in range(4) for dx in "01")
    + " q0,b,f,j,10 "
    + " ".join(f"q{i},b,f,j,{dx}" for i in range(6) for dx in "012")
    + " r,c,f,j,",  # a lacks two values; nothing is known of c
]
"""Tables of persons with several values."""
KNOWN = ["zip", "sex"]
PANEL = 60
FORMULAS = [f"celosia.models.{each.name}" for each in iter_modules(celosia.models.__path__)]
COUNTED = {
    *(f"Histogram.{each}" for each in ("known", "held", "shares", "distribution", "overall")),
    "Histogram.overall_shares",
    "Histogram._totals",
    "Classes.distinct",
    "_summed",
}
"""What of the classes is a formula: the shares and numbers that models compare."""
NO_FORMULA = {
    "__post_init__": "refuses wrong parameters",
    "check_tree": "refuses wrong parameters",
    "_is_path": "refuses wrong parameters",
    "gaps": "words",
    "from_dict": "recipes",
    "to_dict": "recipes",
    "published": "certificates",
    "monotone": "what a search may leave out; verification counts anew",
    "local": "what a search may leave out; verification counts anew",
    "only_size": "what a search may leave out; verification counts anew",
    "needed_beta": "a figure of reports",
    "DENSE_CELLS": "how much is reckoned at a time",
}
EQUIVALENT: dict[str, list[str]] = tomllib.loads(
    (Path(__file__).parents[1] / "support" / "equivalent_mutants.toml").read_text(encoding="utf-8")
)
"""Mutants that no table tells from the right formula, by the reason."""


@cache
def panel():
    """Small tables with a population, the classes of each, and what every model says of them."""
    folder, source = Path(mkdtemp(prefix="celosia-mutants-")), random.Random(16)
    return [_case(folder / str(number), source, number) for number in range(PANEL)]


def _case(folder, source, number):
    folder.mkdir()
    made = dict(enumerate((*TIES, *PERSONS))).get(number)
    rows = [row.split(",") for row in made.split()] if made else _rows(source)
    nulls = NullPolicy.WILDCARD if number % 3 == 1 else source.choice(list(NullPolicy))
    of_persons = len(rows[0]) == len(ROLES)
    subject = ("who",) if of_persons or number % 4 == 3 else ()
    if not of_persons:
        persons = max(1, len(rows) // source.choice([1, 2, 4]))
        rows = [(f"p{source.randrange(persons)}", *row) for row in rows]
    people = [row[1:3] for row in rows][number % 4 :]
    people += [[source.choice("abcd"[: source.randint(1, 4)]), "f"] for _ in range(number % 7)]
    _write(folder / "table.csv", tuple(ROLES), rows)
    _write(folder / "people.csv", KNOWN, people or [rows[0][1:3]])
    queries = sorted({names for model in MODELS for names in model.sensitive})
    with celosia.read(folder / "table.csv") as table, celosia.read(folder / "people.csv") as others:
        alike = others.relation.combinations(KNOWN)
        whose = Whose.of(table, subject)
        classes = classes_of(table.relation, KNOWN, queries, nulls, alike, whose)
    choices = {
        "nulls": nulls,
        "subject": subject,
        "population": str(folder / "people.csv"),
    }
    return folder, choices, classes, {model: verdict(model, classes) for model in MODELS}


def _rows(source):
    unknown = source.choice([0, 0, 0.15])

    def cell(values):
        return "" if source.random() < unknown else source.choice(values)

    sexes = source.choice(["f", "fm"])
    zips = "abcd"[: source.randint(1, 4)]
    values = source.choice([["0", "1"], ["0", "0", "1", "2", "10"]])
    rows = [
        (cell(zips), cell(sexes), cell("jk"), cell(values)) for _ in range(source.randint(2, 24))
    ]
    return [(zips[0], "f", "j", values[0]), *rows]


def _write(path, header, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])


def verdict(model, classes):
    """Judge classes, by formulas that may be broken; None where that fails."""
    vars(model).pop("least_size", None) if hasattr(model, "__dict__") else None
    with suppress(Exception), np.errstate(all="ignore"):
        found = np.asarray(model.accepts(classes), bool)
        return found if found.shape == classes.sizes.shape else None
    return None


def looked_at(module, model):
    """Tell whether a model may reckon with a module."""
    inside = model.model if isinstance(model, BesideOthers) else model
    files = {type(model).__module__, type(inside).__module__}
    imported = {
        getattr(each, "__module__", None)
        for file in files
        for each in vars(sys.modules[file]).values()
    }
    return module in files | imported


def first_difference(mutant):
    """Find a case where a mutant publishes what it must not; else what it does differently."""
    found = "the same"
    for model in MODELS:
        if not looked_at(mutant.module, model):
            continue
        for folder, choices, classes, verdicts in panel():
            right, wrong = verdicts[model], verdict(model, classes)
            if right is None:
                continue
            if wrong is None or (wrong & right != wrong).any() or (wrong != right).any():
                found = "other"
            if wrong is not None and wrong.all() and not right.all():
                return model, folder, choices
    return found


BROKEN = [
    mutant
    for module in (*FORMULAS, "celosia.core.classes")
    for mutant in mutants(module)
    if mutant.where.rpartition(".")[2] not in NO_FORMULA
    and (not module.endswith("classes") or mutant.where in COUNTED)
]


@pytest.mark.parametrize("module", [*FORMULAS, "celosia.core.classes"])
def test_no_broken_formula_lets_a_false_release_out(module, tmp_path):
    panel()
    unexplained = []
    for mutant in BROKEN:
        if mutant.module != module:
            continue
        with mutant.applied():
            found = first_difference(mutant)
            if isinstance(found, tuple):
                refuse(*found, tmp_path / "release.csv", mutant)
        if found == "the same" and not any(str(mutant) in names for names in EQUIVALENT.values()):
            unexplained.append(str(mutant))

    assert not unexplained, "\n".join(unexplained)


def refuse(model, folder, choices, output, mutant):
    """Publish a table as it is, which the broken formula allows."""
    recipe = Recipe(roles=ROLES, models=(model,), method="none", **choices)
    with (
        celosia.read(folder / "table.csv") as table,
        np.errstate(all="ignore"),
        pytest.raises(celosia.CelosiaError) as told,
    ):
        celosia.anonymize(table, recipe, output)
    assert isinstance(told.value, VerificationFailed), mutant
    assert not output.exists(), mutant


@pytest.mark.parametrize("method", ["optimal", "mondrian", "k-members"])
@pytest.mark.parametrize(
    "model",
    [
        DistinctLDiversity("dx", l=3),
        EntropyLDiversity("dx", l=2.9),
        RecursiveCLDiversity("dx", c=1, l=3),
        AlphaKAnonymity("dx", alpha=0.4, k=2),
    ],
    ids=str,
)
def test_a_search_that_accepts_everything_publishes_nothing_false(
    model, method, tmp_path, monkeypatch
):
    data = tmp_path / "data.csv"
    rows = [f"{zip_}{i},{zip_},f,j,{dx}" for zip_ in "abcd" for i, dx in enumerate("0010")]
    data.write_text("who,zip,sex,job,dx\n" + "\n".join([*rows, "x,a,m,j,2", "y,b,m,j,2"]) + "\n")
    monkeypatch.setattr(type(model), "accepts", lambda _, classes: classes.sizes > 0)
    recipe = Recipe(roles=ROLES, models=(KAnonymity(2), model), method=method)

    with celosia.read(data) as table, pytest.raises(VerificationFailed, match="second opinion"):
        celosia.anonymize(table, recipe, tmp_path / "release.csv")

    assert not (tmp_path / "release.csv").exists()
