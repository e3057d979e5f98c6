"""Tables made on a server: of a file, by its bulk path, and of a hierarchy, a column per level."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path

from celosia.core.hierarchy import Hierarchy
from celosia.core.relation import Recoding
from celosia.core.schema import Column, ColumnType, ReadOptions, Schema
from celosia.core.values import Value
from celosia.engines.duckdb.file_relation import EmbeddedRelation
from celosia.engines.duckdb.file_types import DATE_FORMATS, TRUE
from celosia.engines.sql.connection import Session
from celosia.engines.sql.server import server_of
from celosia.engines.sql.server_draft import TableDraft
from celosia.engines.sql.server_relation import SqlRelation
from celosia.engines.sql.server_source import SqlSource, TableName
from celosia.engines.sql.working_tables import WorkingRun
from celosia.errors import DataError, HierarchyError, ParameterError
from celosia.files.private_files import Workspace
from celosia.text.days import CLOCK, read_moment
from celosia.text.numerals import plain

LONGEST_CELL = 16 << 20
"""Characters; what the reader of files takes, too."""
MOST_KNOWN = 100_000
"""Converted cells that are remembered per column: 16 MB where they have ten signs. A column of
dates or codes holds fewer, and one of names must not fill the memory."""
ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def import_file(
    url: SqlSource | str,
    path: str | Path,
    options: ReadOptions | None = None,
    schema: Schema | None = None,
    password: str | None = None,
    replace_table: bool = False,
) -> int:
    """Make a table of a file; give the number of records.

    Parameters
    ----------
    url
        Where, and the name of the new table: `mariadb://ana@localhost/clinic#patients`.
    path
        A file that the embedded engine reads. An empty cell becomes NULL.
    schema
        Types and maximum lengths. A column that it does not name becomes text, as it stands.
    replace_table
        Whether a table of that name may be replaced, in one step, once the new one is complete.
    """
    source = SqlSource.parse(url) if isinstance(url, str) else url
    if source.table is None:
        raise ParameterError("engines.name-new-table-url-table")
    space = Workspace()
    try:
        with EmbeddedRelation(Path(path), options or ReadOptions()) as relation:
            prepared = _prepare(relation, schema or Schema(()), space.path)
        return _load(source, prepared, space.path / "cells.tsv", password, replace_table)
    finally:
        space.erase()


@dataclass
class _Field:
    """A column to be made, and what its cells turned out to need."""

    column: Column
    longest: int = 1
    before: int = 1
    after: int = 0

    known: dict[str, str] = field(default_factory=lambda: {"": "\\N"})
    """Cells that were converted already; an empty cell is null."""

    def written(self, cell: str) -> str:
        """Give a cell as the bulk path reads it."""
        found = self.known.get(cell)
        if found is None:
            found = self._converted(cell).translate(ESCAPES)
            if len(self.known) < MOST_KNOWN:
                self.known[cell] = found
        return found

    def _converted(self, cell: str) -> str:
        """Give the text that the server reads as the column's type."""
        text = _CONVERTED[self.column.type](cell, self.column.format or DATE_FORMATS[0])
        self.longest = max(self.longest, len(text))
        if self.column.type in (ColumnType.INTEGER, ColumnType.DECIMAL):
            before, _, after = text.lstrip("-").partition(".")
            self.before = max(self.before, len(before))
            self.after = max(self.after, len(after))
        return text

    def stored(self) -> Column:
        """Give the column, with room for every text."""
        if self.column.type is ColumnType.TEXT and self.column.max_length is None:
            return replace(self.column, max_length=self.longest)
        return self.column


def _integer(cell: str, _: str) -> str:
    digits = plain(cell)
    sign = "-" if digits.startswith("-") else ""
    whole = digits.lstrip("+-").lstrip("0") or "0"
    return whole if whole == "0" else sign + whole


def _iso_date(cell: str, date_format: str) -> str:
    moment = read_moment(cell, date_format)
    assert moment is not None  # the column was checked
    return moment.date().isoformat()


_CONVERTED: dict[ColumnType, Callable[[str, str], str]] = {
    ColumnType.TEXT: lambda cell, _: cell,
    ColumnType.INTEGER: _integer,
    ColumnType.DECIMAL: lambda cell, _: format(Decimal(plain(cell)), "f"),
    ColumnType.BOOLEAN: lambda cell, _: str(int(cell.strip().lower() in (*TRUE, "1"))),
    ColumnType.DATE: _iso_date,
}


def _prepare(relation: EmbeddedRelation, schema: Schema, space: Path) -> list[_Field]:
    """Write the cells for the bulk path, and find out what room they need."""
    relation.check(schema)
    declared = {column.name: column for column in schema}
    fields = [_Field(_storable(declared.get(name, Column(name)))) for name in relation.columns]
    plain = space / "plain.csv"
    relation.dialect = None  # the default one, whatever the file's was
    relation.write(Recoding((), relation.columns), plain, Schema(()), 0)
    with (space / "cells.tsv").open("w", encoding="utf-8", newline="") as file:
        writers = [f.written for f in fields]
        for row in _rows(plain):
            cells = [write(cell) for write, cell in zip(writers, row, strict=True)]
            file.write("\t".join(cells) + "\n")
    plain.unlink()
    return fields


