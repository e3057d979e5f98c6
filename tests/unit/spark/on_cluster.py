"""Count, group and write on the cluster of an address; print what came out. Run by a test."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from celosia.domain.coding import Codebook
from celosia.domain.recoding import Partition
from celosia.domain.schema import Schema
from celosia.engines.spark import SparkRelation, grouped_in_parts

K = 5


def main(url: str, target: str) -> None:
    """Do all that a release needs."""

    def fives(codes):  # inside, so that it travels to the workers by value
        return np.minimum(np.arange(codes.shape[1]) // K, codes.shape[1] // K - 1)

    relation = SparkRelation.open(url)
    executors = relation._frame.sparkSession.conf.get("spark.master")
    try:
        books = tuple(Codebook(c, relation.values(c).values) for c in ("age", "sex"))
        counted = relation.count(books)
        parts = grouped_in_parts(relation, books, K, fives, most=200, seed=1)
        groups = int(parts.group.max()) + 1
        labels = tuple(f"g{number}" for number in range(groups))
        change = Partition(
            ("age", "sex"),
            ("age", "sex", "dx"),
            books,
            parts.codes,
            parts.first,
            parts.number,
            parts.group,
            {"age": labels, "sex": ("*",) * groups},
        )
        draft = relation.draft(change, target, Schema(()), seed=1)
        written = draft.reopen()
        smallest = int(written.classes(("age", "sex")).sizes.min())
        written.close()
        draft.publish()
    finally:
        relation.close()
    found = {
        "master": executors,
        "counted": counted.records,
        "pieces": parts.pieces,
        "records": draft.records,
        "smallest": smallest,
        "left": [p.name for p in Path(target).parent.glob(".celosia*")],
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
