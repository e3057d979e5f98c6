"""Every model is judged twice: the second opinion says the same, from nothing but definitions."""

from __future__ import annotations

import csv
import json
import random
from dataclasses import dataclass
from itertools import product
from math import isnan, log
from typing import Any, ClassVar

import numpy as np
import pytest
from tests.contracts.test_models import CASES

import celosia
from celosia import NullPolicy, Recipe, Role
from celosia.core.model import MODELS, Monotone
from celosia.core.uniqueness import ESTIMATORS, SizeCounts, population_uniques
from celosia.core.values import Combinations
from celosia.models import (
    BesideOthers,
    DistinctLDiversity,
    EntropyLDiversity,
    KAnonymity,
    PopulationUniqueness,
    RecursiveCLDiversity,
    TCloseness,
)
from celosia.second_opinion import OPINIONS, Reread, rejected_records
from celosia.second_opinion.population_estimate import Sample, _estimate

KNOWN = ["zip", "sex"]
PEOPLE = ["zip", "sex", "job", "dx"]


def test_every_model_of_ours_has_a_second_opinion():
    ours = {name for name in MODELS if MODELS[name].__module__.startswith("celosia.")}

    assert ours <= set(OPINIONS)


# Both say the same


def random_table(source, folder):
    """Write a small table and its population; cells may be missing."""
    unknown, records = source.choice([0, 0, 0.15]), source.choice([5, 12, 40])
    zips, values = "abcdefghijkl"[: source.choice([1, 2, 5, 12])], ["0", "0", "1", "2"]

    def cell(choices):
        return "" if source.random() < unknown else source.choice(choices)

    rows = [("a", "x", "j", "0", "0")]
    persons = source.choice([3, 10, 40])
    rows += [
        (cell(zips), cell("xy"), cell("jk"), cell(values), str(source.randrange(persons)))
        for _ in range(records)
    ]
    more = [(source.choice(zips), source.choice("xy")) for _ in range(records)]
    for name, header, cells in (
        ("table.csv", [*PEOPLE, "who"], rows),
        ("people.csv", KNOWN, [row[:2] for row in rows] + more * source.randint(0, 1)),
    ):
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([header, *cells])


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("subject", [(), ("who",)], ids=["records", "persons"])
def test_the_two_opinions_agree(tmp_path, seed, subject):
    random_table(random.Random(seed), tmp_path)

    for nulls in NullPolicy:
        found = celosia.verify(
            tmp_path / "table.csv",
            KNOWN,
            CASES,
            nulls,
            population=tmp_path / "people.csv",
            subject=subject,
        )

        assert found.second == tuple(records for _, records in found.rejected)
        assert not found.disagreed


def test_several_records_of_a_unique_person_are_one_unique_class(tmp_path):
    """Four of eight people are unique in a tenth of the population, however often they come."""
    (tmp_path / "table.csv").write_text(
        "zip,who\n" + "".join(f"{z},{z}\n" * 9 for z in "abcd") + "e,5\ne,6\ne,7\ne,8\n"
    )
    model = PopulationUniqueness(0.5, fraction=1.0)

    found = celosia.verify(tmp_path / "table.csv", ["zip"], [model], subject=["who"])

    assert found.satisfied


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_the_two_estimate_as_many_uniques(estimator, seed):
    source = np.random.default_rng(seed)
    sizes = np.unique(np.minimum(source.pareto(1.0, 30) * 3 + 1, 5000).astype(int))
    numbers = source.integers(1, 200, sizes.size).astype(float)
    fraction = float(source.choice([0.001, 0.05, 0.1, 0.2, 0.5, 0.9]))

    right = population_uniques(SizeCounts(sizes.astype(float), numbers, fraction), estimator)
    found = _estimate(
        Sample(dict(zip(sizes.tolist(), numbers.tolist(), strict=True)), fraction), estimator
    )

    assert isnan(right) if found is None else found == pytest.approx(right, rel=1e-5)


