"""A key of persons that comes again is refused wherever its table is, by what it does."""

from __future__ import annotations

import csv
import random

import pytest
from tests.contracts.test_releases import COMMAS, ENGINES

import celosia
from celosia import Role
from celosia.core.schema import RowUnit
from celosia.errors import RoleError
from celosia.models import KAnonymity

HEADERS = ("v07", "resultado", "COL_A")
"""What a key may be called without saying that it is one."""


def write_visits(path, header, persons=120):
    """Write a table in which everybody comes one to five times; ages grow, some move."""
    chance = random.Random(16)
    rows = []
    for person in range(persons):
        age, sex = chance.randint(20, 80), chance.choice("HM")
        place = f"28{chance.randint(0, 40):03d}"
        for visit in range(chance.randint(1, 5)):
            now = place if chance.random() < 0.95 else "28999"
            code = f"X{person * 7919 % 90_000:05d}"
            rows.append((code, age + visit // 3, sex, now, chance.choice(("a", "b", "c", "d"))))
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([(header, "edad", "sexo", "cp", "motivo"), *rows])
    return path


def recipe_of(header, **choices):
    names = ("edad", "sexo", "cp")
    roles = {
        header: Role.INSENSITIVE,
        **dict.fromkeys(names, Role.QUASI_IDENTIFIER),
        "motivo": Role.SENSITIVE,
    }
    return celosia.Recipe(
        roles=roles, models=(KAnonymity(3),), suppression=0.3, exact=(header,), **choices
    )


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("header", HEADERS)
def test_whatever_it_is_called_it_is_refused_and_nothing_is_fetched(
    engine, header, tmp_path, monkeypatch
):
    path = write_visits(tmp_path / "visits.csv", header)

    with ENGINES[engine](path) as table:
        monkeypatch.setattr(type(table.relation), "cells", _refused)
        with pytest.raises(RoleError, match=f"--subject '{header}'"):
            celosia.anonymize(table, recipe_of(header), tmp_path / "out.csv")

    assert not (tmp_path / "out.csv").exists()


def _refused(*_):
    raise AssertionError("records are fetched to find a key")


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_proposed_there_is_what_is_proposed_of_a_file(engine, tmp_path):
    path = write_visits(tmp_path / "visits.csv", "v07")
    with celosia.read(path, COMMAS) as table:
        here = celosia.propose(table).recipe()

    with ENGINES[engine](path) as table:
        there = celosia.propose(table).recipe()

    assert there.subject == here.subject == ("v07",)
    assert there.roles == here.roles
    assert there.roles["v07"] is Role.IDENTIFIER


@pytest.mark.parametrize("engine", ENGINES)
def test_who_says_what_rows_are_is_not_asked_again(engine, tmp_path):
    path = write_visits(tmp_path / "visits.csv", "v07", persons=40)

    with ENGINES[engine](path) as table:
        release = celosia.anonymize(
            table, recipe_of("v07", rows=RowUnit.PERSONS), tmp_path / "out.csv"
        )

    assert release.after.satisfied
