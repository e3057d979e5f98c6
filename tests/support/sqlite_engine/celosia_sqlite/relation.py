"""A table of SQLite: counted by the database, recoded and written by the engine of files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import md5
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np

from celosia.core.classes import Classes
from celosia.core.counts import Codebook, FrequencySet
from celosia.core.engine import ENGINES, PATHS
from celosia.core.relation import Change, Draft
from celosia.core.schema import Dialect, OwnOptions, Schema
from celosia.core.table import Closing
from celosia.core.values import Alone, Cells, Combinations, NullPolicy, Value, ValueCounts
from celosia.engines.grouped_classes import GroupedClasses, count_alone
from celosia.errors import DataError, ParameterError
from celosia.files.file_format import is_file_name
from celosia.files.formats.delimited import write_delimited
from celosia.files.private_files import Workspace
from celosia.text.numerals import as_weight
from celosia_sqlite.draft import PREFIX, TableDraft, fill
from celosia_sqlite.source import SqliteSource, kind_of, name

OWN = OwnOptions(",", '"', "utf-8")


class SqliteRelation(Closing):
    """The records of a table, all cells as texts; or other cells in their place."""

    def __init__(self, source: SqliteSource, cells: Cells | None = None) -> None:
        self.source = source
        self._connection = source.connect()
        self._connection.create_function("celosia_md5", -1, _hashed, deterministic=True)
        self._spaces: list[Workspace] = []
        self._table = name(source.table)
        if cells is not None:
            self._table = f"temp.{name(PREFIX + uuid4().hex)}"
            rows = zip(*(column.tolist() for column in cells.columns.values()), strict=True)
            fill(self._connection, self._table, cells.names, rows)
        elif kind_of(self._connection, source.table) is None:
            self._connection.close()
            raise DataError(f"There is no table {source.table}.")
        found = self._connection.execute(f"SELECT * FROM {self._table} LIMIT 0")
        self.columns = tuple(column[0] for column in found.description)
        self.records = int(self._one(f"SELECT count(*) FROM {self._table}"))

    def __str__(self) -> str:
        return self.source.table

    # counted by the database

    def values(self, column: str, complete: Sequence[str] = ()) -> ValueCounts:
        found = self._grouped([column], complete)
        return ValueCounts(tuple(found.values[0]), tuple(found.counts))

    def count(self, codebooks: Sequence[Codebook], complete: Sequence[str] = ()) -> FrequencySet:
        found = self._grouped([book.column for book in codebooks], complete)
        codes = np.empty((len(found.counts), len(codebooks)), np.int64)
        for i, (book, column) in enumerate(zip(codebooks, found.values, strict=True)):
            code_of = {
                **dict.fromkeys(column, -1),
                **dict(zip(book.values, book.codes, strict=True)),
            }
            codes[:, i] = [code_of[value] for value in column]
        listed = (codes >= 0).all(axis=1)
        distinct, of = np.unique(codes[listed], axis=0, return_inverse=True)
        counts = np.zeros(len(distinct), np.int64)
        np.add.at(counts, of.ravel(), np.array(found.counts, np.int64)[listed])
        return FrequencySet(found.columns, distinct, counts)

    def distinct(self, codebooks: Sequence[Codebook], complete: Sequence[str] = ()) -> int:
        return len(self.count(codebooks, complete).counts)

    def classes(
        self,
        quasi_identifiers: Sequence[str],
        sensitive: Sequence[tuple[str, ...]] = (),
        nulls: NullPolicy = NullPolicy.VALUE,
        weight: str | None = None,
        people: Combinations | None = None,
        as_written: Collection[str] = (),
    ) -> Classes:
        complete = quasi_identifiers if nulls is NullPolicy.EXCLUDED else ()
        classes = GroupedClasses(
            lambda c: self._grouped(c, complete), quasi_identifiers, nulls, sensitive, as_written
        )
        population = None
        if people is not None:
            population = classes.people(people)
        elif weight is not None:
            found, sums = self._weights(quasi_identifiers, weight, complete)
            population = classes.spread(classes.in_order(found, sums))
        return classes.classes(population)

    def combinations(self, columns: Sequence[str]) -> Combinations:
        return self._grouped(columns)

    def alone(self, columns: Sequence[str], subject: Sequence[str] = ()) -> Alone:
        texts, who = ([self._text(name) for name in names] for names in (columns, subject))
        query = count_alone(self._table, texts, texts, who)
        return Alone(*map(int, self._connection.execute(query).fetchone()))

    def cells(self, columns: Sequence[str], most: int) -> dict[str, list[Value]]:
        order = f"celosia_md5({self._texts(self.columns)})"
        found = self._connection.execute(
            f"SELECT {self._texts(columns)} FROM {self._table} ORDER BY {order} LIMIT ?", (most,)
        ).fetchall()
        lists = [list(cells) for cells in zip(*found, strict=True)] or [[] for _ in columns]
        return dict(zip(columns, lists, strict=True))

    def evidence(self) -> Mapping[str, str | int]:
        hashes = self._connection.execute(
            f"SELECT celosia_md5({self._texts(self.columns)}) FROM {self._table}"
        )
        total = sum(int(row[0][:15], 16) for row in hashes) % (1 << 64)
        told = {"server": "SQLite", "table": self.source.table}
        return {**told, "records": self.records, "fingerprint": f"{total:016x}"}

    def close(self) -> None:
        if "_plain" in self.__dict__:
            self._plain.close()
        self._connection.close()
        for space in self._spaces:
            space.erase()

    # done by the engine of files

    def propose_schema(self) -> Schema:
        return self._plain.propose_schema()

    def check(self, schema: Schema) -> None:
        if tuple(schema):
            self._plain.check(schema)

    def write(self, change: Change, path: Path, declared: Schema, seed: int) -> int:
        return int(self._plain.write(change, path, declared, seed))

    def rows(self) -> Cells:
        return self._plain.rows()

    def with_rows(self, cells: Cells) -> SqliteRelation:
        return SqliteRelation(self.source, cells)

    def listed(self, cells: Cells, path: Path) -> Draft:
        return self._plain.listed(cells, path)

    # where a release goes

    def draft(self, change: Change, target: str, declared: Schema, seed: int) -> Draft:
        if is_file_name(target):
            return self._plain.draft(change, target, declared, seed)
        release = self._space() / "release.csv"
        self.write(change, release, declared, seed)
        made: Any = ENGINES[PATHS].open(str(release), OWN)
        try:
            rows = made.page(0, made.records)  # in the order of the file, which tells nothing
        finally:
            made.close()
        return TableDraft(self.source, self._named(target), change.published, rows, SqliteRelation)

    def check_target(self, target: str, others: Iterable[str]) -> None:
        table = self._named(target)
        if table.lower() == self.source.table.lower():
            raise ParameterError(f"The release would replace its own source, {table}.")
        near = [SqliteSource.parse(each) for each in others if each.startswith("sqlite:")]
        if any(each == self.source.at(table) for each in near):
            raise ParameterError("The output must not be a hierarchy nor the population.")

    def _named(self, target: str) -> str:
        if not target.startswith("sqlite:"):
            return target
        named = SqliteSource.parse(target)
        if named.path != self.source.path:
            raise ParameterError("The target must be a table of the source's server, or a file.")
        return named.table

    @cached_property
    def _plain(self) -> Any:
        path = self._space() / "cells.csv"
        rows = self._connection.execute(f"SELECT {self._texts(self.columns)} FROM {self._table}")
        write_delimited(path, self.columns, rows, Dialect())
        return ENGINES[PATHS].open(str(path), OWN)

    def _space(self) -> Path:
        self._spaces.append(Workspace())
        return self._spaces[-1].path

    def _grouped(self, columns: Sequence[str], complete: Sequence[str] = ()) -> Combinations:
        shown = "".join(f"{self._text(column)}, " for column in columns)
        kept = " AND ".join(f"{self._text(column)} IS NOT NULL" for column in complete)
        keys = ", ".join(str(i + 1) for i in range(len(columns)))
        order = ", ".join(f"{i + 1} NULLS LAST" for i in range(len(columns)))
        grouped = f"GROUP BY {keys} ORDER BY {order}" if columns else "HAVING count(*) > 0"
        rows = self._connection.execute(
            f"SELECT {shown}count(*) FROM {self._table} {'WHERE ' * bool(kept)}{kept} {grouped}"
        ).fetchall()
        lists = [list(cells) for cells in zip(*rows, strict=True)]
        lists = lists or [[] for _ in range(len(columns) + 1)]
        return Combinations(tuple(columns), tuple(lists[:-1]), lists[-1])

    def _weights(
        self, columns: Sequence[str], weight: str, complete: Sequence[str]
    ) -> tuple[tuple[list[Value], ...], Any]:
        values = self.values(weight)
        number = {value: as_weight(value or "") for value in values.values}
        pairs = zip(values.values, values.counts, strict=True)
        bad = sum(n for value, n in pairs if not number[value] > 0)
        if bad:
            raise DataError("engines.records-no-weight-above-0", bad=bad, weight=weight)
        found = self._grouped([*columns, weight], complete)
        sums: dict[tuple[Value, ...], float] = {}
        for *key, value, n in zip(*found.values, found.counts, strict=True):
            sums[tuple(key)] = sums.get(tuple(key), 0.0) + number[value] * n
        lists = tuple(list(cells) for cells in zip(*sums, strict=True))
        return lists, np.array(list(sums.values()), np.float64)

    def _texts(self, columns: Sequence[str]) -> str:
        return ", ".join(map(self._text, columns))

    def _text(self, column: str) -> str:
        if column not in self.columns:
            raise DataError(f"There is no column '{column}'. Columns: {', '.join(self.columns)}.")
        return f"CAST({name(column)} AS TEXT) COLLATE BINARY"

    def _one(self, query: str) -> Any:
        return self._connection.execute(query).fetchone()[0]


def _hashed(*cells: Value) -> str:
    known = ("\x1e" if cell is None else cell for cell in cells)
    return md5("\x1f".join(known).encode(), usedforsecurity=False).hexdigest()
