"""A release is attacked wherever its table is, and found is the same everywhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.contracts.test_releases import COMMAS, ENGINES
from tests.support.bills import found_by_hand, recipe_for, write_bills
from tests.support.person_oracle import visits, write

import celosia
from celosia import Role
from celosia.models import KAnonymity

RECORDS = 30_000
VISITS = celosia.Recipe(
    roles={
        "who": Role.IDENTIFIER,
        **dict.fromkeys(("age", "sex", "zip"), Role.QUASI_IDENTIFIER),
        "dx": Role.INSENSITIVE,
    },
    models=(KAnonymity(2),),
    subject=("who",),
    suppression=0.3,
    exact=("dx",),
)


def attacked(table, recipe, target):
    return celosia.anonymize(table, recipe, target).attacked.to_dict()


@pytest.mark.parametrize("engine", ENGINES)
def test_exact_amounts_find_everybody_on_every_engine(engine, tmp_path):
    path = write_bills(tmp_path / "bills.csv", RECORDS)

    with ENGINES[engine](path) as table:
        found = attacked(table, recipe_for(method="optimal"), tmp_path / "out.csv")

    number = found["other_columns"]["one_candidate"]["number"]
    assert number == found_by_hand(path, tmp_path / "out.csv") == RECORDS - 2


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("method", ["optimal", "l-greedy"])
def test_persons_are_found_alike_on_every_engine(engine, method, tmp_path):
    write(tmp_path / "visits.csv", visits(3, persons=(12, 12)))
    recipe = replace(VISITS, method=method)
    with celosia.read(tmp_path / "visits.csv", COMMAS) as table:
        here = attacked(table, recipe, tmp_path / "here.csv")

    with ENGINES[engine](tmp_path / "visits.csv") as table:
        there = attacked(table, recipe, tmp_path / "there.csv")

    del here["three_columns"], there["three_columns"]
    assert there == here
    assert here["counted"] == "persons"
