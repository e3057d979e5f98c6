"""Values as codes inside Spark: small tables that are joined, and codes packed into few numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from celosia.domain.arrays import CodeArray
from celosia.domain.coding import Codebook
from celosia.domain.values import Value
from celosia.engines.spark.driver import F, pa, telling
from celosia.text.messages import Message

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

WORD = 1 << 62
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
    with telling(what):
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
class Packing:
    """Several codes as digits of one number, and as few numbers as hold them all.

    Fewer and shorter keys are what makes counting fast: less to compare, less to send.
    """

    words: tuple[tuple[int, ...], ...]
    """For each number, how many codes each of its columns has."""

    @classmethod
    def of(cls, cards: Iterable[int]) -> Packing:
        """Fill one number after the other.

        >>> Packing.of([1000, 1 << 55, 7]).words
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
