"""Write a changed table: as a new table inside the server, or as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from celosia.domain.reading import Dialect, OwnOptions
from celosia.domain.recoding import Change, Recoding
from celosia.domain.schema import Schema
from celosia.engines.embedded.relation import EmbeddedRelation
from celosia.engines.embedded.workspace import Workspace
from celosia.engines.sql.applying import Applied, applied
from celosia.engines.sql.draft import TableDraft
from celosia.engines.sql.kinds import Cell
from celosia.engines.sql.session import Session
from celosia.engines.sql.source import TableName
from celosia.engines.sql.working import Run, workbench
from celosia.files.file_format import FILE_FORMATS
from celosia.files.formats.delimited import write_delimited

if TYPE_CHECKING:
    from celosia.engines.sql.relation import SqlRelation


@dataclass(frozen=True, slots=True, eq=False)
class Writer:
    """What is to be written, and from where."""

    session: Session
    run: Run
    relation: str
    cells: Mapping[str, Cell]
    change: Change
    seed: int

    @contextmanager
    def applied(self, target: TableName | None) -> Iterator[Applied]:
        """Give the query of the release while its working tables live."""
        server = self.session.server
        with workbench(self.session, self.run, target) as bench:
            yield applied(server, bench, self.relation, self.cells, self.change, self.seed)


def written_table(
    writer: Writer, run: Run, target: TableName, reopen: Callable[[TableName], SqlRelation]
) -> TableDraft:
    """Write the release into a new table beside its target."""
    session, server = writer.session, writer.session.server

    def write(table: TableName) -> int:
        with writer.applied(target) as found:
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
        _write_delimited(writer, plain)
        published = writer.change.published
        with EmbeddedRelation(plain, OwnOptions(",", '"', "utf-8")) as relation:
            return relation.write(Recoding((), published), path, schema, writer.seed)
    finally:
        space.erase()


def _write_delimited(writer: Writer, path: Path) -> int:
    with writer.applied(None) as found:
        query = found.ordered(writer.session.server, writer.seed, as_text=True)
        rows = writer.session.stream(query)
        return write_delimited(path, writer.change.published, rows, Dialect())
