"""Whole tables, with another label for each cell of a column."""

from __future__ import annotations

import csv

import pytest
from tests.support.people import CONTEXT

import celosia
from celosia.errors import DataError
from celosia.techniques.pseudonyms.random_pseudonym import RandomPseudonym
from celosia.vault.upkeep import reissue
from celosia.vault.vault import Vault
from celosia.workflow.reissue import write_named, write_renamed

TABLE = "person;hours\n734211;20\n734213;26\n;30\n734211;29\n"


@pytest.fixture
def published(tmp_path):
    path = tmp_path / "published.csv"
    path.write_text(TABLE)
    return path


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return sorted(csv.reader(file, delimiter=";"))


def test_a_column_is_reversed_and_nulls_stay(published, vault, tmp_path):
    with celosia.read(published) as table:
        written = write_named(table, vault, "person", tmp_path / "named.csv")

    assert written.records == 4
    assert rows(tmp_path / "named.csv") == [
        ["", "30"],
        ["Persona Número 0", "20"],
        ["Persona Número 0", "29"],
        ["Persona Número 2", "26"],
        ["person", "hours"],
    ]


def test_new_pseudonyms_take_the_place_of_the_old_ones(published, vault):
    again = reissue(vault, RandomPseudonym("person"), CONTEXT)

    with celosia.read(published) as table:
        write_renamed(table, again, published)

    people = again.vault.reversed_cells([row[0] or None for row in rows(published)[:-1]], "person")
    assert sorted(person or "" for person in people) == [
        "",
        "Persona Número 0",
        "Persona Número 0",
        "Persona Número 2",
    ]


def test_a_table_of_another_vault_is_left_alone(published, tmp_path):
    with (
        celosia.read(published) as table,
        pytest.raises(DataError, match="2 of 4 cells") as caught,
    ):
        write_named(table, Vault({"person": {"734213": "x"}}), "person", tmp_path / "n.csv")

    assert "734211" not in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["published.csv"]
    assert published.read_text() == TABLE


def test_parquet_takes_names_where_numbers_were(published, vault, tmp_path):
    with celosia.read(published) as table:
        write_named(table, vault, "person", tmp_path / "named.parquet")

    with celosia.read(tmp_path / "named.parquet") as named:
        assert "Persona Número 2" in named.relation.values("person").values
