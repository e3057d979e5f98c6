"""Projects: one private folder each, whose steps can be undone, erased at the end."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from secrets import token_hex
from typing import IO, Any

import celosia
from celosia.errors import RecipeError
from celosia.files.atomic import move_for_good
from celosia.hierarchies.rule import file_of
from celosia.recipe.recipe import RecipeEntries
from celosia.text.messages import Message
from celosia.web.service.job_folder import SealedFile
from celosia.web.service.project_files import (
    BLOCK,
    Limits,
    Receiving,
    erase,
    find_ending,
    home_folder,
    make_private_folder,
)
from celosia.web.service.project_key import ProjectKey, erase_renounced, renounced
from celosia.web.service.project_tables import ProjectSource, find_population, printable, shown_name
from celosia.web.service.service_errors import ConflictError, NotFoundError
from celosia.web.service.shelter import Shelter
from celosia.web.service.state_file import STATE, StateFile

LOG = logging.getLogger("celosia.projects")
PROJECTS = "projects"


def home_of(given: Path | None) -> Path:
    """Give where projects, keys and working data are, as a path that holds wherever one stands."""
    return (given or home_folder()).absolute()


@dataclass(frozen=True, slots=True)
class MayBeLeft:
    """What erasing a project does not reach."""

    on_disk: bool = False
    """Whether plain copies had to be on the disk for a time, because memory had no room."""
    on_server: bool = False
    """Whether a table lies on a database server."""

    @property
    def messages(self) -> list[Message]:
        """Say it."""
        said = [Message("service.erased-not-reached")]
        if self.on_disk:
            said.append(Message("service.erased-on-disk"))
        if self.on_server:
            said.append(Message("service.erased-on-server"))
        return said


@dataclass(frozen=True, slots=True)
class History:
    """The versions that can be gone back and forth to; a number is never given twice.

    Before the first one there is the project as it was begun, without a table.

    >>> history = History().added().added().undone()
    >>> history.current, history.undone().current, history.can_redo
    (1, None, True)
    >>> history.added().versions
    (1, 3)
    """

    versions: tuple[int, ...] = ()
    position: int = -1
    last: int = 0

    @property
    def current(self) -> int | None:
        """The version that holds now; None before the first one."""
        return self.versions[self.position] if self.can_undo else None

    @property
    def past(self) -> tuple[int, ...]:
        """The versions that led to the current one, and that one."""
        return self.versions[: self.position + 1]

    @property
    def can_undo(self) -> bool:
        """Whether anything was decided."""
        return self.position >= 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a version that was undone."""
        return self.position < len(self.versions) - 1

    def added(self) -> History:
        """Begin a new version; what was undone is forgotten."""
        kept = (*self.past, self.last + 1)
        return History(kept, len(kept) - 1, self.last + 1)

    def undone(self) -> History:
        """Go back one version."""
        return replace(self, position=self.position - 1) if self.can_undo else self

    def redone(self) -> History:
        """Go forth one version."""
        return replace(self, position=self.position + 1) if self.can_redo else self


UPLOAD = ".upload-"
VERSION = """
    SELECT v.number, opened(v.recipe) AS recipe, opened(s.name) AS name, opened(s.place) AS place,
        s.is_file, s.id
    FROM versions v LEFT JOIN sources s ON s.id = v.source
    WHERE v.number = coalesce(?, (SELECT current FROM project))
"""
"""A version with its table; the current one if none is named."""
HISTORY = """
    SELECT current, last, (SELECT json_group_array(number) FROM versions WHERE kept) AS kept
    FROM project
"""


