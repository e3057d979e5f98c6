"""What a change of a table stands for, as operations on a DataFrame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from celosia.domain.coding import Codebook
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


@dataclass(frozen=True, slots=True, eq=False)
class HeldPartition:
    """A partition whose parts are on the workers, each with the labels of its group."""

    quasi_identifiers: tuple[str, ...]
    published: tuple[str, ...]
    codebooks: tuple[Codebook, ...]
    parts: DataFrame
    """Packed codes, the ranks from `first` to before `end`, the group, and its labels."""
    keep_suppressed: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """The columns that have labels, in their order."""
        return self.quasi_identifiers


SparkChange: TypeAlias = Change | HeldPartition
"""What Spark can apply."""


def published_names(change: SparkChange) -> list[str]:
    """Name the published columns inside Spark: p0, p1, ..."""
    return [f"p{i}" for i in range(len(change.published))]


def applied(
    frame: DataFrame, cells: Mapping[str, str], change: SparkChange, seed: int
) -> DataFrame:
    """Give the published columns as p0, p1, ..., changed and without the suppressed records."""
    if isinstance(change, Recoding):
        return _recoded(frame, cells, change)
    return _grouped(frame, cells, change, seed)


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


def _grouped(
    frame: DataFrame, cells: Mapping[str, str], partition: Partition | HeldPartition, seed: int
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
    if isinstance(partition, HeldPartition):
        parts = _in_blocks(partition.parts)
    else:
        cells_sent = partition.group.size * (4 + len(partition.labels))
        parts = sent(_in_blocks(_parts(frame, partition, packing)), cells_sent)
    inside = (F.col("rank") >= F.col("first")) & (F.col("rank") < F.col("end"))
    keys = same((name, f"{name}_of") for name in (*packing.names, "block"))
    told = ranked.join(parts, keys & inside)
    if not partition.keep_suppressed:
        told = told.where(F.col("grp") != SUPPRESSED_GROUP)
    return told.select(*_group_cells(partition, own))


def _in_blocks(parts: DataFrame) -> DataFrame:
    """Give a part for each block of ranks that it touches."""
    blocks = F.sequence(
        (F.col("first") / RANKS_TOGETHER).cast("long"),
        ((F.col("end") - 1) / RANKS_TOGETHER).cast("long"),
    )
    return parts.where(F.col("end") > F.col("first")).withColumn("block_of", F.explode(blocks))


def _parts(frame: DataFrame, partition: Partition, packing: Packing) -> DataFrame:
    """Bring the parts of a partition into Spark, each with the labels of its group."""
    columns: dict[str, Any] = {
        f"{name}_of": word for name, word in packing.pack(partition.codes).items()
    }
    end = partition.first + partition.number
    columns |= {"first": partition.first, "end": end, "grp": partition.group}
    group = pa.array(partition.group, mask=partition.group == SUPPRESSED_GROUP)
    for i, labels in enumerate(partition.labels.values()):
        columns[f"l{i}"] = pa.array(list(labels), pa.string()).take(group)
    return given(frame.sparkSession, columns)


def _group_cells(partition: Partition | HeldPartition, own: Sequence[str]) -> list[Column]:
    """Give each published column: a group's label, or the record's own cell."""
    labels = {column: f"l{i}" for i, column in enumerate(partition.labels)}
    star = F.when(F.col("grp") == SUPPRESSED_GROUP, F.lit(SUPPRESSED))
    return [
        (star.otherwise(F.col(labels[column])) if column in labels else F.col(cell)).alias(name)
        for name, column, cell in zip(
            published_names(partition), partition.published, own, strict=True
        )
    ]
