"""A table or query of a server as a relation."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from celosia.core.classes import Classes
from celosia.core.counts import Codebook, FrequencySet
from celosia.core.relation import Change, Draft, Recoding, Relation
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
from celosia.engines.duckdb.file_draft import FileDraft, is_typed
from celosia.engines.duckdb.file_relation import EmbeddedRelation
from celosia.engines.grouped_classes import GroupedClasses, count_alone
from celosia.engines.match_query import count_matches
from celosia.engines.pair_query import MILLIONTH, count_agreement, count_squares
from celosia.engines.sql.connection import Session
from celosia.engines.sql.server import Cell, Server, server_of
from celosia.engines.sql.server_draft import Writer, write_file, write_table
from celosia.engines.sql.server_query import (
    Origin,
    apply_change,
    bring_hashed,
    count_combinations,
    count_distinct,
    count_together,
    distinguishable,
    frequencies,
    hashed,
    source_cells,
    sum_weights,
)
from celosia.engines.sql.server_source import SqlSource, TableName, is_url
from celosia.engines.sql.server_types import check, declared_types, propose_column, published_schema
from celosia.engines.sql.working_tables import WorkingRun, workbench
from celosia.errors import DataError, ParameterError
from celosia.files.file_format import is_file_name


class SqlRelation(Closing):
    """A server's table or query; all cells are compared as texts, exactly.

    Only counts and distinct values leave the server, except for `cells` and `write`.
    """

    def __init__(
        self,
        source: SqlSource | str,
        password: str | None = None,
        options: ReadOptions | None = None,
    ) -> None:
        self.source = SqlSource.parse(source) if isinstance(source, str) else source
        self.dialect: Dialect | None = None
        self.run = WorkingRun()
        self._server = server_of(self.source)
        self.session = Session(self.source, self._server, password)
        self._schema: Schema | None = None
        self._targets: dict[str, TableName] = {}
        try:
            self._relation = as_relation(self._server, self.source)
            with self.session.reading():  # all of one state of the data
                self._cells = source_cells(self.session, self._relation)
                codes = (options or ReadOptions()).null_codes(self._cells)
                if codes:
                    self._relation = without_codes(self._server, self._relation, self._cells, codes)
                    self._cells = source_cells(self.session, self._relation)
                self._records = int(self.session.one(f"SELECT count(*) FROM {self._relation} t"))
        except BaseException:
            self.session.close()
            raise

    def __str__(self) -> str:
        """What to call it: the table, or that it is a query."""
        return str(self.source.table) if self.source.table is not None else "query"

    def reread(self, options: ReadOptions) -> SqlRelation:
        """Open the table once more, read otherwise."""
        return SqlRelation(self.source, self.session.password, options)

    @property
    def columns(self) -> tuple[str, ...]:
        """The column names, in order."""
        return tuple(self._cells)

    @property
    def records(self) -> int:
        """Number of records when it was opened."""
        return self._records

    def values(self, column: str, complete: Sequence[str] = ()) -> ValueCounts:
        """Count the distinct values of a column, in text order, null last."""
        found = self._count((column,), complete)
        pairs = sorted(
            zip(found.values[0], found.counts, strict=True),
            key=lambda pair: (pair[0] is None, pair[0] or ""),
        )
        return ValueCounts(tuple(value for value, _ in pairs), tuple(n for _, n in pairs))

    def count(self, codebooks: Sequence[Codebook], complete: Sequence[str] = ()) -> FrequencySet:
        """Count the combinations of texts in one pass; codes are given to what comes back.

        Values that share a code are counted together in the server, by a join.
        """
        if all(book.shared is None for book in codebooks):
            found = self._count([book.column for book in codebooks], complete)
            return frequencies(found, codebooks)
        cells, kept = self._cells_of([book.column for book in codebooks], complete)
        with workbench(self.session, self.run) as bench:
            return count_together(bench, self._relation, cells, codebooks, kept)

    def distinct(self, codebooks: Sequence[Codebook], complete: Sequence[str] = ()) -> int:
        """Tell how many combinations of codes there are."""
        cells, kept = self._cells_of([book.column for book in codebooks], complete)
        with workbench(self.session, self.run) as bench:
            return count_distinct(bench, self._relation, cells, codebooks, kept)

    def classes(
        self,
        quasi_identifiers: Sequence[str],
        sensitive: Sequence[tuple[str, ...]] = (),
        nulls: NullPolicy = NullPolicy.VALUE,
        weight: str | None = None,
        people: Combinations | None = None,
        as_written: Collection[str] = (),
    ) -> Classes:
        """Group the records by their texts as they stand, in one state of the data."""
        weighted = () if weight is None else (weight,)
        for column in (*quasi_identifiers, *chain.from_iterable(sensitive), *weighted):
            self._known(column)
        complete = quasi_identifiers if nulls is NullPolicy.EXCLUDED else ()
        with self.session.reading():
            grouping = GroupedClasses(
                lambda c: self._count(c, complete), quasi_identifiers, nulls, sensitive, as_written
            )
            population = None
            if people is not None:
                population = grouping.people(people)
            elif weight is not None:
                keys, kept = self._cells_of(quasi_identifiers, complete)
                origin = Origin(self._relation)
                found, sums = sum_weights(self.session, origin, keys, self._known(weight), kept)
                population = grouping.spread(grouping.in_order(found, sums))
            return grouping.classes(population)

    def combinations(self, columns: Sequence[str]) -> Combinations:
        """Count the combinations of some columns' values, in text order."""
        found = self._count(columns)
        order = sorted(
            range(len(found.counts)),
            key=lambda i: [(column[i] is None, column[i] or "") for column in found.values],
        )
        values = tuple([column[i] for i in order] for column in found.values)
        return Combinations(found.columns, values, [found.counts[i] for i in order])

    def alone(self, columns: Sequence[str], subject: Sequence[str] = ()) -> Alone:
        """Count the records whose combination of some columns' values nobody else holds."""
        known, who = (
            [distinguishable(self._server, self._known(name)) for name in names]
            for names in (columns, subject)
        )
        [found] = self.session.rows(
            count_alone(
                self._relation,
                [cell.key for cell in known],
                [cell.raw for cell in known],
                [cell.key for cell in who],
            )
        )
        return Alone(*map(int, found))

    def matches(
        self,
        change: Recoding,
        release: Relation,
        columns: Sequence[str],
        subject: Sequence[str] = (),
    ) -> tuple[Matched, ...] | None:
        """Count the released records that hold what each record of this table holds.

        A release that is a file is brought to the server, by its fingerprints; nothing but counts
        is fetched from it.
        """
        wanted, names = change.of_everybody([*columns, *subject]), (columns, subject)
        for column in wanted.published:
            self._known(column)
        server = self._server
        with workbench(self.session, self.run) as bench:
            if isinstance(release, SqlRelation) and self.source.same_server(release.source):
                there = hashed(server, f"{release._relation} t", release._cells, names)
            else:
                there = bring_hashed(
                    bench, release.combinations([*columns, *subject]), len(columns)
                )
            told = apply_change(server, bench, self._relation, self._cells, wanted, 0)
            cells = {cell.name: cell for cell in told.cells}
            here = hashed(server, f"({told.query}) r", cells, names)
            who = ("w",) if subject else ()
            found = self.session.rows(count_matches(here, there, ("k",), who))
        return Matched.persons(found) if subject else Matched.records(found)

    def agreement(
        self,
        key: str,
        column: str,
        without: Mapping[str, Collection[str]],
        places: Codebook | None = None,
    ) -> Agreement:
        """Tell how far records that share a value of one column are alike in another."""
        kept = self._told_apart([key, column], without)
        k, v = (distinguishable(self._server, self._known(name)).key for name in (key, column))
        if places is None:
            rows = f"SELECT {k} AS k, {v} AS v, 0 AS r FROM {self._relation} t WHERE {kept}"
            return self._agreed(count_agreement(rows))
        cell = self._known(column)
        with workbench(self.session, self.run) as bench:
            join, code, _ = bench.join_codes("b", cell.kind, cell.raw, places)
            rows = (
                f"SELECT {k} AS k, {v} AS v, {code} * {MILLIONTH} AS r "
                f"FROM {self._relation} t {join} WHERE {kept}"
            )
            return self._agreed(count_agreement(rows))

    def squares(
        self,
        columns: Sequence[str],
        complete: Sequence[str],
        without: Mapping[str, Collection[str]],
    ) -> int:
        """Add up the squared numbers of records that share a combination of values."""
        cells = [distinguishable(self._server, self._known(name)) for name in columns]
        rows = f"FROM {self._relation} t WHERE {self._told_apart(complete, without)}"
        return int(self.session.one(count_squares(rows, ", ".join(c.key for c in cells))))

    def _agreed(self, query: str) -> Agreement:
        [(groups, *found)] = self.session.rows(query)
        return Agreement(int(groups), *(float(each or 0.0) for each in found))

    def _told_apart(self, columns: Sequence[str], without: Mapping[str, Collection[str]]) -> str:
        """Hold where no cell is null, nor stands for a null."""
        conditions = []
        for cell in map(self._known, columns):
            conditions.append(f"{cell.raw} IS NOT NULL")
            codes = ", ".join(map(self._server.literal, without.get(cell.name, ())))
            conditions += [f"{cell.text} NOT IN ({codes})"] if codes else []
        return " AND ".join(conditions)

    def cells(self, columns: Sequence[str], most: int) -> dict[str, list[Value]]:
        """Give columns cell by cell, of at most so many records, chosen by a hash of them."""
        shown = ", ".join(self._known(column).text for column in columns)
        chosen = ""
        if self._records > most:
            chosen = f"ORDER BY {self._hash(0)} LIMIT {int(most)}"
        rows = self.session.rows(f"SELECT {shown} FROM {self._relation} t {chosen}")
        lists = [list(cells) for cells in zip(*rows, strict=True)] or [[] for _ in columns]
        return dict(zip(columns, lists, strict=True))

    def propose_schema(self) -> Schema:
        """Say what the columns are, as declared on the server, or look like."""
        if self._schema is None:
            self._schema = Schema(
                tuple(
                    propose_column(self.session, self._relation, cell, self.values)
                    for cell in self._cells.values()
                )
            )
        return self._schema

    def check(self, schema: Schema) -> None:
        """Raise `DataError` with the columns and numbers of values that are not as declared."""
        check(self.session, self._relation, self._cells, schema, self.values, str(self))

    def write(self, change: Change, path: Path, declared: Schema, seed: int) -> int:
        """Write the recoded table as a file, in an order that tells nothing."""
        schema = None
        if is_typed(path):
            schema = published_schema(declared_types(self._cells).joined(declared), change)
        return write_file(self._writer(change, seed), path, schema)

    def draft(self, change: Change, target: str, declared: Schema, seed: int) -> Draft:
        """Write the recoded table aside: a file if the target's name ends like one, else a table.

        A table is named `table` or `schema.table`, or by a URL of the same server.
        """
        if is_file_name(target):
            return FileDraft(
                Path(target), lambda path: self.write(change, path, declared, seed), _reopen_file
            )
        table = self._target(target)
        writer = self._writer(change, seed)
        return write_table(writer, self.run, table, self._reopen)

    def draft_work(self, change: Change, target: str, declared: Schema, seed: int) -> Draft:
        """Write a changed table aside only to work with it, where working tables may lie."""
        return self.draft(change, aside_name(self.source, target), declared, seed)

    def check_target(self, target: str, others: Iterable[str]) -> None:
        """Raise `ParameterError` for a table that must not be replaced: the source, or others."""
        self._target(target)
        if is_one_of(self.session, target, others):
            raise ParameterError("engines.output-must-not-hierarchy-nor")

    def evidence(self) -> Mapping[str, str | int]:
        """Say what was read, how many records, and a fingerprint that any order leaves alike."""
        return self.evidence_by(self.session)

    def evidence_by(self, session: Session) -> Mapping[str, str | int]:
        """Say the same by another connection."""
        share = self._server.share(self._hash(0))
        table = self.source.table
        if table is not None and table.schema is None:
            table = replace(table, schema=session.home)
        number, total = session.rows(f"SELECT count(*), sum({share}) FROM {self._relation} t")[0]
        return {
            "server": self._server.title,
            "table": "query" if table is None else str(table),
            "records": int(number),
            "fingerprint": f"{int(total or 0) % (1 << 64):016x}",
        }

    def close(self) -> None:
        """Drop all working tables, and check that none is left; by a new connection if need be."""
        self.run.end(self.session)

    def _target(self, target: str) -> TableName:
        """Find the table that a target names; what the source reads is asked once for each."""
        if target not in self._targets:
            self._targets[target] = target_table(self.session, self._relation, target)
        return self._targets[target]

    def _count(self, columns: Sequence[str], complete: Sequence[str] = ()) -> Combinations:
        cells, kept = self._cells_of(columns, complete)
        return count_combinations(self.session, Origin(self._relation), cells, kept)

    def _cells_of(
        self, columns: Sequence[str], complete: Sequence[str]
    ) -> tuple[list[Cell], list[Cell]]:
        return [self._known(c) for c in columns], [self._known(c) for c in complete]

    def _hash(self, seed: int) -> str:
        return self._server.hash_of([cell.text for cell in self._cells.values()], seed)

    def _writer(self, change: Change, seed: int) -> Writer:
        for column in change.published:
            self._known(column)
        return Writer(self.session, self.run, self._relation, self._cells, change, seed)

    def _reopen(self, table: TableName) -> SqlRelation:
        return SqlRelation(self.source.at(table), self.session.password)

    def _known(self, column: str) -> Cell:
        if column not in self._cells:
            raise DataError("engines.no-column-columns", name=column, names=self.columns)
        return self._cells[column]