class Project:
    """One person's way from a table to its release, kept in a folder of its own."""

    def __init__(
        self,
        folder: Path,
        limits: Limits,
        shelter: Shelter | None = None,
        plain: Path | None = None,
    ) -> None:
        """Take a folder; of a server with its shelter, of a job with the place of plain copies."""
        self.folder = folder
        self.limits = limits
        self.key = ProjectKey(folder)
        self._shelter = shelter
        self._plain = plain or folder
        self._passwords: dict[str, str] = {}
        """By table, for database servers; in memory only, and asked again after a restart."""
        self.state = StateFile(folder, self.key)
        self._last_read: tuple[str, str, RecipeEntries] | None = None
        """Reading a recipe of many columns takes a while, and a page does it for each column."""
        self._last_checked: tuple[RecipeEntries, celosia.Recipe] | None = None

    @property
    def id(self) -> str:
        """The name of its folder, which nobody can guess."""
        return self.folder.name

    @property
    def jobs_folder(self) -> Path:
        """Where each job has a folder of its own."""
        return self.folder / "jobs"

    @property
    def name(self) -> str:
        """What the user calls the project."""
        return str(self.state.one("SELECT opened(name) AS name FROM project")["name"])

    @property
    def created(self) -> float:
        """When it was begun, in seconds since 1970."""
        return float(self.state.one("SELECT created FROM project")["created"])

    @property
    def notes(self) -> dict[str, Any]:
        """What a shell wants to remember: the step, the language, open panels."""
        kept = self.state.rows("SELECT key, opened(value) AS value FROM notes ORDER BY rowid")
        return {row["key"]: json.loads(row["value"]) for row in kept}

    def note(self, **notes: Any) -> None:
        """Remember something for the next visit; None forgets it."""
        with self.state.transaction() as change:
            for key, value in notes.items():
                if value is None:
                    change.execute("DELETE FROM notes WHERE key = ?", (key,))
                else:
                    said = json.dumps(value, allow_nan=False)
                    change.execute("REPLACE INTO notes VALUES (?, seal(?))", (key, said))

    # the table

    @property
    def source(self) -> ProjectSource | None:
        """The present table; None before it is given."""
        found = self.state.one(VERSION, None)
        return None if found is None else _source_of(found)

    def present(self) -> tuple[int, ProjectSource]:
        """Give the current version, and the table that it is about."""
        found = self.state.one(VERSION, None)
        if found is None:
            raise ConflictError("service.project-no-table-yet-upload")
        return found["number"], _source_of(found)

    def source_at(self, version: int) -> ProjectSource:
        """Give the table that a version is about."""
        return _source_of(self.state.one(VERSION, version))

    def place_of(self, source: ProjectSource) -> str:
        """Give the path or the server's address of a table, as `celosia.read` takes it."""
        return self.plain_path(source.place) if source.is_file else source.place

    def plain_path(self, stored: str) -> str:
        """Give the path of a file's plain copy, where work on it is done."""
        return str(self._plain / stored)

    def stored(self, name: str) -> SealedFile:
        """Give a file of the project as it is stored."""
        return SealedFile(self.folder / name, self.state.key)

    def size_at(self, version: int) -> int:
        """Tell how many bytes the table of a version takes; on a server, none here."""
        source = self.source_at(version)
        return self.stored(source.place).size if source.is_file else 0

    def lay_out(self, version: int) -> None:
        """Write plain copies of what a version is about to where work on them is done."""
        found = self.state.one(VERSION, version)
        source, people = (
            _source_of(found),
            RecipeEntries.from_toml(found["recipe"] or "").population,
        )
        for name in (source.place if source.is_file else None, people):
            if name is not None:
                self.stored(name).lay_out(self._plain)

    @contextmanager
    def looked_into(self, upload: Receiving) -> Iterator[Path]:
        """Lend a plain copy of what was uploaded."""
        assert self._shelter is not None
        place = self._shelter.folder(upload.size)
        if self._shelter.is_on_disk(place):
            self.note_on_disk()
        try:
            yield SealedFile(upload.path, self.state.key).lay_out(place)
        finally:
            self._shelter.remove(place)

    def note_on_disk(self) -> None:
        """Remember that plain copies had to be on the disk for a time."""
        self.state.write("UPDATE project SET on_disk = TRUE")

    def password_of(self, source: ProjectSource) -> str | None:
        """Give what opens a table on its server, if it was said since the start."""
        return self._passwords.get(source.id)

    def begin_upload(self) -> Receiving:
        """Begin an upload; `take_received` ends it."""
        path = self.folder / f"{UPLOAD}{token_hex(8)}"
        return Receiving(path, self.limits.upload, self.state.key)

    def take_received(self, upload: Receiving, name: str) -> ProjectSource:
        """Look into what was uploaded, and make it the project's table."""
        upload.close()
        try:
            with self.looked_into(upload) as plain:
                ending = find_ending(plain, self.limits)
            stored = f"source-{token_hex(4)}{ending}"
            move_for_good(upload.path, self.folder / stored)
        finally:
            upload.discard()
        source = ProjectSource(shown_name(name), stored, is_file=True)
        self._begin_version(source)
        return source

    def upload(self, name: str, content: IO[bytes]) -> ProjectSource:
        """Make the content of an open file the project's table."""
        upload = self.begin_upload()
        try:
            while block := content.read(BLOCK):
                upload.write(block)
        except BaseException:
            upload.discard()
            raise
        return self.take_received(upload, name)

    def connect(self, address: str, password: str | None = None) -> ProjectSource:
        """Make a server's table the project's table; it stays there."""
        source = ProjectSource.on_server(address)
        if password is not None:
            self._passwords[source.id] = password
        self._begin_version(source)
        return source

    def _begin_version(self, source: ProjectSource, recipe: str | None = None) -> int:
        """Begin a version about a table, and erase tables to which nothing leads back any more.

        One that takes the place of another is without a recipe: that of the other would mislead.
        """
        with self.state.transaction() as change:
            history = self.history.added()
            number = history.last
            change.execute(
                "UPDATE versions SET kept = 0 WHERE number > ifnull("
                "(SELECT current FROM project), 0)"
            )
            change.execute("UPDATE project SET current = ?, last = ?", (number, number))
            entries = (source.id, source.name, source.place, source.is_file)
            change.execute("INSERT OR IGNORE INTO sources VALUES (?, seal(?), seal(?), ?)", entries)
            change.execute(
                "INSERT INTO versions VALUES (?, ?, seal(?), 1)", (number, source.id, recipe)
            )
            self._erase_forgotten(change)
        return number

    def _erase_forgotten(self, change: sqlite3.Connection) -> None:
        """Take away the tables of which no version is left that undo or redo leads to."""
        left = change.execute(
            "DELETE FROM sources WHERE id NOT IN (SELECT source FROM versions WHERE kept) "
            "RETURNING opened(name) AS name, opened(place) AS place, is_file, id"
        ).fetchall()
        for source in map(_source_of, left):
            self._passwords.pop(source.id, None)
            if source.is_file:
                self.state.after((self.folder / source.place).unlink)

    # the recipe

    @property
    def history(self) -> History:
        """Which versions there are; each is about a table, and has a recipe once it is decided."""
        found = self.state.one(HISTORY)
        kept = tuple(sorted(json.loads(found["kept"])))
        current = found["current"]
        return History(kept, -1 if current is None else kept.index(current), found["last"])

    def recipe_text(self, version: int | None = None) -> str | None:
        """Give the recipe of a version as TOML, or of the current one; None before it has any."""
        found = self.state.one(VERSION, version)
        return None if found is None else found["recipe"]

    def recipe(self, version: int | None = None) -> celosia.Recipe:
        """Give the recipe of a version, with its table as the source."""
        entries, last = self.recipe_entries(version), self._last_checked
        if last is None or last[0] is not entries:
            last = self._last_checked = entries, celosia.Recipe.checked(entries)
        return last[1]

    def recipe_entries(self, version: int | None = None) -> RecipeEntries:
        """Give the same, for whoever has more to say before the recipe is whole, and checked."""
        found = self.state.one(VERSION, version)
        if found is None:
            raise ConflictError("service.project-no-table-yet-upload")
        text, source = found["recipe"], _source_of(found)
        return self._read_placed(text or "", self.place_of(source))

    def _read_placed(self, text: str, place: str) -> RecipeEntries:
        """Read a recipe and say where its tables are; the last one is kept as it is asked again."""
        last = self._last_read
        if last is None or last[:2] != (text, place):
            read = RecipeEntries.from_toml(text)
            people = read.population and self.plain_path(read.population)
            entries = read.changed(source=place, output=None, population=people)
            last = self._last_read = text, place, entries
        return last[2]

    def save_recipe(
        self, recipe: celosia.Recipe | str, notes: Mapping[str, str] | None = None
    ) -> int:
        """Begin a new version of the recipe, from TOML or as it is; give its number.

        Source and output are the project's; a recipe that names other files is refused.
        """
        given = celosia.Recipe.from_toml(recipe) if isinstance(recipe, str) else recipe
        with self.state.transaction():
            _, source = self.present()
            return self._begin_version(source, self._write_text(given, notes))

    def complete_recipe(self, version: int, recipe: celosia.Recipe) -> None:
        """Write what is proposed into a version in which nothing was decided yet."""
        with self.state.transaction() as change:
            if not self.recipe(version).roles:
                text = self._write_text(recipe)
                change.execute(
                    "UPDATE versions SET recipe = seal(?) WHERE number = ?", (text, version)
                )

    def _write_text(self, recipe: celosia.Recipe, notes: Mapping[str, str] | None = None) -> str:
        """Write a recipe as it is kept: it names no file outside the project."""
        people = find_population(self, recipe.population)
        return safe_entries(recipe).changed(population=people).to_toml(notes)

    def change_recipe(self, change: Callable[[celosia.Recipe], celosia.Recipe]) -> int:
        """Begin a new version that differs from the current one."""
        with self.state.transaction():
            return self.save_recipe(change(self.recipe()))

    def undo(self) -> bool:
        """Go back to the version before, to its table too; tell whether there was one."""
        return self._move(History.undone)

    def redo(self) -> bool:
        """Go forth to the version that was undone; tell whether there was one."""
        return self._move(History.redone)

    def _move(self, move: Callable[[History], History]) -> bool:
        with self.state.transaction() as change:
            before = self.history
            after = move(before)
            change.execute("UPDATE project SET current = ?", (after.current,))
        return after != before

    # what is kept of it

    def begin(self, name: str) -> None:
        """Write the first state; the key is there before anything is."""
        self.key.create()
        make_private_folder(self.folder)
        make_private_folder(self.jobs_folder)
        self.state.create(printable(name), time.time())

    def close(self) -> None:
        """Let go of the file that holds the state; it is opened again when it is asked for."""
        self.state.close()

    def what_may_be_left(self) -> MayBeLeft:
        """Tell what erasing the project will not reach."""
        on_server = self.state.one("SELECT count(*) AS n FROM sources WHERE NOT is_file")["n"]
        on_disk = self.state.one("SELECT on_disk FROM project")["on_disk"]
        return MayBeLeft(bool(on_disk), bool(on_server))

    def finish(self) -> int:
        """Erase everything of the project and check it; give the number of files erased.

        Jobs and open tables must be closed before: `App.finish` sees to it.
        """
        self._passwords.clear()
        self._last_read = self._last_checked = None
        self.state.close()
        self.key.renounce()
        return erase_renounced(self.folder)


