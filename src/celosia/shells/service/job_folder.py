"""What a job leaves on disk: one folder, whose files each have one writer."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from secrets import token_hex
from typing import Any

import celosia
from celosia.shells.service.errors import ConflictError, NotFoundError
from celosia.shells.service.folders import erase, private_folder, read_json, write_json
from celosia.shells.service.sources import Source

IDENTIFIER = re.compile(r"[0-9a-f]{16}")
SHAPE = 1
"""Counted up when the pages read an entry that older results lack: those are made again."""
OUTDATED = celosia.Sentence(
    "This was worked out by another version of Celosía: make it again.",
    "Esto lo calculó otra versión de Celosía: hágalo de nuevo.",
)


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
    message: celosia.Sentence | None
    """Why it failed, or that it was cancelled."""
    error: str | None
    """The kind of error, by the name of its type."""
    options: Mapping[str, Any]
    recipe_version: int
    created: float
    ended: float | None
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
        }


@dataclass(frozen=True, slots=True)
class JobFolder:
    """The folder of one job. The server writes `job` and `ended`, the worker all else."""

    path: Path

    @classmethod
    def begin(
        cls, jobs: Path, kind: str, options: Mapping[str, Any], version: int, source: Source
    ) -> JobFolder:
        """Make the folder of a new job on a version of the recipe and its table.

        Nothing is made again of a finished project.
        """
        if not jobs.parent.is_dir():
            raise NotFoundError("The project was finished: nothing of it is left.")
        folder = cls(private_folder(jobs / token_hex(8)))
        private_folder(folder.files)
        private_folder(folder.working)
        described = {
            "kind": kind,
            "options": dict(options),
            "recipe_version": version,
            "table": source.id,
            "on_server": not source.is_file,
            "shape": SHAPE,
            "created": time.time(),
        }
        write_json(folder.path / "job.json", described)
        return folder

    @classmethod
    def find(cls, jobs: Path, identifier: str) -> JobFolder:
        """Find the folder of a job."""
        if not IDENTIFIER.fullmatch(identifier) or not (jobs / identifier / "job.json").is_file():
            raise NotFoundError("There is no such job in this project.")
        return cls(jobs / identifier)

    @classmethod
    def all(cls, jobs: Path, table: str) -> list[JobFolder]:
        """List the folders of jobs on a table, the newest first."""
        found = jobs.iterdir() if jobs.is_dir() else ()
        folders = [cls(path) for path in found if (path / "job.json").is_file()]
        dated = [(folder.described, folder) for folder in folders]
        mine = [(told["created"], folder) for told, folder in dated if told["table"] == table]
        return [folder for _, folder in sorted(mine, key=lambda pair: -pair[0])]

    @property
    def id(self) -> str:
        """The name of the folder."""
        return self.path.name

    @property
    def files(self) -> Path:
        """Where the files that a job makes are."""
        return self.path / "files"

    @property
    def working(self) -> Path:
        """Where working data are while the job runs."""
        return self.path / "working"

    @property
    def described(self) -> dict[str, Any]:
        """What was asked for."""
        found = read_json(self.path / "job.json")
        if found is None:
            raise NotFoundError("There is no such job in this project.")
        return dict(found)

    def tell(self, stage: str, share: float) -> None:
        """Write how far the work is."""
        write_json(self.path / "progress.json", {"stage": stage, "share": share}, durable=False)

    def deliver(self, result: Mapping[str, Any]) -> None:
        """Write the result."""
        write_json(self.path / "result.json", celosia.json_ready(dict(result)))

    def complain(self, error: str, message: str, es: str | None = None) -> None:
        """Write why there is no result, in Spanish too; it holds no value of the data."""
        told = {"error": error, "message": message, "es": message if es is None else es}
        write_json(self.path / "error.json", told)

    def end(self, state: JobState, message: celosia.Sentence | None, error: str | None) -> None:
        """Write how it ended, and erase what is not needed any more."""
        told = message and {"en": message.en, "es": message.es}
        ended = {"state": state.value, "message": told, "error": error, "ended": time.time()}
        write_json(self.path / "ended.json", ended)

    def clean(self, keep_files: bool) -> None:
        """Erase the working data; and the files too, unless the job is done."""
        erase(self.working)
        if not keep_files:
            erase(self.files)

    @property
    def complaint(self) -> dict[str, str] | None:
        """Why the worker gave up, if it said so."""
        found = read_json(self.path / "error.json")
        return None if found is None else dict(found)

    @property
    def has_result(self) -> bool:
        """Whether the worker came to the end."""
        return (self.path / "result.json").is_file()

    def read(self, alive: JobState | None) -> Job:
        """Give the job as it stands; `alive` is its state while it has not ended."""
        described = self.described
        ended = read_json(self.path / "ended.json")
        progress = read_json(self.path / "progress.json") or {"stage": "", "share": 0.0}
        told = ended and ended["message"]
        state = alive if ended is None else JobState(ended["state"])
        if state is None:
            raise ConflictError("The job belongs to nobody.")
        return Job(
            id=self.id,
            kind=described["kind"],
            state=state,
            stage=progress["stage"],
            share=progress["share"],
            message=celosia.Sentence(**told) if told else None,
            error=ended and ended["error"],
            options=described["options"],
            recipe_version=described["recipe_version"],
            created=described["created"],
            ended=ended and ended["ended"],
            shape=described.get("shape", 0),
        )

    @property
    def is_ended(self) -> bool:
        """Whether it was written how it ended."""
        return (self.path / "ended.json").is_file()

    def result(self) -> dict[str, Any]:
        """Give the result of a job that is done."""
        found = read_json(self.path / "result.json")
        if found is None:
            raise ConflictError("The job has no result: it is not done.")
        if self.described.get("shape", 0) != SHAPE:
            raise ConflictError(OUTDATED.en, es=OUTDATED.es)
        return dict(found)

    def file(self, name: str) -> Path:
        """Find a file that the job made, by its name."""
        inside = self.files.iterdir() if self.files.is_dir() else ()
        made = {path.name: path for path in inside if not path.name.startswith(".")}
        if name not in made:
            raise NotFoundError(f"The job made no such file. Files: {', '.join(sorted(made))}.")
        return made[name]