def _reopen_file(path: Path) -> EmbeddedRelation:
    return EmbeddedRelation(path, OwnOptions(",", '"', "utf-8"))


ASIDE = "celosia_after_techniques"
"""What a table that is only worked with would become; nothing ever gets that name."""


def as_relation(server: Server, source: SqlSource) -> str:
    """Give a source's table or query as SQL."""
    if source.table is not None:
        return server.table(source.table)
    if source.query is None:
        raise ParameterError("engines.url-names-no-table-add")
    return f"({source.query.replace('%', '%%')}\n)"  # the query may end in a comment


def without_codes(
    server: Server, relation: str, cells: Mapping[str, Cell], codes: Mapping[str, Sequence[str]]
) -> str:
    """Give a source as SQL in which the texts that mean null are null; types stay."""
    shown = []
    for name, cell in cells.items():
        known = cell.raw
        if name in codes:
            listed = ", ".join(map(server.literal, codes[name]))
            known = f"CASE WHEN {cell.joined} IN ({listed}) THEN NULL ELSE {cell.raw} END"
        shown.append(f"{known} AS {server.name(name)}")
    return f"(SELECT {', '.join(shown)} FROM {relation} t)"


def target_table(session: Session, relation: str, target: str) -> TableName:
    """Find the table that a release is to become; never what it is read from, nor a view."""
    server = session.server
    table = _named(session, target)
    own = session.source.table
    if own is not None and own.schema is None:
        own = replace(own, schema=session.home)
    if str(own).lower() == str(table).lower() or server.reads(session, relation, table):
        raise ParameterError("engines.release-would-replace-own-source", table=table)
    if server.kind_of(session, table) == "other":
        raise ParameterError("engines.view-name-table-target", table=table)
    return table


