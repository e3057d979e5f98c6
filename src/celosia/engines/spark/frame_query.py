"""What counting a DataFrame and changing it stand for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from celosia.core.counts import Codebook
from celosia.core.relation import SUPPRESSED_GROUP, Change, Partition, Recoding
from celosia.core.values import SUPPRESSED, CodeArray, NullPolicy, Value
from celosia.engines.spark.driver import F, pa, tell_failure
from celosia.text.messages import Message

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession


WORD = 1 << 62
"""Codes are packed into numbers below this, which a signed one of 64 bits holds."""
SENT_TO_ALL = 500_000
"""Tables of at most so many cells go to every worker whole."""


def given(session: SparkSession, columns: Mapping[str, Any]) -> DataFrame:
    """Bring columns of the driver into Spark."""
    return session.createDataFrame(pa.table(dict(columns)))


def sent(frame: DataFrame, cells: int) -> DataFrame:
    """Have a table sent to every worker if it is small; large ones are joined by shuffling."""
    return F.broadcast(frame) if cells <= SENT_TO_ALL else frame


def found(frame: DataFrame, what: Message) -> pa.Table:
    """Bring the rows of a result to the driver."""
    with tell_failure(what):
        return frame.toArrow()


def same(pairs: Iterable[tuple[str, str]]) -> Column:
    """Hold where each two columns are equal, nulls included."""
    alike = (F.col(one).eqNullSafe(F.col(other)) for one, other in pairs)
    return reduce(lambda both, next_one: both & next_one, alike)


def complete(frame: DataFrame, cells: Iterable[str]) -> DataFrame:
    """Keep the records that have no null in some columns."""
    for cell in cells:
        frame = frame.where(F.col(cell).isNotNull())
    return frame


def count_alone(frame: DataFrame, keys: Sequence[str], who: Sequence[str]) -> DataFrame:
    """Count the records that hold something, what they hold, and those that hold it alone."""
    number = F.count(F.lit(1))
    alone = number == 1
    if who:
        alone = reduce(lambda both, next_one: both & next_one, map(_is_one, who))
    held = frame.where(F.coalesce(*keys).isNotNull())
    groups = held.groupBy(*keys).agg(number.alias("n"), alone.alias("one"))
    return groups.agg(
        F.sum("n").alias("records"),
        F.count(F.lit(1)).alias("distinct"),
        F.sum(F.when(F.col("one"), F.col("n"))).alias("alone"),
    )


def _is_one(cell: str) -> Column:
    """Hold where a group has one value of a column, or nulls only."""
    whole = (F.count(cell) == F.count(F.lit(1))) & (F.min(cell) == F.max(cell))
    return whole | (F.count(cell) == 0)


def count_matches(
    original: DataFrame, release: DataFrame, keys: Sequence[str], who: Sequence[str]
) -> DataFrame:
    """Count as `celosia.engines.match_query.count_matches` does; both hold `keys` and `who`."""
    from pyspark.sql import Window

    def told(frame: DataFrame, inside: int) -> DataFrame:
        held = frame.where(F.coalesce(*(F.col(key) for key in keys)).isNotNull())
        marks = (F.lit(inside).alias("o"), F.lit(1 - inside).alias("r"))
        return held.select(*keys, *who, *marks)

    both = told(original, 1).unionByName(told(release, 0))
    if not who:
        pairs = both.groupBy(*keys).agg(F.sum("o").alias("o"), F.sum("r").alias("r"))
        return pairs.where("o > 0").groupBy("o", "r").agg(F.count(F.lit(1)).alias("n"))
    held = both.groupBy(*keys, *who).agg(F.max("o").alias("o"), F.max("r").alias("r"))
    beside = Window.partitionBy(*keys)
    held = held.withColumn("originals", F.sum("o").over(beside))
    held = held.withColumn("released", F.sum("r").over(beside)).where("o = 1")
    out, own = F.col("released"), F.col("r")
    single = (out == 1) & (own == 1) & (F.col("originals") == 1)
    each = held.groupBy(*who).agg(
        F.min(F.when(out > 0, out)).alias("c"),
        F.min(F.when(out > own, out - own)).alias("w"),
        F.max(single.cast("int")).alias("s"),
    )
    return each.groupBy("c", "w", "s").agg(F.count(F.lit(1)).alias("n"))


def count_agreement(rows: DataFrame, placed: bool) -> DataFrame:
    """Count as `celosia.engines.pair_query.count_agreement` does, of k, v and the place r."""
    number = [F.count(F.lit(1)).cast("double").alias("n")]
    held = rows.groupBy("k", "v").agg(*number, *([F.min("r").alias("r")] if placed else []))
    n = F.col("n")
    sums = [F.sum(n).alias("m"), F.sum(n * (n - 1)).alias("s")]
    if placed:
        r = F.col("r")
        sums += [F.sum(n * r).alias("t"), F.sum(n * r * r).alias("q")]
    each = held.groupBy("k").agg(*sums).where("m > 1")
    m = F.col("m")
    told = [F.count(F.lit(1)).alias("groups"), F.avg(F.col("s") / (m * (m - 1))).alias("agreed")]
    if placed:
        told.append(F.avg((F.col("q") - F.col("t") * F.col("t") / m) / (m - 1)).alias("apart"))
    return each.agg(*told)


def looked_up(
    frame: DataFrame, cell: str, table: Mapping[Value, Any], kind: Any, name: str
) -> DataFrame:
    """Add what a small table says of a column's values; other values' records are left out."""
    value = f"{name}_of"
    columns = {
        value: pa.array(list(table.keys()), pa.string()),
        name: pa.array(list(table.values()), kind),
    }
    values = sent(given(frame.sparkSession, columns), len(table))
    alike = F.col(cell) == F.col(value)
    if None in table:
        alike = F.col(cell).eqNullSafe(F.col(value))
    return frame.join(values, alike).drop(value)


def coded(frame: DataFrame, cells: Sequence[str], codebooks: Sequence[Codebook]) -> DataFrame:
    """Add the code of each cell as k0, k1, ...; records with unlisted values are left out."""
    for i, (cell, book) in enumerate(zip(cells, codebooks, strict=True)):
        codes = dict(zip(book.values, book.codes, strict=True))
        frame = looked_up(frame, cell, codes, pa.int32(), f"k{i}")
    return frame


@dataclass(frozen=True, slots=True)
class CodePacking:
    """Several codes as digits of one number, and as few numbers as hold them all.

    Fewer and shorter keys are what makes counting fast: less to compare, less to send.
    """

    words: tuple[tuple[int, ...], ...]
    """For each number, how many codes each of its columns has."""

    @classmethod
    def of(cls, cards: Iterable[int]) -> CodePacking:
        """Fill one number after the other.

        >>> CodePacking.of([1000, 1 << 55, 7]).words
        ((1000,), (36028797018963968, 7))
        """
        words: list[list[int]] = [[]]
        size = 1
        for card in cards:
            if size * max(card, 1) >= WORD:
                words.append([])
                size = 1
            words[-1].append(max(card, 1))
            size *= max(card, 1)
        return cls(tuple(map(tuple, words)))

    @property
    def names(self) -> list[str]:
        """Names of the packed columns."""
        return [f"w{i}" for i in range(len(self.words))]

    def packed(self) -> list[Column]:
        """Pack the columns k0, k1, ... into w0, w1, ..."""
        codes = iter(range(sum(map(len, self.words))))
        columns = []
        for name, cards in zip(self.names, self.words, strict=True):
            word = F.lit(0).cast("long")
            for card, i in zip(cards, islice(codes, len(cards)), strict=True):
                word = word * F.lit(card).cast("long") + F.col(f"k{i}")
            columns.append(word.alias(name))
        return columns

    def pack(self, codes: CodeArray) -> dict[str, CodeArray]:
        """Pack codes (rows, columns) on the driver."""
        columns = iter(codes.T.astype(np.int64))
        packed = {}
        for name, cards in zip(self.names, self.words, strict=True):
            word = np.zeros(codes.shape[0], np.int64)
            for card, column in zip(cards, islice(columns, len(cards)), strict=True):
                word = word * card + column
            packed[name] = word
        return packed

    def unpack(self, table: pa.Table) -> CodeArray:
        """Give the codes (rows, columns) again."""
        codes: list[CodeArray] = []
        for name, cards in zip(self.names, self.words, strict=True):
            word = table[name].to_numpy()
            digits = []
            for card in reversed(cards):
                digits.append(word % card)
                word = word // card
            codes += reversed(digits)
        return np.stack(codes, axis=1) if codes else np.zeros((table.num_rows, 0), np.int64)


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
    # A sign that texts hardly hold stands between cells: ("ab", "") and ("a", "b") draw apart.
    # Where it does not help, an order alone is at stake, and the next key decides it.
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
    # Distinct, because a left join would repeat records that match twice.
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
    packing = CodePacking.of(book.size for book in books)
    own = [cells[column] for column in partition.published]
    records = coded(frame, [cells[book.column] for book in books], books)
    records = records.select("*", *packing.packed(), drawn(own, seed).alias("draw"))
    # By the cells too: a draw that two texts share must not leave the order to the partitions.
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


def _parts(frame: DataFrame, partition: Partition, packing: CodePacking) -> DataFrame:
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
