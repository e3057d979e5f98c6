"""A DataFrame as a relation."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from celosia.core.classes import Classes
from celosia.core.counts import Codebook, FrequencySet
from celosia.core.relation import LocalGrouping, Recoding, Relation
from celosia.core.schema import Dialect, OwnOptions, ReadOptions, Schema
from celosia.core.table import Closing
from celosia.core.values import (
    Agreement,
    Alone,
    Combinations,
    Matched,
    NullPolicy,
    Value,
    ValueCounts,
)
from celosia.engines.spark.driver import F, tell_failure
from celosia.engines.spark.frame_classes import FrameGrouping
from celosia.engines.spark.frame_draft import (
    SparkDraft,
    check_target,
    evidence_of,
    output_format,
    write,
)
from celosia.engines.spark.frame_query import (
    CodePacking,
    HeldPartition,
    SparkChange,
    applied,
    coded,
    complete,
    count_agreement,
    count_alone,
    count_matches,
    drawn,
    found,
    nulls_last,
    published_names,
)
from celosia.engines.spark.frame_types import (
    as_texts,
    cell_names,
    described,
    invalid,
    not_as_declared,
    propose,
    without_codes,
)
from celosia.engines.spark.pieces import SparkGroups, group_pieces
from celosia.engines.spark.spark_source import (
    Division,
    Opened,
    SparkSource,
    leave,
    open_source,
    session_for,
    texts_at,
)
from celosia.errors import DataError
from celosia.files.private_files import Workspace
from celosia.text.messages import Message

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

ASIDE = "celosia_after_techniques.parquet"
"""What a folder that is only worked with would become; nothing ever gets that name."""


class SparkRelation(Closing):
    """The records of a DataFrame, all cells as text; they stay on the workers."""

    def __init__(
        self,
        what: Opened,
        title: str = "The table",
        space: Workspace | None = None,
        started: SparkSession | None = None,
        division: Division | None = None,
        options: ReadOptions | None = None,
        source: SparkSource | None = None,
    ) -> None:
        self._opened = what
        self._source = source
        self._title = title
        self._space = space
        self._started = started
        self._division = division or Division()
        self.dialect = what.dialect
        self._schema = self._own_schema = what.schema
        self._columns = tuple(what.frame.columns)
        self._cells = dict(zip(self._columns, cell_names(len(self._columns)), strict=True))
        codes = (options or ReadOptions()).null_codes(self._columns)
        known = {self._cells[name]: texts for name, texts in codes.items()}
        self._frame = without_codes(as_texts(what.frame), known)

    @classmethod
    def of(cls, frame: DataFrame) -> SparkRelation:
        """Take a DataFrame; its session is the caller's, and is never stopped here."""
        return cls(Opened(frame, described(frame), None, None))

    @classmethod
    def open(
        cls,
        source: SparkSource | str,
        options: ReadOptions | None = None,
        session: SparkSession | None = None,
    ) -> SparkRelation:
        """Open a source, in a session that is given, that runs already, or that is started."""
        source = SparkSource.parse(source) if isinstance(source, str) else source
        started = False
        if session is None:
            session, started = session_for(source)
        space = Workspace()
        try:
            what = open_source(session, source, options or ReadOptions(), space)
            title = what.path.name if what.path is not None else "The source"
            own = session if started else None
            return cls(what, title, space, own, source.division, options, source)
        except BaseException:
            space.erase()
            if started:
                leave(session)
            raise

    def __str__(self) -> str:
        return self._title

    def reread(self, options: ReadOptions) -> SparkRelation:
        """Open the source once more, read otherwise; a DataFrame that was given is taken as is."""
        if self._source is None:
            return SparkRelation(self._opened, self._title, options=options)
        return SparkRelation.open(self._source, options)

    @property
    def columns(self) -> tuple[str, ...]:
        """The column names, in order."""
        return self._columns

    @cached_property
    def records(self) -> int:
        """Number of records."""
        with tell_failure(Message("engines.counting-records")):
            return int(self._opened.frame.count())

    def values(self, column: str, complete: Sequence[str] = ()) -> ValueCounts:
        """Count the distinct values of a column, in text order, null last."""
        (cell,) = self._known([column])
        kept = self._complete(complete)
        grouped = kept.groupBy(F.col(cell).alias("v")).agg(F.count(F.lit(1)).alias("n"))
        table = found(grouped, Message("engines.counting-values"))
        pairs = zip(table["v"].to_pylist(), table["n"].to_pylist(), strict=True)
        ordered = sorted(pairs, key=lambda pair: (pair[0] is None, pair[0] or ""))
        return ValueCounts(tuple(value for value, _ in ordered), tuple(n for _, n in ordered))

    def count(self, codebooks: Sequence[Codebook], complete: Sequence[str] = ()) -> FrequencySet:
        """Count the combinations of codes in one pass."""
        packing = CodePacking.of(book.size for book in codebooks)
        table = found(self.counted(codebooks, complete), Message("engines.counting-combinations"))
        codes = packing.unpack(table)
        order = np.lexsort(codes.T[::-1])
        counts = np.asarray(table["n"].to_numpy(), np.int64)
        columns = tuple(book.column for book in codebooks)
        return FrequencySet(columns, codes[order], counts[order])

    def counted(self, codebooks: Sequence[Codebook], complete: Sequence[str] = ()) -> DataFrame:
        """Count the combinations of codes and leave them on the workers: packed, and n."""
        cells = self._known([book.column for book in codebooks])
        packing = CodePacking.of(book.size for book in codebooks)
        words = coded(self._complete(complete), cells, codebooks).select(*packing.packed())
        return words.groupBy(*packing.names).agg(F.count(F.lit(1)).alias("n"))

    def distinct(self, codebooks: Sequence[Codebook], complete: Sequence[str] = ()) -> int:
        """Tell how many combinations of codes there are."""
        with tell_failure(Message("engines.counting-combinations")):
            return int(self.counted(codebooks, complete).count())

    def classes(
        self,
        quasi_identifiers: Sequence[str],
        sensitive: Sequence[tuple[str, ...]] = (),
        nulls: NullPolicy = NullPolicy.VALUE,
        weight: str | None = None,
        people: Combinations | None = None,
        as_written: Collection[str] = (),
    ) -> Classes:
        """Group the records by their texts as they stand."""
        asked = [(self._known(names), tuple(names)) for names in sensitive]
        weighed = None if weight is None else (self._known([weight])[0], weight)
        cells = self._known(quasi_identifiers)
        grouping = FrameGrouping(self._frame, cells, nulls, asked, frozenset(as_written))
        return grouping.classes(weighed, people)

    def combinations(self, columns: Sequence[str]) -> Combinations:
        """Count the combinations of some columns' values."""
        cells = self._known(columns)
        counted = self._frame.groupBy(*cells).agg(F.count(F.lit(1)).alias("n"))
        table = found(counted.orderBy(*nulls_last(cells)), Message("engines.counting-combinations"))
        values = tuple(table[cell].to_pylist() for cell in cells)
        return Combinations(tuple(columns), values, table["n"].to_pylist())

    def alone(self, columns: Sequence[str], subject: Sequence[str] = ()) -> Alone:
        """Count the records whose combination of some columns' values nobody else holds."""
        keys, who = self._known(columns), self._known(subject)
        counted = count_alone(self._frame, keys, who)
        row = found(counted, Message("engines.counting-combinations")).to_pylist()[0]
        return Alone(int(row["records"] or 0), int(row["distinct"]), int(row["alone"] or 0))

    def matches(
        self,
        change: Recoding,
        release: Relation,
        columns: Sequence[str],
        subject: Sequence[str] = (),
    ) -> tuple[Matched, ...] | None:
        """Count the released records that hold what each record of this table holds."""
        if not isinstance(release, SparkRelation):
            return None
        self._known((*columns, *subject))
        wanted = change.of_everybody([*columns, *subject])
        everybody = applied(self._frame, self._cells, wanted, 0)
        inside = dict(zip(wanted.published, published_names(wanted), strict=True))
        keys, who = (
            [f"{c}{i}" for i in range(len(n))] for c, n in (("k", columns), ("w", subject))
        )
        named = list(zip((*columns, *subject), (*keys, *who), strict=True))
        here = everybody.select(*(F.col(inside[column]).alias(key) for column, key in named))
        there = release._frame.select(
            *(F.col(release._cells[column]).alias(key) for column, key in named)
        )
        counted = count_matches(here, there, keys, who)
        rows = found(counted, Message("engines.counting-combinations")).to_pylist()
        told = [tuple(row.values()) for row in rows]
        return Matched.persons(told) if subject else Matched.records(told)

    def agreement(
        self,
        key: str,
        column: str,
        without: Mapping[str, Collection[str]],
        places: Codebook | None = None,
    ) -> Agreement:
        """Tell how far records that share a value of one column are alike in another."""
        names = self._known([key, column])
        kept = self._told_apart([key, column], without)
        shown = [F.col(cell).alias(each) for cell, each in zip(names, "kv", strict=True)]
        if places is not None:
            kept = coded(kept, names[1:], [places])
            shown.append((F.col("k0") * 1e-6).alias("r"))
        counted = count_agreement(kept.select(*shown), placed=places is not None)
        [row] = found(counted, Message("engines.counting-combinations")).to_pylist()
        groups, *told = row.values()
        return Agreement(int(groups), *(float(each or 0.0) for each in told))

    def squares(
        self,
        columns: Sequence[str],
        complete: Sequence[str],
        without: Mapping[str, Collection[str]],
    ) -> int:
        """Add up the squared numbers of records that share a combination of values."""
        kept = self._told_apart(complete, without)
        groups = kept.groupBy(*self._known(columns)).agg(F.count(F.lit(1)).alias("n"))
        added = groups.agg(F.sum(F.col("n") * F.col("n")).alias("squares"))
        [row] = found(added, Message("engines.counting-combinations")).to_pylist()
        return int(row["squares"] or 0)

    def _told_apart(
        self, columns: Sequence[str], without: Mapping[str, Collection[str]]
    ) -> DataFrame:
        """Keep the records of which no cell is null, nor stands for a null."""
        kept = self._complete(columns)
        for column, cell in zip(columns, self._known(columns), strict=True):
            codes = list(without.get(column, ()))
            kept = kept.where(~F.col(cell).isin(codes)) if codes else kept
        return kept

    def cells(self, columns: Sequence[str], most: int) -> dict[str, list[Value]]:
        """Give columns cell by cell, of at most so many records, chosen always alike."""
        cells = self._known(columns)
        every = list(self._cells.values())
        order = (drawn(every, 0), *nulls_last(every))
        table = found(
            self._frame.orderBy(*order).limit(most).select(*cells), Message("engines.taking-cells")
        )
        return {c: table[cell].to_pylist() for c, cell in zip(columns, cells, strict=True)}

    def propose_schema(self) -> Schema:
        """Say what the columns look like; a typed source says it itself."""
        if self._schema is None:
            self._schema = propose(self._frame, self._cells)
        return self._schema

    def check(self, schema: Schema) -> None:
        """Raise `DataError` with the number of values of each column that are not as declared."""
        schema.check_known(self._columns)
        wrong = invalid(self._frame, schema, self._cells)
        if total := sum(wrong.values()):
            raise DataError(
                "engines.not-as-declared",
                title=self._title,
                number=total,
                shown=not_as_declared(schema, wrong),
            )

    @property
    def most_together(self) -> int:
        """Up to so many records are better grouped together, on the driver."""
        return self._division.together

    def in_pieces(self, local: LocalGrouping) -> SparkGroups:
        """Cut the table into pieces and let the workers group each."""
        counted = self.counted(local.codebooks, local.complete)
        parts, told = group_pieces(counted, local, self._division.piece)
        held = HeldPartition(local.quasi_identifiers, local.published, local.codebooks, parts)
        return SparkGroups(held, told, self.draft)

    def write(self, change: SparkChange, path: Path, declared: Schema, seed: int) -> int:
        """Write the recoded table in an order that tells nothing; give the number of records."""
        check_target(path, self._opened.path)
        release = applied(self._frame, self._cells, change, seed)
        schema = None
        if output_format(path) == ".parquet":
            # by what is written: a type that fits the original would tell of what is left out
            known = (self._own_schema or Schema(())).joined(declared)
            cells = dict(zip(change.published, published_names(change), strict=True))
            others = {name: cells[name] for name in cells if name not in known.names}
            schema = known.joined(propose(release, others)) if others else known
        dialect = self.dialect or Dialect()
        return write(release, change, path, schema, dialect, seed, self.records)

    def draft(self, change: SparkChange, target: str, declared: Schema, seed: int) -> SparkDraft:
        """Write the recoded table beside its target, in a hidden folder."""
        check_target(Path(target), self._opened.path)
        dialect = self.dialect or Dialect()
        options = OwnOptions(dialect.separator, dialect.quote or '"', "utf-8")
        session = self._frame.sparkSession

        def write_aside(path: Path) -> int:
            return self.write(change, path, declared, seed)

        def reopen(path: Path) -> SparkRelation:
            return SparkRelation.open(SparkSource(data=str(path)), options, session)

        return SparkDraft(Path(target), write_aside, reopen)

    def draft_work(
        self, change: SparkChange, target: str, declared: Schema, seed: int
    ) -> SparkDraft:
        """Write a changed table aside only to work with it: every cell stays the text that it is.

        What is opened then takes the place of this relation.
        """
        session = self._frame.sparkSession
        aside = Path(target).with_name(ASIDE)

        def write_aside(path: Path) -> int:
            release = applied(self._frame, self._cells, change, seed)
            return write(release, change, path, None, Dialect(), seed, self.records)

        def reopen(path: Path) -> SparkRelation:
            what = texts_at(session, path, self.dialect)
            return SparkRelation(what, self._title, division=self._division)

        return SparkDraft(aside, write_aside, reopen)

    def evidence(self) -> dict[str, str | int]:
        """Size and hash of the files, or a hash of all records where the driver sees no file."""
        if self._opened.path is not None:
            return evidence_of(self._opened.path)
        every = [F.coalesce(F.col(cell), F.lit("\x1e")) for cell in self._cells.values()]
        number = F.xxhash64(*every).cast("decimal(38,0)")
        table = found(
            self._frame.agg(F.sum(number).cast("string").alias("v")),
            Message("engines.hashing-records"),
        )
        return {"records": self.records, "sum_of_xxhash64": table["v"][0].as_py() or "0"}

    def close(self) -> None:
        """Erase all working data, and stop Spark if it was started for this relation."""
        if self._space is not None:
            self._space.erase()
        if self._started is not None:
            leave(self._started)
            self._started = None

    def _complete(self, columns: Sequence[str]) -> DataFrame:
        return complete(self._frame, self._known(columns))

    def _known(self, columns: Sequence[str]) -> list[str]:
        """Find the cells of some columns."""
        known = []
        for column in columns:
            if column not in self._cells:
                raise DataError("engines.no-column-columns", name=column, names=self._columns)
            known.append(self._cells[column])
        return known