def is_one_of(session: Session, target: str, addresses: Iterable[str]) -> bool:
    """Tell whether a target is one of the server's tables that other addresses name."""
    others = [(address, SqlSource.parse(address)) for address in addresses if is_url(address)]
    near = [a for a, other in others if session.source.same_server(other) and other.table]
    return bool(near) and _named(session, target) in [_named(session, a) for a in near]


def aside_name(source: SqlSource | str, target: str) -> str:
    """Name a draft that is only worked with: where working tables may lie, else by its target.

    >>> aside_name("postgresql://ana@h/clinic#patients", "open.release")
    'open.celosia_after_techniques'
    """
    source = SqlSource.parse(source) if isinstance(source, str) else source
    schema = source.work
    if schema is None and not is_file_name(target):
        named = _named_by(source, target) if is_url(target) else TableName.parse(target)
        schema = named.schema
    return str(TableName(ASIDE, schema))


def _named(session: Session, target: str) -> TableName:
    """Give the full name of a table."""
    table = _named_by(session.source, target) if is_url(target) else TableName.parse(target)
    return table if table.schema else replace(table, schema=session.home)


def _named_by(source: SqlSource, url: str) -> TableName:
    other = SqlSource.parse(url)
    if not source.same_server(other) or other.table is None:
        raise ParameterError("engines.target-must-table-sources-server")
    if other.table.schema is None and other.database != source.database:
        return replace(other.table, schema=other.database)
    return other.table
