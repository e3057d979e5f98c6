"""What a change of a table stands for, as operations on a DataFrame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from celosia.domain.nulls import NullPolicy
from celosia.domain.recoding import SUPPRESSED_GROUP, Change, Partition, Recoding
from celosia.domain.values import SUPPRESSED
from celosia.engines.spark.coding import (
    Packing,
    coded,
    complete,
    given,
    looked_up,
    same,
    sent,
)
from celosia.engines.spark.driver import F, pa

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

RANKS_TOGETHER = 1024
"""Parts are looked up by the thousands of ranks they touch: a combination with very many parts
would otherwise compare each of its records with each of them."""


def published_names(change: Change) -> list[str]:
    """Name the published columns inside Spark: p0, p1, ..."""
    return [f"p{i}" for i in range(len(change.published))]


def applied(frame: DataFrame, cells: Mapping[str, str], change: Change, seed: int) -> DataFrame:
    """Give the published columns as p0, p1, ..., changed and without the suppressed records."""
    if isinstance(change, Partition):
        return _partitioned(frame, cells, change, seed)
    return _recoded(frame, cells, change)


def drawn(cells: Sequence[str], seed: int) -> Column:
    """Give the order that only the cells' texts and the seed decide."""
    known = [F.coalesce(F.col(cell), F.lit("\x1e")) for cell in cells]
    return F.md5(F.concat_ws("\x1f", F.lit(str(seed)), *known))


def nulls_last(cells: Sequence[str]) -> list[Column]:
    """Order by some cells in binary order, nulls last."""
    return [F.col(cell).asc_nulls_last() for cell in cells]


def _recoded(frame: DataFrame, cells: Mapping[str, str], recoding: Recoding) -> DataFrame:
    if recoding.nulls is NullPolicy.EXCLUDED:
        frame = complete(frame, [cells[column] for column in recoding.quasi_identifiers])
    told = dict(cells)
    for i, (column, labels) in enumerate(recoding.labels.items()):
        frame = looked_up(frame, cells[column], labels, pa.string(), f"l{i}")
        told[column] = f"l{i}"
    names = published_names(recoding)
    plain = frame.select(
        *(
            F.col(told[column]).alias(name)
            for name, column in zip(names, recoding.published, strict=True)
        )
    )
    return _without_rejected(plain, recoding) if recoding.rejected else plain


def _without_rejected(plain: DataFrame, recoding: Recoding) -> DataFrame:
    names = published_names(recoding)
    places = [recoding.published.index(column) for column in recoding.quasi_identifiers]
    columns = {
        f"x{i}": pa.array(list(labels), pa.string())
        for i, labels in zip(places, zip(*recoding.rejected, strict=True), strict=True)
    }
    size = len(recoding.rejected) * len(places)
    rejected = sent(given(plain.sparkSession, columns).distinct(), size)
    alike = same((names[i], f"x{i}") for i in places)
    if not recoding.keep_suppressed:
        return plain.join(rejected, alike, "left_anti")
    marked = plain.join(rejected.withColumn("gone", F.lit(True)), alike, "left")
    star = F.when(F.col("gone"), F.lit(SUPPRESSED))
    return marked.select(
        *(
            star.otherwise(F.col(name)).alias(name) if i in places else F.col(name)
            for i, name in enumerate(names)
        )
    )


def _partitioned(
    frame: DataFrame, cells: Mapping[str, str], partition: Partition, seed: int
) -> DataFrame:
    """Rank the records of each combination, and give each the labels of its group."""
    from pyspark.sql import Window

    books = partition.codebooks
    packing = Packing.of(book.size for book in books)
    own = [cells[column] for column in partition.published]
    records = coded(frame, [cells[book.column] for book in books], books)
    records = records.select("*", *packing.packed(), drawn(own, seed).alias("draw"))
    alike = Window.partitionBy(*packing.names).orderBy("draw", *nulls_last(own))
    ranked = records.withColumn("rank", F.row_number().over(alike).cast("long") - 1)
    ranked = ranked.withColumn("block", (F.col("rank") / RANKS_TOGETHER).cast("long"))
    parts = _parts(frame, partition, packing)
    inside = (F.col("rank") >= F.col("first")) & (F.col("rank") < F.col("end"))
    keys = same((name, f"{name}_of") for name in (*packing.names, "block"))
    grouped = ranked.join(parts, keys & inside)
    if not partition.keep_suppressed:
        grouped = grouped.where(F.col("grp") != SUPPRESSED_GROUP)
    labels = _labels(frame, partition)
    told = grouped.join(labels, F.col("grp") == F.col("id"), "left")
    return told.select(*_group_cells(partition, own))


def _parts(frame: DataFrame, partition: Partition, packing: Packing) -> DataFrame:
    columns = {f"{name}_of": word for name, word in packing.pack(partition.codes).items()}
    end = partition.first + partition.number
    columns |= {"first": partition.first, "end": end, "grp": partition.group}
    parts = given(frame.sparkSession, columns)
    blocks = F.sequence(
        (F.col("first") / RANKS_TOGETHER).cast("long"),
        ((F.col("end") - 1) / RANKS_TOGETHER).cast("long"),
    )
    some = parts.where(F.col("end") > F.col("first"))
    return sent(some.withColumn("block_of", F.explode(blocks)), 4 * len(end))


def _labels(frame: DataFrame, partition: Partition) -> DataFrame:
    columns = {
        f"l{i}": pa.array(list(labels), pa.string())
        for i, labels in enumerate(partition.labels.values())
    }
    groups = max(map(len, partition.labels.values()), default=0)
    columns["id"] = pa.array(range(groups), pa.int64())
    return sent(given(frame.sparkSession, columns), groups * len(columns))


def _group_cells(partition: Partition, own: Sequence[str]) -> list[Column]:
    """Give each published column: a group's label, or the record's own cell."""
    labels = {column: f"l{i}" for i, column in enumerate(partition.labels)}
    star = F.when(F.col("grp") == SUPPRESSED_GROUP, F.lit(SUPPRESSED))
    return [
        (star.otherwise(F.col(labels[column])) if column in labels else F.col(cell)).alias(name)
        for name, column, cell in zip(
            published_names(partition), partition.published, own, strict=True
        )
    ]
