"""A file as a relation of the embedded engine."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from pathlib import Path

import duckdb
from duckdb import DuckDBPyConnection

from celosia.core.classes import Classes
from celosia.core.counts import Codebook, FrequencySet
from celosia.core.memory import PER_CELL, check_fits
from celosia.core.relation import Change, Recoding, Relation
from celosia.core.schema import Column, Dialect, OwnOptions, ReadOptions, Schema
from celosia.core.table import Closing
from celosia.core.values import (
    Agreement,
    Alone,
    Cells,
    Combinations,
    Matched,
    NullPolicy,
    Value,
    ValueCounts,
)
from celosia.engines.duckdb.file_classes import FileGrouping
from celosia.engines.duckdb.file_draft import (
    FileDraft,
    cannot_write,
    file_evidence,
    is_typed,
    write,
)
from celosia.engines.duckdb.file_query import (
    applied,
    count_codes,
    count_distinct,
    fill_cells,
    fill_codes,
    grouped_cells,
    is_formula,
    keep_texts,
    name,
    one_file,
    take_texts,
    text,
    where_complete,
)
from celosia.engines.duckdb.file_reader import load
from celosia.engines.duckdb.file_types import as_typed, is_valid, propose_column
from celosia.engines.duckdb.working_database import WorkingDatabase
from celosia.engines.grouped_classes import count_alone
from celosia.engines.match_query import count_matches
from celosia.engines.pair_query import MILLIONTH, count_agreement, count_squares
from celosia.errors import DataError, SchemaError
from celosia.files.file_format import Loaded
from celosia.files.formats.delimited import write_delimited
from celosia.files.private_files import Workspace
from celosia.text.messages import Message

ORDER = "sorted_rows"


class Pages:
    """Finds rows by their number; a new order is numbered once for all of its pages."""

    def __init__(self, connection: DuckDBPyConnection, table: str, columns: Sequence[str]) -> None:
        self._connection = connection
        self._table = table
        self._shown = ", ".join(f"{table}.{name(column)}" for column in columns)
        self._order: tuple[Column, bool] | None = None

    def rows(
        self, offset: int, limit: int, by: Column | None = None, descending: bool = False
    ) -> list[tuple[Value, ...]]:
        """Give so many rows from an offset on; nulls come last."""
        source, place = self._table, f"{self._table}.rowid"
        if by is not None:
            self._sort(by, descending)
            source, place = f"{ORDER} JOIN {self._table} ON {place} = record", "place"
        return self._connection.execute(
            f"SELECT {self._shown} FROM {source} WHERE {place} >= {int(offset)} "
            f"AND {place} < {int(offset) + int(limit)} ORDER BY {place}"
        ).fetchall()

    def _sort(self, by: Column, descending: bool) -> None:
        if self._order == (by, descending):
            return
        way = "DESC" if descending else "ASC"
        self._connection.execute(
            f"CREATE OR REPLACE TEMP TABLE {ORDER} AS SELECT rowid AS record, row_number() "
            f"OVER (ORDER BY {as_typed(by)} {way} NULLS LAST, rowid) - 1 AS place "
            f"FROM {self._table} ORDER BY place"
        )
        self._order = (by, descending)


TABLE = "data"
SHOWN = 20
"""Cells that an error lists: they fit a terminal of 24 lines; it tells how many more."""


class EmbeddedRelation(Closing):
    """A file's records in a DuckDB table of a private workspace, all cells as text."""

    def __init__(
        self,
        path: Path,
        options: ReadOptions,
        cells: Cells | None = None,
        kept: Path | None = None,
    ) -> None:
        """Read a file; or take cells that were made of it, or what `keep_texts` kept of it."""
        self.path = path
        self._options = options
        self._space = Workspace()
        self._types: dict[str, Column] = {}
        try:
            self._database = WorkingDatabase(path, self._space.path)
        except BaseException:
            self._space.erase()
            raise
        self._connection = self._database.connection
        try:
            self._loaded = Loaded()
            if kept is not None:
                take_texts(self._connection, TABLE, kept)
            elif cells is None:
                self._loaded = load(self._connection, TABLE, path, options, self._space.path)
            else:
                fill_cells(self._connection, TABLE, cells)
            self._database.forget_order()
        except BaseException:
            self.close()
            raise
        self.dialect: Dialect | None = self._loaded.dialect
        self._schema: Schema | None = self._loaded.schema
        self.dictionary = self._loaded.dictionary
        self.skipped_lines = self._loaded.skipped
        described = self._connection.execute(f"DESCRIBE {TABLE}").fetchall()
        self._columns = tuple(row[0] for row in described)
        self._records = int(self._one(f"SELECT count(*) FROM {TABLE}"))
        self._pages = Pages(self._connection, TABLE, self._columns)

    def __str__(self) -> str:
        return self.path.name

    def reread(self, options: ReadOptions) -> EmbeddedRelation:
        """Read the file once more, otherwise."""
        return EmbeddedRelation(self.path, options)

    @property
    def columns(self) -> tuple[str, ...]:
        """The column names, in order."""
        return self._columns

    @property
    def records(self) -> int:
        """Number of records."""
        return self._records

    def values(self, column: str, complete: Sequence[str] = ()) -> ValueCounts:
        """Count the distinct values of a column, in text order, null last."""
        cell = name(self._known(column))
        self._check_fits([column])
        found = self._connection.execute(
            f"SELECT {cell}, count(*) FROM {TABLE} {where_complete(TABLE, complete)} "
            "GROUP BY 1 ORDER BY 1 NULLS LAST"
        ).fetchall()
        return ValueCounts(tuple(row[0] for row in found), tuple(row[1] for row in found))

    def count(self, codebooks: Sequence[Codebook], complete: Sequence[str] = ()) -> FrequencySet:
        """Count the combinations of codes in one pass."""
        self._check_known(codebooks)
        return count_codes(self._connection, TABLE, codebooks, complete)

    def distinct(self, codebooks: Sequence[Codebook], complete: Sequence[str] = ()) -> int:
        """Tell how many combinations of codes there are."""
        self._check_known(codebooks)
        return count_distinct(self._connection, TABLE, codebooks, complete)

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
        weights = () if weight is None else (weight,)
        for column in (*quasi_identifiers, *chain.from_iterable(sensitive), *weights):
            self._known(column)
        with FileGrouping(self._connection, TABLE, quasi_identifiers, nulls) as grouping:
            return grouping.classes(sensitive, weight, people, as_written)

    def formulas(self) -> dict[str, int]:
        """Count the cells of each column that a spreadsheet program would take for formulas."""
        counts = ", ".join(
            f"count(*) FILTER (WHERE {is_formula(name(column))})" for column in self._columns
        )
        found = self._connection.execute(f"SELECT {counts} FROM {TABLE}").fetchone()
        assert found is not None
        return {c: n for c, n in zip(self._columns, found, strict=True) if n}

    def combinations(self, columns: Sequence[str]) -> Combinations:
        """Count the combinations of some columns' values."""
        cells = ", ".join(name(self._known(column)) for column in columns)
        self._check_fits(columns)
        found = self._connection.execute(
            f"SELECT {cells}, count(*) FROM {TABLE} GROUP BY ALL ORDER BY ALL"
        ).fetchall()
        values = [list(cells) for cells in zip(*found, strict=True)] or [[]] * (len(columns) + 1)
        return Combinations(tuple(columns), tuple(values[:-1]), values[-1])

    def _check_fits(self, columns: Sequence[str]) -> None:
        """Refuse combinations of values that would not fit: each is a row of texts, and listed."""
        cells = ", ".join(name(column) for column in columns) or "1"
        check_fits(
            PER_CELL * (len(columns) + 1),
            self._records,
            lambda: int(self._one(f"SELECT count(*) FROM (SELECT DISTINCT {cells} FROM {TABLE})")),
        )

    def alone(self, columns: Sequence[str], subject: Sequence[str] = ()) -> Alone:
        """Count the records whose combination of some columns' values nobody else holds."""
        known = [name(self._known(column)) for column in columns]
        who = [name(self._known(column)) for column in subject]
        found = self._connection.execute(count_alone(TABLE, known, known, who)).fetchone()
        assert found is not None
        return Alone(*map(int, found))

    def matches(
        self,
        change: Recoding,
        release: Relation,
        columns: Sequence[str],
        subject: Sequence[str] = (),
    ) -> tuple[Matched, ...] | None:
        """Count the released records that hold what each record of this table holds.

        The release lies in a database of its own: its distinct rows come by way of a file in the
        private folder of this one.
        """
        if not isinstance(release, EmbeddedRelation):
            return None
        for column in (*columns, *subject):
            self._known(column)
        key, who = [f"k{i}" for i in range(len(columns))], [f"w{i}" for i in range(len(subject))]
        told = f"({applied(self._connection, TABLE, change.of_everybody([*columns, *subject]), 0)})"
        path = self._space.path / "released.parquet"
        try:
            release.write_grouped(path, columns, subject)
            found = self._connection.execute(
                count_matches(
                    grouped_cells(told, columns, subject),
                    f"SELECT * FROM read_parquet({one_file(path)})",
                    key,
                    who,
                )
            ).fetchall()
        finally:
            path.unlink(missing_ok=True)
        return Matched.persons(found) if subject else Matched.records(found)

    def write_grouped(self, path: Path, columns: Sequence[str], subject: Sequence[str]) -> None:
        """Write the distinct rows of some columns, with their number, for another database."""
        query = grouped_cells(TABLE, columns, subject)
        self._connection.execute(f"COPY ({query}) TO {text(str(path))} (FORMAT parquet)")

    def agreement(
        self,
        key: str,
        column: str,
        without: Mapping[str, Collection[str]],
        places: Codebook | None = None,
    ) -> Agreement:
        """Tell how far records that share a value of one column are alike in another."""
        kept = self._told_apart([key, column], without)
        k, v = (f"{TABLE}.{name(each)}" for each in (key, column))
        rows = f"SELECT {k} AS k, {v} AS v, 0 AS r FROM {TABLE} WHERE {kept}"
        if places is not None:
            fill_codes(self._connection, "places", places)
            rows = (
                f"SELECT {k} AS k, {v} AS v, places.code * {MILLIONTH} AS r "
                f"FROM {TABLE} JOIN places ON {v} = places.value WHERE {kept}"
            )
        [(groups, *found)] = self._connection.execute(count_agreement(rows)).fetchall()
        return Agreement(int(groups), *(float(each or 0.0) for each in found))

    def squares(
        self,
        columns: Sequence[str],
        complete: Sequence[str],
        without: Mapping[str, Collection[str]],
    ) -> int:
        """Add up the squared numbers of records that share a combination of values."""
        rows = f"FROM {TABLE} WHERE {self._told_apart(complete, without)}"
        return self._one(count_squares(rows, ", ".join(name(self._known(c)) for c in columns)))

    def _told_apart(self, columns: Sequence[str], without: Mapping[str, Collection[str]]) -> str:
        """Hold where no cell is null, nor stands for a null."""
        conditions = []
        for column in map(self._known, columns):
            conditions.append(f"{TABLE}.{name(column)} IS NOT NULL")
            codes = ", ".join(map(text, without.get(column, ())))
            conditions += [f"{TABLE}.{name(column)} NOT IN ({codes})"] if codes else []
        return " AND ".join(conditions)

    def cells(self, columns: Sequence[str], most: int) -> dict[str, list[Value]]:
        """Give columns cell by cell, of at most so many records, chosen always alike."""
        chosen = f"ORDER BY md5(rowid::VARCHAR) LIMIT {most}" if self._records > most else ""
        selected = ", ".join(name(self._known(column)) for column in columns)
        found = self._connection.execute(f"SELECT {selected} FROM {TABLE} {chosen}").fetchall()
        lists = [list(cells) for cells in zip(*found, strict=True)] or [[]] * len(columns)
        return dict(zip(columns, lists, strict=True))

    def rows(self) -> Cells:
        """Give every cell, in an order that does not depend on the order of the file."""
        shown = ", ".join(name(column) for column in self._columns)
        found = self._connection.execute(f"SELECT {shown} FROM {TABLE} ORDER BY ALL").fetchall()
        lists = [list(cells) for cells in zip(*found, strict=True)] or [[] for _ in self._columns]
        return Cells.of(dict(zip(self._columns, lists, strict=True)))

    def page(
        self, offset: int, limit: int, sort: str | None = None, descending: bool = False
    ) -> list[tuple[Value, ...]]:
        """Give rows in the order of the file, or sorted by a column; nulls come last."""
        if sort is None:
            return self._pages.rows(offset, limit)
        return self._pages.rows(offset, limit, self._typed(sort), descending)

    def _typed(self, column: str) -> Column:
        """Say what one column looks like, without looking at the others."""
        known = self._known(column)
        if known not in self._types:
            self._types[known] = (
                propose_column(self._connection, TABLE, known)
                if self._schema is None
                else self._schema.column(known)
            )
        return self._types[known]

    def with_rows(self, cells: Cells) -> EmbeddedRelation:
        """Give a relation of other cells, written as this file is; the caller closes it."""
        made = EmbeddedRelation(self.path, self._options, cells)
        made.dialect, made.dictionary = self.dialect, self.dictionary
        return made

    def relabelled(self, labels: Mapping[str, Mapping[Value, Value]]) -> EmbeddedRelation:
        """Give a relation with other labels in some columns; the caller closes it."""
        space = Workspace()
        try:
            kept = space.path / "relabelled.parquet"
            keep_texts(self._connection, TABLE, Recoding((), self._columns, labels), kept)
            made = EmbeddedRelation(self.path, self._options, kept=kept)
        finally:
            space.erase()
        made._loaded, made._schema = self._loaded, self._loaded.schema
        made.dialect, made.dictionary = self.dialect, self.dictionary
        return made

    def draft_rows(self, cells: Cells, path: Path) -> FileDraft:
        """Write cells aside in the order in which they stand, as this file is written."""
        dialect = self.dialect or Dialect()
        rows = zip(*(column.tolist() for column in cells.columns.values()), strict=True)

        def written(aside: Path) -> int:
            return write_delimited(aside, cells.names, rows, dialect)

        return FileDraft(
            path, written, lambda aside: EmbeddedRelation(aside, ReadOptions(header="yes"))
        )

    def propose_schema(self) -> Schema:
        """Say what the columns look like; a typed file says it itself."""
        if self._schema is None:
            self._schema = Schema(
                tuple(propose_column(self._connection, TABLE, c) for c in self._columns)
            )
        return self._schema

    def check(self, schema: Schema) -> None:
        """Raise `DataError` with line and column of the values that are not as declared."""
        schema.check_known(self._columns)
        wrong: list[tuple[int, Message]] = []
        total = 0
        for column in schema:
            invalid = f"{name(column.name)} IS NOT NULL AND NOT {is_valid(column)}"
            try:
                count = int(self._one(f"SELECT count(*) FROM {TABLE} WHERE {invalid}"))
            except duckdb.InvalidInputException:
                raise SchemaError("engines.column-unknown-date-format", name=column.name) from None
            if count:
                total += count
                rows = self._connection.execute(
                    f"SELECT rowid FROM {TABLE} WHERE {invalid} ORDER BY rowid LIMIT {SHOWN}"
                ).fetchall()
                kind = Message("engines.not-valid", column=column.name, wanted=column.wanted)
                wrong += [(row[0], kind) for row in rows]
        if wrong:
            raise self._located(wrong, total)

    def write(self, change: Change, path: Path, declared: Schema, seed: int) -> int:
        """Write the recoded table in an order that tells nothing; give the number of records."""
        schema = None
        if is_typed(path):
            schema = (self._loaded.schema or Schema(())).joined(declared)
        dialect = self.dialect or Dialect()
        try:
            return write(
                self._connection, TABLE, change, path, schema, dialect, seed, self.dictionary
            )
        except duckdb.IOException:  # its text names the hidden file, and may quote more
            raise cannot_write(path) from None

    def draft(self, change: Change, target: str, declared: Schema, seed: int) -> FileDraft:
        """Write the recoded table beside its target, under a hidden name."""
        dialect = self.dialect or Dialect()
        options = OwnOptions(dialect.separator, dialect.quote or '"', "utf-8")

        def written(path: Path) -> int:
            return self.write(change, path, declared, seed)

        def opened(path: Path) -> EmbeddedRelation:
            return EmbeddedRelation(path, options)

        return FileDraft(Path(target), written, opened)

    def evidence(self) -> dict[str, str | int]:
        """Size and hash of the file that was read."""
        return file_evidence(self.path)

    def close(self) -> None:
        """Drop all working data, and check that nothing is left on disk."""
        self._database.close()
        self._space.erase()

    def _located(self, wrong: list[tuple[int, Message]], total: int) -> DataError:
        wrong = sorted(wrong, key=lambda found: (found[0], str(found[1])))[:SHOWN]
        lines = self._loaded.lines([row for row, _ in wrong])
        shown = [
            Message("engines.line", line=lines[row], what=kind)
            if row in lines
            else Message("engines.record", record=row + 1, what=kind)
            for row, kind in wrong
        ]
        if total > len(wrong):
            shown.append(Message("engines.more", number=total - len(wrong)))
        return DataError("engines.not-as-declared", title=self.path.name, number=total, shown=shown)

    def _check_known(self, codebooks: Sequence[Codebook]) -> None:
        for book in codebooks:
            self._known(book.column)

    def _known(self, column: str) -> str:
        if column not in self._columns:
            raise DataError("engines.no-column-columns", name=column, names=self._columns)
        return column

    def _one(self, query: str) -> int:
        row = self._connection.execute(query).fetchone()
        assert row is not None
        return int(row[0])
