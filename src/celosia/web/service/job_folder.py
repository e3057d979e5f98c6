"""What a job leaves: a row of its project's state, and a folder with the files that it made."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, TypeAlias

import celosia
from celosia.files.sealed_files import plain_size, seal_file, unseal_file, unsealed_blocks
from celosia.register import json_ready
from celosia.text.messages import Message
from celosia.web.service.project_files import erase, make_private_folder
from celosia.web.service.project_tables import ProjectSource
from celosia.web.service.service_errors import ConflictError, NotFoundError
from celosia.web.service.state_file import StateFile
from celosia.workflow.remedies import Unguarded

if TYPE_CHECKING:
    from celosia.web.service.projects import Project

IDENTIFIER = re.compile(r"[0-9a-f]{16}")
SHAPE = 2
"""Counted up when the pages read an entry that older results lack: those are made again."""
OUTDATED = Message("service.outdated")


class JobState(StrEnum):
    """How far a job is."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen."""
        return self not in (JobState.QUEUED, JobState.RUNNING)


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of long work, as it stands."""

    id: str
    kind: str
    state: JobState
    stage: str
    share: float
    """How much of the stage is done, from 0 to 1."""
    message: Message | None
    """Why it failed, or that it was cancelled."""
    error: str | None
    """The kind of error, by the name of its type."""
    options: Mapping[str, Any]
    recipe_version: int
    created: float
    ended: float | None
    unguarded: tuple[Unguarded, ...] = ()
    """Columns for which it was refused, with what can be done with each."""
    attempts: int = 0
    """How often it was begun: twice, if the server or its process was killed meanwhile."""
    shape: int = SHAPE

    @property
    def outdated(self) -> bool:
        """Whether another version of Celosía worked it out, whose results this one cannot read."""
        return self.shape != SHAPE

    def to_dict(self, language: celosia.Language = "en") -> dict[str, Any]:
        """Give it as JSON can hold it."""
        return {
            "id": self.id,
            "kind": self.kind,
            "state": self.state.value,
            "stage": self.stage,
            "share": self.share,
            "message": self.message and self.message.text(language),
            "error": self.error,
            "options": dict(self.options),
            "recipe_version": self.recipe_version,
            "created": self.created,
            "ended": self.ended,
            "unguarded": [_told(each, language) for each in self.unguarded],
            "attempts": self.attempts,
        }


DESCRIBED = "kind, options, recipe_version, source, on_server, shape, created, needs"
READ = DESCRIBED.replace("options", "opened(options) AS options")
STANDING = (
    f"id, {READ}, attempts, stage, share, state, opened(message) AS message, error, ended, "
    "opened(complaint) AS complaint"
)
"""All but the result, which may be large."""


@dataclass(frozen=True, slots=True)
class JobFolder:
    """One job: a row of the project's state, and a folder for the files that it makes.

    The server writes what was asked for and how it ended, the worker all else.
    """

    state: StateFile
    path: Path

    @classmethod
    def begin(
        cls,
        project: Project,
        kind: str,
        options: Mapping[str, Any],
        version: int,
        source: ProjectSource,
        needs: Sequence[str] = (),
    ) -> JobFolder:
        """Make the row and the folder of a new job on a version of the recipe and its table.

        Nothing is made again of a finished project. Of the secrets that it needs, the names are
        kept, so that whoever restarts the server is told which to give again.
        """
        with project.state.transaction() as change:
            folder = cls(project.state, make_private_folder(project.jobs_folder / token_hex(8)))
            make_private_folder(folder.files)
            entries = (
                folder.id,
                kind,
                json.dumps(dict(options), allow_nan=False),
                version,
                source.id,
                not source.is_file,
                SHAPE,
                time.time(),
                json.dumps(list(needs)),
            )
            marks = "?, ?, seal(?), ?, ?, ?, ?, ?, ?"
            change.execute(f"INSERT INTO jobs (id, {DESCRIBED}) VALUES ({marks})", entries)
        return folder

    @classmethod
    def find(cls, project: Project, identifier: str) -> JobFolder:
        """Find a job."""
        folder = cls(project.state, project.jobs_folder / identifier)
        if not IDENTIFIER.fullmatch(identifier) or folder._row("id") is None:
            raise NotFoundError("service.no-such-job-project")
        return folder

    @classmethod
    def all(cls, project: Project, source: str, kind: str | None = None) -> list[JobRow]:
        """List the jobs on a table as they stand, the newest first."""
        rows = project.state.rows(
            f"SELECT {STANDING} FROM jobs WHERE source = ? AND kind = ifnull(?, kind) "
            "ORDER BY created DESC, rowid DESC",
            source,
            kind,
        )
        return [(cls(project.state, project.jobs_folder / row["id"]), row) for row in rows]

    @classmethod
    def unfinished(cls, project: Project) -> list[JobRow]:
        """List the jobs that have not ended, on whatever table, the oldest first."""
        rows = project.state.rows(
            f"SELECT {STANDING} FROM jobs WHERE state IS NULL ORDER BY created, rowid"
        )
        return [(cls(project.state, project.jobs_folder / row["id"]), row) for row in rows]

    @property
    def id(self) -> str:
        """The name of the folder."""
        return self.path.name

    @property
    def files(self) -> Path:
        """Where the files that a job made are, sealed."""
        return self.path / "files"

    @property
    def lock(self) -> Path:
        """What the process that works on it holds, so that never two do."""
        return self.path / ".lock"

    @property
    def request(self) -> dict[str, Any]:
        """What was asked for."""
        found = self._row(READ)
        if found is None:
            raise NotFoundError("service.no-such-job-project")
        return {**dict(found), "options": json.loads(found["options"])}

    def count_attempt(self, by: int = 1) -> None:
        """Write that a process is begun for it; or that one which was stopped does not count."""
        self._write("attempts = attempts + ?, stage = '', share = 0", by)

    def begin_anew(self) -> None:
        """Erase what an earlier attempt left; nobody else works on it."""
        erase(self.files)
        make_private_folder(self.files)
        self._write("result = NULL, complaint = NULL")

    def keep(self, made: Path) -> None:
        """Seal the files that the work made in a folder."""
        for path in sorted(made.iterdir()):
            if path.is_file() and not path.name.startswith("."):
                seal_file(path, self.files / path.name, self.state.key)

    def tell(self, stage: str, share: float) -> None:
        """Write how far the work is."""
        self._write("stage = ?, share = ?", stage, share, durable=False)

    def deliver(self, result: Mapping[str, Any]) -> None:
        """Write the result."""
        told = json_ready(dict(result))
        self._write("result = seal(?)", json.dumps(told, allow_nan=False))

    def complain(self, error: str, message: Message, offered: Sequence[Unguarded] = ()) -> None:
        """Write why there is no result, and what would help; it holds no value of the data."""
        told: dict[str, Any] = {"error": error, "message": message.to_dict()}
        told |= {"unguarded": [each.to_dict() for each in offered]} if offered else {}
        self._write("complaint = seal(?)", json.dumps(told))

    def end(self, state: JobState, message: Message | None, error: str | None) -> None:
        """Write how it ended; of what is done nothing is left to do."""
        told = message and json.dumps(message.to_dict())
        least = 1.0 if state is JobState.DONE else 0.0
        entries = "state = ?, message = seal(?), error = ?, ended = ?, share = max(share, ?)"
        self._write(entries, state.value, told, error, time.time(), least)

    def clean(self) -> None:
        """Erase the files of a job that is not done."""
        erase(self.files)

    @property
    def complaint(self) -> tuple[str, Message] | None:
        """The kind of error for which the worker gave up, and why, if it said so."""
        found = self._row("opened(complaint) AS complaint")
        if found is None or found[0] is None:
            return None
        told = json.loads(found[0])
        return told["error"], Message.from_dict(told["message"])

    @property
    def has_result(self) -> bool:
        """Whether the worker came to the end."""
        return bool(self._row("result IS NOT NULL AS has")["has"])

    def read(self, alive: JobState | None) -> Job:
        """Give the job as it stands; `alive` is its state while it has not ended."""
        return self.read_row(self.row(), alive)

    def row(self) -> Any:
        """Give how the job stands, as it is stored."""
        found = self._row(STANDING)
        if found is None:
            raise NotFoundError("service.no-such-job-project")
        return found

    def read_row(self, row: Any, alive: JobState | None) -> Job:
        """Give the job that a row tells of."""
        state = alive if row["state"] is None else JobState(row["state"])
        if state is None:
            raise ConflictError("service.job-belongs-nobody")
        return Job(
            id=self.id,
            kind=row["kind"],
            state=state,
            stage=row["stage"],
            share=row["share"],
            message=_message(row["message"]),
            error=row["error"],
            options=json.loads(row["options"]),
            recipe_version=row["recipe_version"],
            created=row["created"],
            attempts=row["attempts"],
            ended=row["ended"],
            unguarded=_unguarded(row["complaint"]),
            shape=row["shape"],
        )

    @property
    def is_ended(self) -> bool:
        """Whether it was written how it ended."""
        return self.row()["state"] is not None

    def result(self) -> dict[str, Any]:
        """Give the result of a job that is done."""
        found = self._row("opened(result) AS result, shape")
        if found is None or found["result"] is None:
            raise ConflictError("service.job-no-result-not-done")
        if found["shape"] != SHAPE:
            raise ConflictError(OUTDATED)
        return dict(json.loads(found["result"]))

    def file(self, name: str) -> SealedFile:
        """Find a file that the job made, by its name."""
        inside = self.files.iterdir() if self.files.is_dir() else ()
        made = {path.name: path for path in inside if not path.name.startswith(".")}
        if name not in made:
            raise NotFoundError("service.job-made-no-such-file", made=sorted(made))
        return SealedFile(made[name], self.state.key)

    def lay_out(self, folder: Path) -> Path:
        """Write plain copies of all its files into a folder, as they were made, side by side."""
        place = folder / self.id
        if not place.exists():
            make_private_folder(place)
            for path in self.files.iterdir():
                unseal_file(path, place / path.name, self.state.key)
        return place

    def _row(self, columns: str) -> Any:
        return self.state.one(f"SELECT {columns} FROM jobs WHERE id = ?", self.id)

    def _write(self, entries: str, *values: Any, durable: bool = True) -> None:
        statement = f"UPDATE jobs SET {entries} WHERE id = ?"
        self.state.write(statement, *values, self.id, durable=durable)


@dataclass(frozen=True, slots=True)
class SealedFile:
    """A file of a project: sealed where it lies, plain for whoever takes it away."""

    path: Path
    key: bytes

    @property
    def name(self) -> str:
        """What it is called."""
        return self.path.name

    @property
    def size(self) -> int:
        """How many bytes it holds."""
        return plain_size(self.path)

    def blocks(self) -> Iterator[bytes]:
        """Give what it holds, block by block."""
        return unsealed_blocks(self.path, self.key)

    def read_bytes(self) -> bytes:
        """Give all that it holds."""
        return b"".join(self.blocks())

    def read_text(self, encoding: str = "utf-8") -> str:
        """Give all that it holds, as text."""
        return self.read_bytes().decode(encoding)

    def lay_out(self, folder: Path) -> Path:
        """Write a plain copy into a folder."""
        plain = folder / self.name
        unseal_file(self.path, plain, self.key)
        return plain


JobRow: TypeAlias = tuple[JobFolder, Any]


def _told(found: Unguarded, language: celosia.Language) -> dict[str, Any]:
    """Give a column that is not guarded as JSON can hold it, and say each remedy."""
    said = [
        {**each.to_dict(), "text": f"{each.done.text(language)}: {each.effect.text(language)}"}
        for each in found.remedies
    ]
    return {**found.to_dict(), "remedies": said}


def _unguarded(stored: str | None) -> tuple[Unguarded, ...]:
    told = json.loads(stored).get("unguarded", []) if stored else []
    return tuple(map(Unguarded.from_dict, told))


def _message(stored: str | None) -> Message | None:
    return Message.from_dict(json.loads(stored)) if stored else None
