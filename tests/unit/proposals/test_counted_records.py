"""What columns do, counted where the table is, is what is seen in its records."""

from __future__ import annotations

import csv

import pytest
from tests.support.role_tables import golden_tables, held_out_tables

import celosia
from celosia.proposals import CountedColumns, find_missing_codes, observe, observe_counted, role_of
from celosia.proposals.column_signs import ColumnSigns

SAME = 0.99


def judged(folder, table):
    """Judge the columns of a table both ways; give the roles, and what is right."""
    path = folder / "table.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([table.cells, *zip(*table.cells.values(), strict=True)])
    with celosia.read(path) as opened:
        relation = opened.relation
        values = {name: relation.values(name) for name in opened.columns}
        signs = {name: ColumnSigns.of(name, each, None) for name, each in values.items()}
        missing = {name: find_missing_codes(each) for name, each in values.items()}
        counted = observe_counted(CountedColumns(relation, values, missing), signs)
        drawn = relation.cells(opened.columns, opened.records)
        cells = {n: [None if c in missing[n] else c for c in each] for n, each in drawn.items()}
        seen = observe(cells, signs)
    for name, each in signs.items():
        yield role_of(name, each, seen.get(name)), role_of(name, each, counted.get(name))


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    folder = tmp_path_factory.mktemp("roles")
    tables = [*golden_tables(), *held_out_tables()][::3]
    return [(table, *each) for table in tables for each in judged(folder, table)]


def test_counts_tell_what_records_tell(both):
    differ = [
        (table.title, one.column)
        for table, one, other in both
        if (one.role, one.repeats) != (other.role, other.repeats)
    ]

    assert len(both) > 90
    assert len(differ) <= (1 - SAME) * len(both), differ


def test_no_key_that_records_show_is_missed_by_counts(both):
    keys = [(t.title, one.column) for t, one, other in both if one.repeats and not other.repeats]

    assert sum(one.repeats for _, one, _ in both) >= 8
    assert keys == []
