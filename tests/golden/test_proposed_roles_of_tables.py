"""Realistic tables with the right role of each column: at least 95 of 100 proposals are right."""

import csv

import pytest
from tests.support.further_role_tables import further_tables
from tests.support.role_tables import RoleTable, golden_tables, held_out_tables

import celosia
from celosia.core.schema import Role

RIGHT = 0.95
COLUMNS = 350


def proposals(table: RoleTable, folder) -> dict[str, Role]:
    path = folder / "table.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(table.cells)
        writer.writerows(zip(*table.cells.values(), strict=True))
    with celosia.read(path) as opened:
        return {p.column.name: p.role.role for p in celosia.propose(opened).columns}


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    return [
        (table, column, role)
        for table in (*golden_tables(), *further_tables())
        for column, role in proposals(table, tmp_path_factory.mktemp("roles")).items()
    ]


def test_at_least_95_of_100_columns_get_a_right_role(judged):
    wrong = [(t.title, c, role.value) for t, c, role in judged if not t.allows(c, role)]

    assert len(judged) >= COLUMNS
    assert len(wrong) <= (1 - RIGHT) * len(judged), wrong


def test_no_key_of_persons_is_proposed_to_be_published(judged):
    keys = [(t.title, c, role) for t, c, role in judged if "K" in t.right[c]]

    assert len(keys) >= 45
    assert [key for key in keys if key[2] is not Role.IDENTIFIER] == []


def test_tables_written_after_the_rules_are_told_as_well(tmp_path):
    judged = [
        (table, column, role)
        for table in held_out_tables()
        for column, role in proposals(table, tmp_path).items()
    ]

    wrong = [(t.title, c, role.value) for t, c, role in judged if not t.allows(c, role)]

    assert len(judged) >= 60
    assert len(wrong) <= (1 - RIGHT) * len(judged), wrong
    assert [c for t, c, role in judged if "K" in t.right[c] and role is not Role.IDENTIFIER] == []
