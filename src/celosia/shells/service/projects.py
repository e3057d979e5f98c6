"""Projects: one private folder each, which outlives the server and is erased at the end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from secrets import token_hex
from typing import IO, Any

import celosia
from celosia.files.atomic import write_whole
from celosia.shells.service.choices import safe_recipe
from celosia.shells.service.errors import ConflictError, NotFoundError
from celosia.shells.service.folders import (
    erase,
    private_folder,
    read_json,
    write_json,
)
from celosia.shells.service.history import History
from celosia.shells.service.populations import own_population
from celosia.shells.service.sources import Source, printable, shown_name
from celosia.shells.service.uploads import BLOCK, Limits, Receiving, ending_of

STATE = "project.json"
UPLOAD = ".upload-"


class Project:
    """One person's way from a table to its release, kept in a folder of its own."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.folder = folder
        self.limits = limits
        self._passwords: dict[str, str] = {}
        """By table, for database servers; in memory only, and asked again after a restart."""
        self._lock = threading.RLock()
        self._last_parsed: tuple[str, celosia.Recipe] | None = None
        """Reading a recipe of many columns takes a while, and a page does it for each column."""

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
        return str(self._state()["name"])

    @property
    def created(self) -> float:
        """When it was begun, in seconds since 1970."""
        return float(self._state()["created"])

    @property
    def notes(self) -> dict[str, Any]:
        """What a shell wants to remember: the step, the language, open panels."""
        return dict(self._state()["notes"])

    def note(self, **notes: Any) -> None:
        """Remember something for the next visit; None forgets it."""
        with self._lock:
            kept = {**self.notes, **notes}
            self._change(notes={key: value for key, value in kept.items() if value is not None})

    # the table

    @property
    def source(self) -> Source | None:
        """The present table; None before it is given."""
        version = self.history.current
        return None if version is None else self.source_at(version)

    def present(self) -> tuple[int, Source]:
        """Give the current version, and the table that it is about."""
        version = self.history.current
        if version is None:
            raise ConflictError("The project has no table yet: upload a file or name a database.")
        return version, self.source_at(version)

    def source_at(self, version: int) -> Source:
        """Give the table that a version is about."""
        state = self._state()
        table = state["tables"][str(version)]
        if table not in state["sources"]:
            raise NotFoundError("That table was undone and another took its place: it is erased.")
        return Source(**state["sources"][table])

    def place_of(self, source: Source) -> str:
        """Give the path or the server's address of a table, as `celosia.read` takes it."""
        return str(self.folder / source.place) if source.is_file else source.place

    def password_of(self, source: Source) -> str | None:
        """Give what opens a table on its server, if it was said since the start."""
        return self._passwords.get(source.id)

    def receiving(self) -> Receiving:
        """Begin an upload; `take_received` ends it."""
        return Receiving(self.folder / f"{UPLOAD}{token_hex(8)}", self.limits.upload)

    def take_received(self, upload: Receiving, name: str) -> Source:
        """Look into what was uploaded, and make it the project's table."""
        upload.close()
        try:
            ending = ending_of(upload.path, self.limits)
            stored = f"source-{token_hex(4)}{ending}"
            upload.path.replace(self.folder / stored)
        finally:
            upload.discard()
        source = Source(shown_name(name), stored, is_file=True)
        self._begin_version(source)
        return source

    def upload(self, name: str, content: IO[bytes]) -> Source:
        """Make the content of an open file the project's table."""
        upload = self.receiving()
        try:
            while block := content.read(BLOCK):
                upload.write(block)
        except BaseException:
            upload.discard()
            raise
        return self.take_received(upload, name)

    def connect(self, address: str, password: str | None = None) -> Source:
        """Make a server's table the project's table; it stays there."""
        source = Source.on_server(address)
        if password is not None:
            self._passwords[source.id] = password
        self._begin_version(source)
        return source

    def _begin_version(self, source: Source) -> None:
        """Begin a version about a table, and erase tables to which nothing leads back any more.

        One that takes the place of another is without a recipe: that of the other would mislead.
        """
        with self._lock:
            state, history = self._state(), self.history.added()
            tables = {**state["tables"], str(history.last): source.id}
            sources = {**state["sources"], source.id: asdict(source)}
            leading = {tables[str(number)] for number in history.versions}
            left = [Source(**sources.pop(table)) for table in set(sources) - leading]
            self._change(history=history.to_dict(), tables=tables, sources=sources)
            for each in left:
                self._passwords.pop(each.id, None)
                if each.is_file:
                    (self.folder / each.place).unlink()

    # the recipe

    @property
    def history(self) -> History:
        """Which versions there are; each is about a table, and has a recipe once it is decided."""
        return History.from_dict(self._state()["history"])

    def recipe_text(self, version: int | None = None) -> str | None:
        """Give the recipe of a version as TOML, or of the current one; None before it has any."""
        number = self.history.current if version is None else version
        file = None if number is None else self._version(number)
        return file.read_text(encoding="utf-8") if file and file.is_file() else None

    def recipe(self, version: int | None = None) -> celosia.Recipe:
        """Give the recipe of a version, with its table as the source."""
        number = self.present()[0] if version is None else version
        text, source = self.recipe_text(number), self.source_at(number)
        recipe = celosia.Recipe() if text is None else self._parsed(text)
        people = recipe.population and str(self.folder / recipe.population)
        return replace(recipe, source=self.place_of(source), output=None, population=people)

    def _parsed(self, text: str) -> celosia.Recipe:
        last = self._last_parsed
        if last is None or last[0] != text:
            last = self._last_parsed = text, celosia.Recipe.from_toml(text)
        return last[1]

    def save_recipe(
        self, recipe: celosia.Recipe | str, notes: Mapping[str, str] | None = None
    ) -> int:
        """Begin a new version of the recipe, from TOML or as it is; give its number.

        Source and output are the project's; a recipe that names other files is refused.
        """
        given = celosia.Recipe.from_toml(recipe) if isinstance(recipe, str) else recipe
        with self._lock:
            (_, source), number = self.present(), self.history.last + 1
            self._write_recipe(number, given, notes)
            self._begin_version(source)
        return number

    def complete_recipe(self, version: int, recipe: celosia.Recipe) -> None:
        """Write what is proposed into a version in which nothing was decided yet."""
        with self._lock:
            if not self.recipe(version).roles:
                self._write_recipe(version, recipe)

    def _write_recipe(
        self, version: int, recipe: celosia.Recipe, notes: Mapping[str, str] | None = None
    ) -> None:
        people = own_population(self.folder, recipe.population)
        text = replace(safe_recipe(recipe), population=people).to_toml(notes)
        private_folder(self.folder / "recipes")
        write_whole(self._version(version), text, private=True)

    def change_recipe(self, change: Callable[[celosia.Recipe], celosia.Recipe]) -> int:
        """Begin a new version that differs from the current one."""
        with self._lock:
            return self.save_recipe(change(self.recipe()))

    def undo(self) -> bool:
        """Go back to the version before, to its table too; tell whether there was one."""
        return self._move(History.undone)

    def redo(self) -> bool:
        """Go forth to the version that was undone; tell whether there was one."""
        return self._move(History.redone)

    def _move(self, move: Callable[[History], History]) -> bool:
        with self._lock:
            before = self.history
            after = move(before)
            self._change(history=after.to_dict())
        return after != before

    def _version(self, number: int) -> Path:
        return self.folder / "recipes" / f"{number:06}.toml"

    # what is kept of it

    def begin(self, name: str) -> None:
        """Write the first state."""
        private_folder(self.folder)
        private_folder(self.jobs_folder)
        state = {
            "name": printable(name),
            "created": time.time(),
            "notes": {},
            "sources": {},
            "tables": {},
            "history": History().to_dict(),
        }
        write_json(self.folder / STATE, state)

    def _state(self) -> dict[str, Any]:
        state = read_json(self.folder / STATE)
        if state is None:
            raise NotFoundError("The project was finished: nothing of it is left.")
        if "tables" not in state:
            raise ConflictError(
                "A project was begun with an older Celosía, which kept it otherwise. Remove its "
                f"folder by hand: {self.folder}"
            )
        return dict(state)

    def _change(self, **entries: Any) -> None:
        with self._lock:
            write_json(self.folder / STATE, {**self._state(), **entries})

    def finish(self) -> int:
        """Erase everything of the project and check it; give the number of files erased.

        Jobs and open tables must be closed before: `Desk.finish` sees to it.
        """
        with self._lock:
            self._passwords.clear()
            self._last_parsed = None
            return erase(self.folder)