def _storable(column: Column) -> Column:
    """Keep a date with a time of day as text: the column's type has no place for it."""
    if any(part in (column.format or "") for part in CLOCK):
        return Column(column.name, max_length=column.max_length)
    return column


def _rows(path: Path) -> Iterator[list[str]]:
    csv.field_size_limit(LONGEST_CELL)
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        width = len(next(reader))
        for row in reader:
            yield row or [""] * width  # a line with one empty cell


def _fitting(columns: list[Column], widest_row: int | None) -> list[Column]:
    """Give up the maximum length of the longest texts until all fit into a row."""
    room = {
        column.name: 4 * (column.max_length or 0) + 2
        for column in columns
        if column.type is ColumnType.TEXT
    }
    while widest_row is not None and sum(room.values()) > widest_row:
        del room[max(room, key=room.__getitem__)]
    fitting = room.keys()
    return [
        column
        if column.type is not ColumnType.TEXT or column.name in fitting
        else replace(column, max_length=None)
        for column in columns
    ]


def _check_names(names: list[str], longest: int | None) -> None:
    """Refuse names that the server would cut short without a word."""
    cut = [name for name in names if longest is not None and len(name.encode()) > longest]
    if cut:
        raise DataError("engines.server-holds-bytes-name-longer", longest=longest, names=cut)


def _load(
    source: SqlSource, fields: list[_Field], cells: Path, password: str | None, replacing: bool
) -> int:
    server = server_of(source)
    session = Session(source, server, password, bulk=True)
    run = WorkingRun()
    assert source.table is not None
    try:
        table = replace(source.table, schema=source.table.schema or session.home)
        _check_names([f.column.name for f in fields], server.longest_name)
        if server.kind_of(session, table) is not None and not replacing:
            raise DataError("engines.already-table-choose-another-name", table=table)

        def write(draft: TableName) -> int:
            stored = _fitting([f.stored() for f in fields], server.widest_row)
            columns = ", ".join(
                f"{server.name(column.name)} {server.column_type(column, (f.before, f.after))}"
                for column, f in zip(stored, fields, strict=True)
            )
            session.run(f"CREATE TABLE {server.table(draft)} ({columns})")
            server.bulk_load(session, draft, cells)
            return int(session.one(f"SELECT count(*) FROM {server.table(draft)}"))

        draft = TableDraft(
            session, run, table, write, lambda made: SqlRelation(source.at(made), password)
        )
        draft.publish()
        return draft.records
    finally:
        run.end(session)


def write_hierarchy(
    url: SqlSource | str, hierarchy: Hierarchy, password: str | None = None
) -> None:
    """Store a hierarchy as a table, keyed by value; what had its name is replaced in one step."""
    source = _named(url)
    server = server_of(source)
    session, run = Session(source, server, password), WorkingRun()
    assert source.table is not None
    try:
        table = replace(source.table, schema=source.table.schema or session.home)

        def write(draft: TableName) -> int:
            return _store_levels(session, draft, hierarchy.levels)

        TableDraft(
            session, run, table, write, lambda t: SqlRelation(source.at(t), password)
        ).publish()
    finally:
        run.end(session)


def read_hierarchy(url: SqlSource | str, attribute: str, password: str | None = None) -> Hierarchy:
    """Read a hierarchy from a table whose columns are called level_0, level_1 and so on."""
    with SqlRelation(_named(url), password) as relation:
        columns = [f"level_{i}" for i in range(len(relation.columns))]
        if set(columns) != set(relation.columns):
            raise HierarchyError(
                "engines.hierarchys-table-columns-level-0",
                attribute=attribute,
                columns=relation.columns,
            )
        found = relation.combinations(columns)
        return Hierarchy.from_rows(attribute, list(zip(*found.values, strict=True)))


def _store_levels(session: Session, table: TableName, levels: Sequence[Sequence[Value]]) -> int:
    server = session.server
    columns = []
    for i, level in enumerate(levels):
        longest = max((len(label or "") for label in level), default=1)
        kind = server.column_type(Column(f"level_{i}", max_length=max(longest, 1)), (0, 0))
        columns.append(f"level_{i} {kind} COLLATE {server.exact}")
    if max((len((value or "").encode()) for value in levels[0]), default=0) <= server.longest_index:
        columns.append("UNIQUE (level_0)")
    session.run(f"CREATE TABLE {server.table(table)} ({', '.join(columns)})")
    marks = ", ".join(["%s"] * len(levels))
    rows = list(zip(*levels, strict=True))
    session.run_many(f"INSERT INTO {server.table(table)} VALUES ({marks})", rows)
    return len(rows)


def _named(url: SqlSource | str) -> SqlSource:
    source = SqlSource.parse(url) if isinstance(url, str) else url
    if source.table is None:
        raise ParameterError("engines.name-hierarchys-table-url-table")
    return source
