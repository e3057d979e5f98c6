"""Counting over more columns than one query joins well."""

from __future__ import annotations

from collections import Counter

import celosia
from celosia.core.counts import Codebook
from celosia.engines.duckdb.file_query import MOST_JOINS

COLUMNS = 2 * MOST_JOINS + 1
ROWS = [
    [str(i % 2) for i in range(COLUMNS)],
    [str(i % 2) for i in range(COLUMNS)],
    [str(i % 3) for i in range(COLUMNS)],
    ["1"] * (COLUMNS - 1) + [""],
]


def wide(folder):
    lines = [",".join(f"a{i}" for i in range(COLUMNS)), *map(",".join, ROWS)]
    (folder / "wide.csv").write_text("\n".join(lines) + "\n")
    return celosia.read(folder / "wide.csv")


def books(values):
    return [Codebook(f"a{i}", values) for i in range(COLUMNS)]


def test_every_combination_is_counted_as_one_by_one(tmp_path):
    values = ("0", "1", "2", None)
    with wide(tmp_path) as table:
        counted = table.relation.count(books(values))
        number = table.relation.distinct(books(values))

    found = {
        tuple(codes): int(count) for codes, count in zip(counted.codes, counted.counts, strict=True)
    }
    expected = Counter(tuple(values.index(cell or None) for cell in row) for row in ROWS)
    assert found == expected
    assert number == 3


def test_records_with_a_value_that_is_not_listed_or_missing_are_left_out(tmp_path):
    with wide(tmp_path) as table:
        listed = table.relation.count(books(("0", "1", None)))
        complete = table.relation.count(books(("0", "1", None)), complete=[f"a{COLUMNS - 1}"])

    assert listed.counts.tolist() == [2, 1]
    assert complete.counts.tolist() == [2]
