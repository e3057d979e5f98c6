"""Group the records of a large table: coarse cuts first, then a local method on each piece."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from celosia.core.counts import Codebook, FrequencySet
from celosia.core.relation import SUPPRESSED_GROUP, LocalGrouping, Partition
from celosia.core.schema import Schema
from celosia.core.values import BoolArray, CodeArray, FloatArray, IntArray
from celosia.engines.spark.driver import F, pa, tell_failure
from celosia.engines.spark.frame_draft import SparkDraft
from celosia.engines.spark.frame_query import CodePacking, HeldPartition, found
from celosia.errors import DataError
from celosia.text.messages import Message

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class SparkGroups:
    """Groups that the workers hold until the table that they make is written."""

    def __init__(
        self,
        held: HeldPartition,
        told: tuple[Any, ...],
        draft: Callable[[HeldPartition, str, Schema, int], SparkDraft],
    ) -> None:
        self._held = held
        self._draft = draft
        self.told = told

    def draft(self, target: str, declared: Schema, seed: int) -> SparkDraft:
        """Write the grouped table aside, near its target; the groups are forgotten then."""
        try:
            return self._draft(self._held, target, declared, seed)
        finally:
            self._held.parts.unpersist()


UNCUT = -1


@dataclass(frozen=True, slots=True, eq=False)
class CutTree:
    """Cuts in two, and of each half again: nodes come before those they are cut into.

    >>> tree = cut(np.array([[0], [1], [2], [3]]), np.ones(4), np.array([1.0]), most=2, least=1)
    >>> tree.leaf_of(np.array([[3], [0], [1]]))
    array([2, 1, 1])
    """

    attribute: IntArray
    """Which column a node is cut at; `UNCUT` for a leaf."""
    border: IntArray
    """Codes up to this go to the first half, the others to the second."""
    first: IntArray
    second: IntArray

    def leaf_of(self, codes: CodeArray) -> IntArray:
        """Find the leaf of each row of codes (rows, columns)."""
        node = np.zeros(codes.shape[0], np.int64)
        moving = np.flatnonzero(self.attribute[node] != UNCUT)
        while moving.size:
            at = node[moving]
            left = codes[moving, self.attribute[at]] <= self.border[at]
            node[moving] = np.where(left, self.first[at], self.second[at])
            moving = moving[self.attribute[node[moving]] != UNCUT]
        return node

    def above(self, leaf: IntArray) -> tuple[IntArray, IntArray]:
        """Pair the rows of leaves with every node that holds them, from the leaf to the root."""
        parent = np.full(self.attribute.size, UNCUT, np.int64)
        cuts = np.flatnonzero(self.attribute != UNCUT)
        parent[self.first[cuts]] = parent[self.second[cuts]] = cuts
        rows, nodes = [np.arange(leaf.size)], [leaf]
        while (up := parent[nodes[-1]]).max(initial=UNCUT) != UNCUT:
            inside = up != UNCUT
            rows.append(rows[-1][inside])
            nodes.append(up[inside])
        return np.concatenate(rows), np.concatenate(nodes)

    def held_together(self, accepted: BoolArray) -> CutTree:
        """Take back the cuts of which a half, whole or as its own halves, is not accepted."""
        good, attribute = accepted.copy(), self.attribute.copy()
        for node in range(attribute.size - 1, -1, -1):
            if attribute[node] == UNCUT:
                continue
            if good[self.first[node]] and good[self.second[node]]:
                good[node] = True
            else:
                attribute[node] = UNCUT
        return replace(self, attribute=attribute)


def cut(codes: CodeArray, counts: FloatArray, shares: FloatArray, most: int, least: int) -> CutTree:
    """Cut until every part is expected to hold at most `most` records, as strict Mondrian does.

    Each part is cut at the attribute whose codes reach furthest in it (`shares` is what one step
    of a column's codes is worth), where the halves are most equal; both are to have `least`.
    A part that no cut can divide so stays as it is.
    """
    attribute, border, first, second = [UNCUT], [0], [0], [0]
    open_nodes = [(0, np.arange(codes.shape[0]))]
    while open_nodes:
        node, rows = open_nodes.pop()
        if counts[rows].sum() <= most:
            continue
        found = _best_cut(codes[rows], counts[rows], shares, least)
        if found is None:
            continue
        column, at, left = found
        attribute[node], border[node] = column, at
        first[node], second[node] = len(attribute), len(attribute) + 1
        for half in (rows[left], rows[~left]):
            open_nodes.append((len(attribute), half))
            attribute.append(UNCUT)
            for other in (border, first, second):
                other.append(0)
    return CutTree(*(np.array(each, np.int64) for each in (attribute, border, first, second)))


def _best_cut(
    codes: CodeArray, counts: FloatArray, shares: FloatArray, least: int
) -> tuple[int, int, BoolArray] | None:
    """Find the widest attribute that can be cut, and where."""
    width = (codes.max(axis=0) - codes.min(axis=0)) * shares
    for column in np.argsort(-width, kind="stable").tolist():
        if width[column] <= 0:
            return None
        held = np.bincount(codes[:, column], weights=counts)
        before = np.cumsum(held)[:-1]
        halves = np.minimum(before, held.sum() - before)
        at = int(np.argmax(halves))
        if halves[at] >= least:
            return column, at, codes[:, column] <= at
    return None


SAMPLE = 200_000
"""Combinations that the driver looks at to find the cuts."""
GRAIN = 1 << 20
"""Steps into which a share is divided, so that it can be drawn and compared as a whole number."""
PLACED_TOGETHER = 50_000
"""Combinations that one task places: Python on a worker costs more than the few of a shuffle's
two hundred partitions."""
JUDGED = "j"
"""What the names of the packed codes of judged columns begin with."""


def group_pieces(
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
    packing = CodePacking.of(book.size for book in local.codebooks)
    counted = counted.persist()
    try:
        with tell_failure(Message("engines.cutting")):
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
    counted: DataFrame, combinations: int, packing: CodePacking, local: LocalGrouping, most: int
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
    counted: DataFrame, packing: CodePacking, tree: CutTree, start: int, judged: Sequence[Codebook]
) -> tuple[IntArray, FrequencySet]:
    """Count what each leaf holds of the judged columns; the leaf of each count comes first."""
    few = CodePacking.of(book.size for book in judged)
    names = [JUDGED + name for name in few.names]
    placed = _placed(counted, packing, tree, start, judged)
    table = placed.groupBy("piece", *names).agg(F.sum("n").alias("n")).toArrow()
    codes = few.unpack(table.select(names).rename_columns(few.names))[:, : len(judged)]
    leaf, counts = (np.asarray(table[name].to_numpy(), np.int64) for name in ("piece", "n"))
    return leaf, FrequencySet(tuple(book.column for book in judged), codes, counts)


def _placed(
    counted: DataFrame,
    packing: CodePacking,
    tree: CutTree,
    start: int = 0,
    judged: Sequence[Codebook] = (),
) -> DataFrame:
    """Add the piece of each combination, and its codes of the judged columns packed anew."""
    few = CodePacking.of(book.size for book in judged)

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


def _schema(local: LocalGrouping, packing: CodePacking) -> str:
    numbers = ["piece", *(f"{name}_of" for name in packing.names), "first", "end", "grp"]
    labels = [f"l{i} string" for i in range(len(local.quasi_identifiers))]
    return ", ".join([*(f"{name} long" for name in numbers), *labels, "told binary"])


def _on_worker(local: LocalGrouping, packing: CodePacking) -> Callable[[pa.Table], pa.Table]:
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


def _rows(partition: Partition, packing: CodePacking, quasi_identifiers: Sequence[str]) -> pa.Table:
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