def test_distances_are_those_of_the_definition():
    """Cumulated over all ranks one by one, and along a tree by Li's recursion, section 3."""
    source, values = random.Random(3), [str(n) for n in range(9)]
    tree = tuple((value, str(int(value) // 3 + 10), "*") for value in values)
    rows = [(source.choice("ab"), source.choice(values)) for _ in range(40)]
    table = reread(rows, ["zip", "dx"], ["zip"])
    whole = [dx for _, dx in rows]

    for letter in "ab":
        here = [dx for zip_, dx in rows if zip_ == letter]
        gap = {v: here.count(v) / len(here) - whole.count(v) / len(whole) for v in values}
        ordered = sum(abs(sum(gap[v] for v in values[: i + 1])) for i in range(9)) / 8
        branches = [[gap[v] for v in values[i : i + 3]] for i in (0, 3, 6)]
        low = sum(min(plus(branch), plus(-g for g in branch)) for branch in branches) / 2
        high = plus(sum(branch) for branch in branches)
        for distance, right in (("ordered", ordered), ("hierarchical", low + high)):
            for t, holds in ((right + 1e-6, True), (right - 1e-6, False)):
                paths = [list(path) for path in tree]
                model = {"attribute": "dx", "t": t, "distance": distance, "paths": paths}
                verdicts = OPINIONS["t-closeness"](model, table)
                place = table.place((letter,))
                assert verdicts[place] == holds


def plus(amounts):
    return sum(max(amount, 0.0) for amount in amounts)


# Persons with several records


def reread(rows, columns, known, subject=(), nulls=NullPolicy.VALUE):
    """Put rows into classes, with nothing of an engine."""

    def combinations(asked):
        places = [columns.index(name) for name in asked]
        counted: dict[tuple[Any, ...], int] = {}
        for row in rows:
            key = tuple(row[i] for i in places)
            counted[key] = counted.get(key, 0) + 1
        cells = tuple([key[i] for key in counted] for i in range(len(places)))
        return Combinations(asked, cells, list(counted.values()))

    return Reread(combinations, known, nulls, subject)


def holds(model, table):
    return rejected_records(model.to_dict(), table) == 0


@pytest.mark.parametrize("seed", range(10))
def test_with_one_record_a_person_persons_are_records(seed):
    source = random.Random(seed)
    rows = [
        (
            str(i),
            source.choice("abc"),
            source.choice("xy"),
            source.choice("jk"),
            source.choice("012"),
        )
        for i in range(source.randint(3, 40))
    ]
    columns = ["who", *PEOPLE]
    by_record, by_person = reread(rows, columns, KNOWN), reread(rows, columns, KNOWN, ["who"])

    for model in CASES:
        if not type(model).described.needs_population:
            entry = model.to_dict()
            assert rejected_records(entry, by_person) == rejected_records(entry, by_record), model


def test_records_of_one_person_are_one_person():
    rows = [("1", "a"), ("1", "a"), ("1", "a"), ("2", "a")]

    assert holds(KAnonymity(2), reread(rows, ["who", "zip"], ["zip"], ["who"]))
    assert not holds(KAnonymity(3), reread(rows, ["who", "zip"], ["zip"], ["who"]))


SEVERAL = [
    ("1", "a", "flu"),
    ("1", "a", "hiv"),
    ("2", "a", "hiv"),
    ("2", "a", "asthma"),
    ("3", "a", "hiv"),
]
"""Three values, and everybody has one of them: golden example G7 of persons as the unit."""


@pytest.mark.parametrize(
    "model",
    [
        DistinctLDiversity("dx", 2),
        EntropyLDiversity("dx", 1.01),
        RecursiveCLDiversity("dx", c=100, l=2),
    ],
    ids=str,
)
def test_a_value_that_everybody_holds_is_no_diversity(model):
    by_record = reread(SEVERAL, ["who", "zip", "dx"], ["zip"])
    by_person = reread(SEVERAL, ["who", "zip", "dx"], ["zip"], ["who"])

    assert holds(model, by_record)
    assert not holds(model, by_person)


def test_entropy_of_holders_is_that_of_who_holds_the_commonest_and_of_the_rest():
    rows = [("1", "x"), ("1", "y"), ("2", "x"), ("3", "z"), ("4", "y"), ("4", "z")]
    table = reread([(who, "a", dx) for who, dx in rows], ["who", "zip", "dx"], ["zip"], ["who"])
    entropy = -0.5 * log(0.5) - 0.5 * log(0.5) + 0.5 * log(2)  # x: 2 of 4; y and z: 2 each

    assert holds(EntropyLDiversity("dx", float(np.exp(entropy - 1e-6))), table)
    assert not holds(EntropyLDiversity("dx", float(np.exp(entropy + 1e-6))), table)


def test_a_share_of_holders_is_compared_too():
    """Class a: everybody has x and y; class b: half has x, half y. Pairs are alike, persons not."""
    rows = [(f"a{i}", "a", dx) for i, dx in product(range(4), "xy")]
    rows += [(f"b{i}", "b", "xy"[i % 2]) for i in range(4)]
    table = reread(rows, ["who", "zip", "dx"], ["zip"], ["who"])

    assert holds(TCloseness("dx", 0.01), reread(rows, ["who", "zip", "dx"], ["zip"]))
    assert not holds(TCloseness("dx", 0.2), table)
    assert holds(TCloseness("dx", 0.25), table)


# Where there is no second opinion


@dataclass(frozen=True)
class EvenSizes:
    """A model of somebody else's."""

    monotone: ClassVar[Monotone] = Monotone.NEVER
    least_size: ClassVar[int] = 1
    only_size: ClassVar[bool] = False
    local: ClassVar[bool] = True
    sensitive: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def accepts(self, classes):
        return classes.sizes % 2 == 0

    def to_dict(self):
        return {"model": "even-sizes"}

    def __str__(self):
        return "even sizes"


def released(tmp_path, models):
    data = tmp_path / "data.csv"
    data.write_text("zip,dx\n" + "a,1\na,2\nb,1\nb,2\n")
    roles = {"zip": Role.QUASI_IDENTIFIER, "dx": Role.SENSITIVE}
    with celosia.read(data) as table:
        recipe = Recipe(roles=roles, models=models, method="none")
        return celosia.anonymize(table, recipe, tmp_path / "release.csv")


def test_a_model_of_others_is_checked_once_and_the_certificate_says_so(tmp_path):
    release = released(tmp_path, (KAnonymity(2), EvenSizes()))

    certificate = json.loads(release.certificate.read_text())
    assert [model["checked"] for model in certificate["models"]] == ["twice", "once"]
    assert release.after.checked_once == (EvenSizes(),)


def test_a_model_of_others_may_bring_its_opinion(tmp_path, monkeypatch):
    monkeypatch.setattr(OPINIONS, "_declared", dict(OPINIONS._declared))
    OPINIONS.add("even-sizes", lambda _, table: [lot.persons % 2 == 0 for lot in table.lots()])

    assert released(tmp_path, (EvenSizes(),)).after.checked_once == ()


def test_a_model_beside_others_is_as_well_checked_as_the_one_inside():
    table = reread([("a", "j", "1")], ["zip", "job", "dx"], ["zip"])
    entry = BesideOthers(DistinctLDiversity("dx", 2), ("job",)).to_dict()

    assert rejected_records(entry, table) == 1
    assert rejected_records({**entry, "of": {**entry["of"], "model": "unheard-of"}}, table) is None


# When they differ


def test_a_release_that_the_second_opinion_refuses_is_not_published(tmp_path, monkeypatch):
    monkeypatch.setattr(KAnonymity, "accepts", lambda _, classes: classes.sizes > 0)

    with pytest.raises(celosia.VerificationFailed, match=r"second opinion.*4 records"):
        released(tmp_path, (KAnonymity(3),))

    assert not (tmp_path / "release.csv").exists()


def test_verify_tells_what_each_says(tmp_path, monkeypatch):
    (tmp_path / "table.csv").write_text("zip\na\na\nb\n")
    monkeypatch.setattr(KAnonymity, "accepts", lambda _, classes: classes.sizes > 0)

    found = celosia.verify(tmp_path / "table.csv", ["zip"], [KAnonymity(2)])

    assert not found.satisfied
    assert found.disagreed
    [told] = found.to_dict()["models"]
    assert (told["rejected_records"], told["rejected_by_second_opinion"]) == (0, 1)
