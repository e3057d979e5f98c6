"""Tables kept open for a grid that scrolls through a million rows, and rows taken away as CSV."""

from __future__ import annotations

import csv
import io
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import celosia
from celosia.core.schema import Dialect
from celosia.core.values import ValueCounts
from celosia.files.formulas import without_formula
from celosia.files.private_files import WORKING
from celosia.web.service.job_folder import JobFolder, SealedFile
from celosia.web.service.projects import Project
from celosia.web.service.shelter import Shelter
from celosia.workflow.read import Page, page_of

Found = TypeVar("Found")
SOURCE = "source"
MOST_OPEN = 4
"""Tables that stay open: a source and a release of two projects, for who compares them."""


class Readers:
    """Open tables of projects: their sources, and the releases that jobs made."""

    def __init__(self, shelter: Shelter, most_open: int = MOST_OPEN) -> None:
        self._shelter = shelter
        self._most_open = most_open
        self._open: OrderedDict[tuple[str, str, str], _Reader] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def table(self, project: Project, which: str = SOURCE) -> Iterator[celosia.Table]:
        """Lend the open table: the source, or the release of the job `which`.

        The table is the caller's alone until it is given back; opening a large one takes seconds.
        """
        while True:
            with self._reader(project, which).lent() as table:
                if table is not None:  # else somebody closed it in between
                    yield table
                    return

    def page(
        self,
        project: Project,
        which: str = SOURCE,
        offset: int = 0,
        limit: int = 100,
        sort: str | None = None,
        descending: bool = False,
    ) -> Page:
        """Give rows as they stand, for the person whose table it is."""
        with self.table(project, which) as table:
            page: Page = page_of(table, offset, limit, sort, descending)
            return page

    def values(self, project: Project, column: str) -> ValueCounts:
        """Count the values of a column of the source."""
        with self.table(project) as table:
            return table.relation.values(column)

    def once(self, project: Project, what: str, of: object, find: Callable[[], Found]) -> Found:
        """Find something out about the source, unless that was the last of its kind already.

        `of` is all that it depends on besides the table; it is forgotten when the table is closed.
        """
        reader = self._reader(project, SOURCE)
        known = reader.found.get(what)
        if known is None or known[0] != of:
            known = reader.found[what] = (of, find())
        found: Found = known[1]
        return found

    def schema(self, project: Project) -> celosia.Schema:
        """Say what the columns of the source are: as declared in the recipe, else as proposed."""
        declared = project.recipe().schema
        with self.table(project) as table:
            if set(declared.names) == set(table.columns):
                return declared
            schema: celosia.Schema = table.schema.override(declared)
            return schema

    def forget(self, project: Project) -> None:
        """Close the tables of a project; their working data are erased."""
        with self._lock:
            mine = [key for key in self._open if key[0] == project.id]
            closing = [self._open.pop(key) for key in mine]
        for reader in closing:
            reader.close()

    def close(self) -> None:
        """Close all tables."""
        with self._lock:
            closing = list(self._open.values())
            self._open.clear()
        for reader in closing:
            reader.close()

    def _reader(self, project: Project, which: str) -> _Reader:
        place = _place(project, which)
        key = (project.id, which, f"{place.name} {place.options}")
        surplus: list[_Reader] = []
        with self._lock:
            stale = [k for k in self._open if k[:2] == key[:2] and k != key]
            surplus += [self._open.pop(k) for k in stale]
            reader = self._open.setdefault(key, _Reader(project, place, self._shelter))
            self._open.move_to_end(key)
            while len(self._open) > self._most_open:
                surplus.append(self._open.popitem(last=False)[1])
        for old in surplus:
            old.close()
        return reader


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a table is: a file of the project, or the address of a server's table."""

    at: SealedFile | str
    options: celosia.ReadOptions
    password: str | None = None

    @property
    def name(self) -> str:
        return self.at if isinstance(self.at, str) else str(self.at.path)


class _Reader:
    """One table, opened when first needed, and lent to one caller at a time."""

    def __init__(self, project: Project, place: _Place, shelter: Shelter) -> None:
        self._project, self._place, self._shelter = project, place, shelter
        self.found: dict[str, tuple[object, Any]] = {}
        """What was found out about the table: by its kind, of what, and what it is."""
        self._table: celosia.Table | None = None
        self._folder: Path | None = None
        self._closed = False
        self._lock = threading.Lock()

    @contextmanager
    def lent(self) -> Iterator[celosia.Table | None]:
        """Lend the table; None once it was closed."""
        with self._lock:
            if self._table is None and not self._closed:
                try:
                    self._table = self._open()
                except BaseException:
                    self._leave()
                    raise
            yield self._table

    def _open(self) -> celosia.Table:
        """Read the table; a file's plain copy and working data are in a folder of their own."""
        at, options, password = self._place.at, self._place.options, self._place.password
        if isinstance(at, str):
            return celosia.read(at, options, password=password)
        self._folder = self._shelter.folder(at.size)
        if self._shelter.is_on_disk(self._folder):
            self._project.note_on_disk()
        before = WORKING.set(self._folder)
        try:
            return celosia.read(at.lay_out(self._folder), options)
        finally:
            WORKING.reset(before)

    def _leave(self) -> None:
        if self._folder is not None:
            self._shelter.remove(self._folder)
            self._folder = None

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._table is not None:
                self._table.close()
                self._table = None
            self._leave()


def _place(project: Project, which: str) -> _Place:
    if which == SOURCE:
        version, source = project.present()
        reading = project.recipe(version).reading
        if source.is_file:
            return _Place(project.stored(source.place), reading)
        return _Place(source.place, reading, project.password_of(source))
    folder = JobFolder.find(project, which)
    released = folder.file(folder.result().get("file", ""))
    return _Place(released, celosia.ReadOptions(header="yes"))


ROWS = 5_000
"""Rows of a block that is sent: about a megabyte where they have 15 cells, so memory stays flat."""
MARK = b"\xef\xbb\xbf"
"""By this mark spreadsheet programs know UTF-8; without it they show `MÃ¡laga`."""


def write_for_spreadsheet(readers: Readers, project: Project, which: str) -> Iterator[bytes]:
    """Give a release as delimited text in which no cell is a formula, block by block.

    Separator and decimal signs stay those of the release: a Spanish table has `;` and `2,5`, which
    a Spanish spreadsheet program expects.
    """
    with readers.table(project, which) as table:
        dialect = getattr(table.relation, "dialect", None) or Dialect()
    yield MARK
    offset = 0
    while True:
        page = readers.page(project, which, offset, ROWS)
        if offset == 0:
            yield _lines([page.columns], dialect)
        if not page.rows:
            return
        yield _lines(page.rows, dialect)
        offset += len(page.rows)


def _lines(rows: Sequence[Sequence[str | None]], dialect: Dialect) -> bytes:
    text = io.StringIO()
    separator = dialect.separator if len(dialect.separator) == 1 else ","
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    writer.writerows([without_formula(cell or "") for cell in row] for row in rows)
    return text.getvalue().encode()
