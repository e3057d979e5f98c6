"""Group the records of a large table: coarse cuts first, then a local method on each piece.

Cutting level by level in Spark takes a pass over the table for each level. Instead the driver
finds coarse cuts from a sample, one pass sends each piece to a worker, and there a method that
knows nothing of Spark groups the records of the piece. The groups stay on the workers.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray
from celosia.domain.coding import Codebook, FrequencySet
from celosia.domain.ports import LocalGrouping
from celosia.domain.recoding import SUPPRESSED_GROUP, Partition
from celosia.engines.spark.coding import Packing, found
from celosia.engines.spark.cuts import UNCUT, CutTree, cut
from celosia.engines.spark.driver import F, pa, telling
from celosia.errors import DataError
from celosia.text.messages import Message

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

SAMPLE = 200_000
"""Combinations that the driver looks at to find the cuts."""
GRAIN = 1 << 20
PLACED_TOGETHER = 50_000
"""Combinations that one task places: Python on a worker costs more than the few of a shuffle's
two hundred partitions."""
JUDGED = "j"
"""What the names of the packed codes of judged columns begin with."""


def grouped_pieces(
    counted: DataFrame, local: LocalGrouping, most: int
) -> tuple[DataFrame, tuple[Any, ...]]:
    """Cut the combinations into pieces of about `most` records, and group each on a worker.

    What is exact: inside a piece, `local` finds what it would find if there were no others. What
    is approximate: a record never joins one of another piece. Every piece could be one group;
    cuts that would not leave that are taken back. Equal records are not cut, however many.

    Gives a row for each part of a combination, persisted on the workers: its packed codes, the
    ranks `first` to `end`, its group `grp`, and that group's labels l0, l1, ...; and what `local`
    told of each piece.
    """
    packing = Packing.of(book.size for book in local.codebooks)
    counted = counted.persist()
    try:
        with telling(Message("engines.cutting")):
            combinations = counted.count()
            fewer = counted.coalesce(max(1, ceil(combinations / PLACED_TOGETHER)))
            tree = _tree(fewer, combinations, packing, local, most)
        pieces = int(np.count_nonzero(tree.attribute == UNCUT))
        # told how many partitions, Spark does not join small ones: each piece is much work
        placed = _placed(fewer, packing, tree).repartition(pieces, "piece")
        run, schema = _on_worker(local, packing), _schema(local, packing)
        grouped = placed.groupBy("piece").applyInArrow(run, schema).persist()
        try:
            told = grouped.where(F.col("told").isNotNull()).select("piece", "told")
            figures = (
                found(told, Message("engines.grouping-workers"))
                .sort_by("piece")["told"]
                .to_pylist()
            )
        except BaseException:
            grouped.unpersist()
            raise
        return grouped, tuple(pickle.loads(each) for each in figures)
    finally:
        counted.unpersist()


def _tree(
    counted: DataFrame, combinations: int, packing: Packing, local: LocalGrouping, most: int
) -> CutTree:
    """Find cuts from a sample, and take back those that leave a piece that cannot stand alone."""
    share = min(1.0, SAMPLE / max(combinations, 1))
    chance = F.pmod(F.xxhash64(F.lit(local.seed), *packing.names), F.lit(GRAIN))
    sample = counted.where(chance < int(np.ceil(share * GRAIN))).toArrow()
    width = len(local.quasi_identifiers)
    codes = packing.unpack(sample)[:, :width]
    counts = np.asarray(sample["n"].to_numpy() / share, np.float64)
    tree = cut(codes, counts, _steps(local.codebooks[:width], local.weights), most, 2 * local.k)
    books = local.codebooks[width : width + len(local.judged)]
    leaf, held = _held(counted, packing, tree, width, books)
    rows, nodes = tree.above(leaf)
    return tree.held_together(local.accepts(held.taken(rows), nodes))


def _steps(codebooks: Sequence[Codebook], weights: FloatArray) -> FloatArray:
    """Say what one step from a code to the next is worth."""
    return np.asarray(weights / [max(book.size - 1, 1) for book in codebooks], np.float64)


def _held(
    counted: DataFrame, packing: Packing, tree: CutTree, start: int, judged: Sequence[Codebook]
) -> tuple[IntArray, FrequencySet]:
    """Count what each leaf holds of the judged columns; the leaf of each count comes first."""
    few = Packing.of(book.size for book in judged)
    names = [JUDGED + name for name in few.names]
    placed = _placed(counted, packing, tree, start, judged)
    table = placed.groupBy("piece", *names).agg(F.sum("n").alias("n")).toArrow()
    codes = few.unpack(table.select(names).rename_columns(few.names))[:, : len(judged)]
    leaf, counts = (np.asarray(table[name].to_numpy(), np.int64) for name in ("piece", "n"))
    return leaf, FrequencySet(tuple(book.column for book in judged), codes, counts)


def _placed(
    counted: DataFrame,
    packing: Packing,
    tree: CutTree,
    start: int = 0,
    judged: Sequence[Codebook] = (),
) -> DataFrame:
    """Add the piece of each combination, and its codes of the judged columns packed anew."""
    few = Packing.of(book.size for book in judged)

    def place(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            table = pa.Table.from_batches([batch])
            codes = packing.unpack(table)
            columns = {"piece": tree.leaf_of(codes)}
            for name, word in few.pack(codes[:, start : start + len(judged)]).items():
                columns[JUDGED + name] = word
            for name, column in columns.items():
                table = table.append_column(name, pa.array(column))
            yield from table.to_batches()

    added = ["piece", *(JUDGED + name for name in few.names)]
    schema = ", ".join(f"{name} long" for name in (*packing.names, "n", *added))
    return counted.mapInArrow(place, schema)


def _schema(local: LocalGrouping, packing: Packing) -> str:
    numbers = ["piece", *(f"{name}_of" for name in packing.names), "first", "end", "grp"]
    labels = [f"l{i} string" for i in range(len(local.quasi_identifiers))]
    return ", ".join([*(f"{name} long" for name in numbers), *labels, "told binary"])


def _on_worker(local: LocalGrouping, packing: Packing) -> Callable[[pa.Table], pa.Table]:
    columns = tuple(book.column for book in local.codebooks)

    def run(table: pa.Table) -> pa.Table:
        codes, counts = packing.unpack(table), np.asarray(table["n"].to_numpy(), np.int64)
        order = np.lexsort(codes.T[::-1])
        partition, told = local(FrequencySet(columns, codes[order], counts[order]))
        rows = _rows(partition, packing, local.quasi_identifiers)
        piece = pa.array(np.full(len(rows), table["piece"][0].as_py()))
        once = pa.array([pickle.dumps(told), *[None] * (len(rows) - 1)], pa.binary())
        return rows.add_column(0, "piece", piece).append_column("told", once)

    return run


def _rows(partition: Partition, packing: Packing, quasi_identifiers: Sequence[str]) -> pa.Table:
    """Write a partition as rows that hold all that its records need."""
    if (partition.group <= SUPPRESSED_GROUP).any():
        raise DataError("engines.local-method-left-records-out")
    group = pa.array(partition.group)
    words = packing.pack(partition.codes)
    columns = {f"{name}_of": pa.array(word) for name, word in words.items()}
    columns["first"] = pa.array(partition.first)
    columns["end"] = pa.array(partition.first + partition.number)
    columns["grp"] = group
    for i, name in enumerate(quasi_identifiers):
        columns[f"l{i}"] = pa.array(list(partition.labels[name]), pa.string()).take(group)
    return pa.table(columns)