def _source_of(row: Any) -> ProjectSource:
    """Read the table that a row tells of."""
    if row is None or row["id"] is None:
        raise NotFoundError("service.table-undone-another-took-place")
    return ProjectSource(row["name"], row["place"], bool(row["is_file"]), row["id"])


def safe_entries(recipe: celosia.Recipe) -> RecipeEntries:
    """Take a recipe from outside; it may not name files, because the project holds its own."""
    named = [c for c, rule in recipe.hierarchies.items() if file_of(rule) is not None]
    if named:
        raise RecipeError("service.hierarchies-files-import-into-project", named=named)
    reading = recipe.reading
    texts = [reading.separator, reading.quote, reading.encoding, reading.sheet]
    codes = [*reading.null_values, *chain.from_iterable(reading.missing.values())]
    if not all(isinstance(text, str | None) for text in texts) or not all(
        isinstance(text, str) for text in codes
    ):
        raise RecipeError("service.entries-reading-texts-null-values")
    return recipe.entries.changed(source=None, output=None)


IDENTIFIER = re.compile(r"[0-9a-f]{32}")


class ProjectStore:
    """All projects of a user, under one folder."""

    def __init__(
        self,
        folder: Path | None = None,
        limits: Limits | None = None,
        shelter: Shelter | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.folder = make_private_folder(home_of(folder) / PROJECTS)
        self._shelter = shelter
        self._open: dict[str, Project] = {}
        self._lock = threading.Lock()

    def create(self, name: str = "") -> Project:
        """Begin a project."""
        project = Project(self.folder / token_hex(16), self.limits, self._shelter)
        project.begin(name)
        with self._lock:
            self._open[project.id] = project
        return project

    def get(self, identifier: str) -> Project:
        """Find a project, from this or an earlier run of the server."""
        folder = self.folder / identifier
        if not IDENTIFIER.fullmatch(identifier) or not (folder / STATE).is_file():
            raise NotFoundError("service.no-such-project-may-been")
        with self._lock:
            return self._open.setdefault(identifier, Project(folder, self.limits, self._shelter))

    def projects(self) -> list[Project]:
        """List the projects, the newest first."""
        found = []
        for folder in self.folder.iterdir():
            if not IDENTIFIER.fullmatch(folder.name) or not (folder / STATE).is_file():
                continue
            project = self.get(folder.name)
            try:
                found.append((-project.created, project))
            except NotFoundError:  # a copy that was put back without its key, or finished just now
                LOG.warning("keyless: %s", folder.name)
        return [project for _, project in sorted(found, key=lambda pair: pair[0])]

    def sweep(self) -> None:
        """Erase what a killed server left half done; only whoever has the folder alone may.

        A Finish that was begun is ended.
        """
        for folder in renounced(self.folder):
            erase_renounced(folder)
        for folder in self.folder.iterdir():
            if IDENTIFIER.fullmatch(folder.name) and not (folder / STATE).is_file():
                erase(folder)
                ProjectKey(folder).abandon()
        for upload in self.folder.glob(f"*/{UPLOAD}*"):
            upload.unlink()

    def close(self) -> None:
        """Let go of the files of all projects."""
        with self._lock:
            for project in self._open.values():
                project.close()

    def forget(self, project: Project) -> None:
        """Drop what is remembered of a project that was erased."""
        with self._lock:
            self._open.pop(project.id, None)
