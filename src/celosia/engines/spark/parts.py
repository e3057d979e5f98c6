"""Group the records of a large table: coarse cuts first, then a local method on each part.

Cutting level by level in Spark takes a pass over the table for each level. Instead the driver
finds coarse cuts from a sample, one pass sends each part to a worker, and there a method that
knows nothing of Spark groups the records of the part exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from celosia.domain.arrays import CodeArray, IntArray
from celosia.domain.coding import Codebook
from celosia.domain.recoding import SUPPRESSED_GROUP
from celosia.engines.spark.coding import Packing, found
from celosia.engines.spark.cuts import CutTree, cut
from celosia.engines.spark.driver import F, pa, telling
from celosia.engines.spark.matching import row_ranks
from celosia.engines.spark.relation import SparkRelation
from celosia.errors import DataError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

LocalMethod = Callable[[CodeArray], IntArray]
"""Gives the group of each record, from codes (columns, records); -1 for a suppressed one."""
MOST = 100_000
SAMPLE = 200_000
"""Combinations that the driver looks at to find the cuts."""
GRAIN = 1 << 20


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """How many records of each combination go to which group, as a `Partition` wants it."""

    codes: CodeArray
    """(parts, columns), in lexicographic order."""
    first: IntArray
    """Rank of the first record of each part among those of its combination."""
    number: IntArray
    group: IntArray
    """Numbered 0, 1, ... without gaps; `SUPPRESSED_GROUP` for those left out."""
    pieces: int
    """How many pieces the table was cut into."""

    def group_of(self) -> IntArray:
        """Give the group of each record; records are in the order of their codes."""
        return np.repeat(self.group, self.number)


def grouped_in_parts(
    relation: SparkRelation,
    codebooks: Sequence[Codebook],
    k: int,
    local: LocalMethod,
    most: int = MOST,
    seed: int = 0,
    cut_at: int | None = None,
    weights: Sequence[float] | None = None,
    complete: Sequence[str] = (),
) -> Parts:
    """Cut the records into pieces of about `most`, and let `local` group each piece on a worker.

    What is exact: inside a piece, `local` finds what it would find if there were no others. What
    is approximate: a record never joins one of another piece. No piece has fewer than k records,
    unless the table has; pieces of equal records are not cut, however many they are.

    Parameters
    ----------
    relation
        The table.
    codebooks
        Its columns, as codes: first those that cuts look at, then others that `local` sees too.
    local
        Must be picklable, and what it needs must be installed where the workers run.
    most
        Records that a worker can group in its memory and in reasonable time.
    cut_at
        How many of the columns cuts look at; all when not given.
    weights
        Importance of each column for cuts.
    complete
        Only records without a null in these columns are grouped.
    """
    packing = Packing.of(book.size for book in codebooks)
    width = len(codebooks) if cut_at is None else cut_at
    counted = relation.counted(codebooks, complete).persist()
    try:
        with telling("cutting"):
            tree = _tree(counted, packing, _shares(codebooks[:width], weights), k, most, seed)
        placed = _placed(counted, packing, tree)
        columns = [*packing.names, "piece", "grp", "n"]
        schema = ", ".join(f"{name} long" for name in columns)
        grouped = placed.groupBy("piece").applyInArrow(
            _on_worker(local, packing, width, seed), schema
        )
        return _gathered(found(grouped, "grouping on the workers"), packing)
    finally:
        counted.unpersist()


def _shares(codebooks: Sequence[Codebook], weights: Sequence[float] | None) -> CodeArray:
    """Say what one step from a code to the next is worth."""
    steps = np.array([max(book.size - 1, 1) for book in codebooks], np.float64)
    return np.asarray(weights if weights is not None else 1.0, np.float64) / steps


def _tree(
    counted: DataFrame, packing: Packing, shares: CodeArray, k: int, most: int, seed: int
) -> CutTree:
    """Find cuts from a sample, and take back those that leave too few on a side."""
    combinations = counted.count()
    share = min(1.0, SAMPLE / max(combinations, 1))
    chance = F.pmod(F.xxhash64(F.lit(seed), *packing.names), F.lit(GRAIN))
    sample = counted.where(chance < int(np.ceil(share * GRAIN))).toArrow()
    codes = packing.unpack(sample)[:, : shares.size]
    counts = sample["n"].to_numpy() / share
    tree = cut(codes, counts.astype(np.float64), shares, most, 2 * k)
    sizes = _placed(counted, packing, tree).groupBy("piece").agg(F.sum("n").alias("n")).toArrow()
    records = np.zeros(tree.attribute.size, np.int64)
    records[sizes["piece"].to_numpy()] = sizes["n"].to_numpy()
    return tree.held_together(records, k)


def _placed(counted: DataFrame, packing: Packing, tree: CutTree) -> DataFrame:
    """Add the piece of each combination."""

    def place(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            table = pa.Table.from_batches([batch])
            piece = tree.leaf_of(packing.unpack(table))
            yield from table.append_column("piece", pa.array(piece)).to_batches()

    schema = ", ".join(f"{name} long" for name in (*packing.names, "n", "piece"))
    return counted.mapInArrow(place, schema)


def _on_worker(
    local: LocalMethod, packing: Packing, width: int, seed: int
) -> Callable[[pa.Table], pa.Table]:
    def run(table: pa.Table) -> pa.Table:
        codes = packing.unpack(table)
        piece = table["piece"][0].as_py()
        rows = _records(codes, table["n"].to_numpy(), width, [seed, piece])
        labels = np.asarray(local(np.ascontiguousarray(codes[rows].T, np.int32)), np.int64)
        least = int(labels.min(initial=0))
        span = int(labels.max(initial=0)) - least + 1
        pairs, number = np.unique(rows * span + labels - least, return_counts=True)
        columns = dict(packing.pack(codes[pairs // span]))
        columns |= {"piece": np.full(pairs.size, piece), "grp": pairs % span + least, "n": number}
        return pa.table(columns)

    return run


def _records(codes: CodeArray, counts: IntArray, width: int, seed: list[int]) -> IntArray:
    """Give the row of each record, in the order of the codes that cuts look at.

    Records alike in these come in an order drawn by the seed: taken by their other values, they
    would fill groups with one value each.
    """
    order = np.lexsort(codes.T[::-1])
    rows = np.repeat(order, counts[order])
    if width == codes.shape[1]:
        return rows
    draw = np.random.default_rng(seed).random(rows.size)
    return np.asarray(rows[np.lexsort((draw, row_ranks(codes[:, :width])[rows]))], np.int64)


def _gathered(table: pa.Table, packing: Packing) -> Parts:
    """Number the groups of all pieces, and rank the parts of each combination."""
    codes = packing.unpack(table)
    piece, label = table["piece"].to_numpy(), table["grp"].to_numpy()
    number = np.asarray(table["n"].to_numpy(), np.int64)
    if (label < SUPPRESSED_GROUP).any():
        raise DataError("A local method numbered its groups below 0.")
    group = np.full(label.size, SUPPRESSED_GROUP, np.int64)
    kept = label != SUPPRESSED_GROUP
    group[kept] = row_ranks(np.stack([piece[kept], label[kept]], axis=1))
    order = np.lexsort((group, *codes.T[::-1]))
    codes, group, number = codes[order], group[order], number[order]
    combination = row_ranks(codes)
    before = np.cumsum(number) - number
    starts = before[np.searchsorted(combination, combination)]
    return Parts(codes, before - starts, number, group, np.unique(piece).size)
