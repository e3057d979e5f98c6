"""The embedded engine applies partitions: so many records of a combination to each group."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from celosia.core.counts import Codebook
from celosia.core.relation import Partition
from celosia.core.schema import ReadOptions, Schema
from celosia.engines.duckdb import EmbeddedRelation

ROWS = [("20", "F", "x"), ("20", "F", "y"), ("30", "M", "z"), ("", "M", "w")]
PARTITION = Partition(
    quasi_identifiers=("age", "p0"),
    published=("age", "p0", "rank"),
    codebooks=(Codebook("age", ("20", "30", None)), Codebook("p0", ("F", "M"))),
    codes=np.array([[0, 0], [0, 0], [1, 1], [2, 1]]),
    first=np.array([0, 1, 0, 0]),
    number=np.array([1, 1, 1, 1]),
    group=np.array([0, 1, 1, -1]),
    labels={"age": ("20", "[20, 30]"), "p0": ("F", "{F, M}")},
)


@pytest.fixture
def written(tmp_path):
    """Write rows, apply a partition, and read the cells back in order of content."""

    def written(rows, partition, seed=0):
        path, out = tmp_path / "in.csv", tmp_path / "out.csv"
        with path.open("w", newline="") as file:
            csv.writer(file).writerows([("age", "p0", "rank"), *rows])
        with EmbeddedRelation(path, ReadOptions(",", '"', "utf-8")) as relation:
            relation.write(partition, out, Schema(()), seed)
        with out.open(newline="") as file:
            return list(csv.reader(file))[1:]

    return written


def test_records_of_one_combination_may_go_to_different_groups(written):
    found = written(ROWS, PARTITION)

    assert sorted((age, sex) for age, sex, _ in found) == [
        ("20", "F"),
        ("[20, 30]", "{F, M}"),
        ("[20, 30]", "{F, M}"),
    ]
    assert {other for _, _, other in found} == {"x", "y", "z"}


def test_suppressed_records_may_be_kept_as_stars(written):
    from dataclasses import replace

    found = written(ROWS, replace(PARTITION, keep_suppressed=True))

    assert ["*", "*", "w"] in found
    assert len(found) == 4


def test_the_order_of_rows_leaves_no_trace(written):
    assert written(ROWS, PARTITION) == written(ROWS[::-1], PARTITION)


def test_the_seed_decides_which_of_equal_records_goes_where(written):
    found = {tuple(sorted(map(tuple, written(ROWS, PARTITION, seed)))) for seed in range(8)}

    assert len(found) == 2
