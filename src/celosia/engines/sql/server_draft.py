"""A table written aside until it is known to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from celosia.core.relation import Change, Partition, Recoding
from celosia.core.schema import Dialect, OwnOptions, Schema
from celosia.engines.duckdb.file_relation import EmbeddedRelation
from celosia.engines.sql.connection import (
    MEANWHILE,
    UNSETTLED_ERRORS,
    ConnectionLost,
    ServerError,
    Session,
)
from celosia.engines.sql.server import Cell
from celosia.engines.sql.server_query import ReleaseQuery, apply_change, source_cells
from celosia.engines.sql.server_source import TableName
from celosia.engines.sql.working_tables import WorkingRun, drop, workbench
from celosia.errors import CelosiaError, ParameterError
from celosia.files.file_format import FILE_FORMATS
from celosia.files.formats.delimited import write_delimited
from celosia.files.formulas import escaped_formulas
from celosia.files.private_files import Workspace

if TYPE_CHECKING:
    from celosia.engines.sql.server_relation import SqlRelation


class TableDraft:
    """A recoded table under a working name in its target's schema."""

    def __init__(
        self,
        session: Session,
        run: WorkingRun,
        target: TableName,
        write: Callable[[TableName], int],
        reopen: Callable[[TableName], SqlRelation],
    ) -> None:
        self._session = session
        self._run = run
        self._target = target
        self._reopen = reopen
        self.table = run.name("draft", target.schema)
        self._old = run.name("old", target.schema)
        self._published = False
        self._opened: SqlRelation | None = None
        try:
            run.begin(session)
            self._records = write(self.table)
        except BaseException:
            with suppress(CelosiaError):  # what is left is dropped, and told, by close()
                run.clean(session)
            raise

    @property
    def records(self) -> int:
        """How many records were written."""
        return self._records

    def reopen(self) -> SqlRelation:
        """Open what was written by a new connection."""
        self._opened = self._reopen(self.table)
        return self._opened

    def evidence(self) -> Mapping[str, str | int]:
        """Number of records and fingerprint of what was written, under its target's name."""
        if self._opened is None:
            self.reopen().close()
        assert self._opened is not None
        # by the connection that wrote: a third one would ask again what the columns are
        return {**self._opened.evidence_by(self._session), "table": str(self._target)}

    def publish(self) -> None:
        """Give it the name of its target in one step; what had that name before is replaced.

        Nothing else is done here, so that a certificate can follow at once: where the old table
        still exists, it is dropped with the working tables.
        """
        server = self._session.server
        kind = server.kind_of(self._session, self._target)
        if kind == "other":
            raise ParameterError("engines.view-name-table-target", table=self._target)
        try:
            server.swap(self._session, self.table, self._target, self._old, kind is not None)
        except ConnectionLost:
            if self.is_aside():
                raise  # it was cut before the swap: nothing was changed
        except CelosiaError as wrong:
            if wrong.code in server.changed_meanwhile:
                raise ServerError(MEANWHILE, table=self._target) from None
            raise
        self._published = True

    def discard(self) -> None:
        """Remove it; nothing happens after it was published."""
        with suppress(CelosiaError):  # what is left is dropped, and told, by close()
            if not self._published and self._is_there():
                drop(self._session, [self.table])

    def _is_there(self) -> bool:
        return self._session.server.kind_of(self._session, self.table) is not None

    def is_aside(self) -> bool:
        """Ask by a new connection whether the draft still has its working name."""
        try:
            return self._is_there()
        except ServerError:
            unknown = ServerError(UNSETTLED_ERRORS, table=self._target)
            unknown.settled = False
            raise unknown from None


@dataclass(frozen=True, slots=True, eq=False)
class Writer:
    """What is to be written, and from where."""

    session: Session
    run: WorkingRun
    relation: str
    cells: Mapping[str, Cell]
    change: Change
    seed: int

    @contextmanager
    def query(self, target: TableName | None) -> Iterator[ReleaseQuery]:
        """Give the query of the release while its working tables live."""
        server = self.session.server
        with workbench(self.session, self.run, target) as bench:
            yield apply_change(server, bench, self.relation, self.cells, self.change, self.seed)


@contextmanager
def inert_source(writer: Writer) -> Iterator[Writer]:
    """Give a writer whose statements run nobody's code: of the table itself, or of a copy.

    A view or a query may call functions, and what writes a table is a transaction that writes; so
    what they show is first put into a temporary table, by statements that cannot.
    """
    session, server = writer.session, writer.session.server
    table = session.source.table
    found = server.inert(session, table) if table is not None else None
    if found is not None:
        yield replace(writer, relation=found)
        return
    name = writer.run.name("copy", server.working_place(session.source, None))
    used = _columns_read(writer.change)
    try:
        server.copy_source(
            session, writer.relation, [c for c in writer.cells.values() if c.name in used], name
        )
        copied = server.table(name)
        yield replace(writer, relation=copied, cells=source_cells(session, copied))
    finally:
        if session.is_open:
            server.drop_working(session, [name])


def _columns_read(change: Change) -> set[str]:
    books = change.codebooks if isinstance(change, Partition) else ()
    return {
        *change.published,
        *change.quasi_identifiers,
        *change.labels,
        *(book.column for book in books),
    }


def write_table(
    writer: Writer, run: WorkingRun, target: TableName, reopen: Callable[[TableName], SqlRelation]
) -> TableDraft:
    """Write the release into a new table beside its target."""
    session, server = writer.session, writer.session.server

    def write(table: TableName) -> int:
        with inert_source(writer) as inert, inert.query(target) as found:
            query = found.ordered(server, writer.seed, as_text=False)
            session.run(f"CREATE TABLE {server.table(table)} AS {query}")
        return int(session.one(f"SELECT count(*) FROM {server.table(table)}"))

    return TableDraft(session, run, target, write, reopen)


def write_file(writer: Writer, path: Path, schema: Schema | None) -> int:
    """Write the release as a file; typed formats go by way of the embedded engine."""
    FILE_FORMATS.ending_of(path)
    if schema is None:
        return _write_delimited(writer, path)
    space = Workspace()
    try:
        plain = space.path / "release.csv"
        with escaped_formulas(False):  # typed cells are not run
            _write_delimited(writer, plain)
        published = writer.change.published
        with EmbeddedRelation(plain, OwnOptions(",", '"', "utf-8")) as relation:
            return relation.write(Recoding((), published), path, schema, writer.seed)
    finally:
        space.erase()


def _write_delimited(writer: Writer, path: Path) -> int:
    with writer.query(None) as found:
        query = found.ordered(writer.session.server, writer.seed, as_text=True)
        session = writer.session
        with session.reading(*session.server.joining), closing(session.stream(query)) as rows:
            return write_delimited(path, writer.change.published, rows, Dialect())
