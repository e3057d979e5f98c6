"""What a job is: a kind of work that declares itself, and the task that it is given.

The kinds are in `kinds`, each in its file. They call the public names, and give what JSON can hold.
No result holds a raw value of the data; files that do are the release and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar, get_args, get_type_hints

import celosia
from celosia.core.memory import limit_memory
from celosia.core.parameters import Between, Text, check_parameters
from celosia.core.registry import Registry
from celosia.recipe.recipe import RecipeEntries
from celosia.text.languages import languages
from celosia.text.messages import Message
from celosia.web.service.job_folder import JobFolder, JobState
from celosia.web.service.project_tables import ProjectSource
from celosia.web.service.projects import Project
from celosia.web.service.service_errors import ConflictError
from celosia.workflow.preview import draw_passing_key

Secret: TypeAlias = Literal["key", "vault"]
Share: TypeAlias = Annotated[float, Between(0, 1)]


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the work, by the name under which progress is told."""

    name: str
    said: Message


READ = Stage("read", Message("service.read"))
PROPOSE = Stage("propose", Message("service.propose"))
ASSESS = Stage("assess", Message("service.assess"))
COUNT = Stage("count", Message("service.count"))
SEARCH = Stage("search", Message("service.search"))
APPLY = Stage("apply", Message("service.apply"))
WRITE = Stage("write", Message("service.report"))
VERIFY = Stage("verify", Message("service.verify"))
START = Message("service.start")
WORKING = Message("service.working")


@dataclass(frozen=True, slots=True)
class NoOptions:
    """Of a job that is told nothing besides the recipe."""


@dataclass(frozen=True, slots=True)
class AboutRelease:
    """About which release, by the job that made it; None: the newest one."""

    release: Annotated[str, Text(longest=16)] | None = None


Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class JobTask(Generic[Given]):
    """What a job is to work on."""

    project: Project
    options: Given
    version: int
    """Of the recipe, and of the table that it is about."""
    files: Path
    """Where to put files."""
    progress: Callable[[str, float], None]
    key: bytes | None = None
    vault: bytes | None = None
    """The secret of the vault that keeps who is behind each pseudonym."""

    @property
    def counting_key(self) -> bytes | None:
        """The key for work that publishes nothing: the given one, else one that is forgotten."""
        return self.key or draw_passing_key(self.recipe)

    @property
    def recipe(self) -> celosia.Recipe:
        """The recipe as it was when the job was asked for."""
        return self.project.recipe(self.version)

    @property
    def entries(self) -> RecipeEntries:
        """The same, for work that has more to say before the recipe is whole, and checked."""
        return self.project.recipe_entries(self.version)

    @property
    def released_recipe(self) -> celosia.Recipe:
        """The recipe by which the release that is asked for was made."""
        return self.project.recipe(self.release_folder().request["recipe_version"])

    @property
    def source(self) -> ProjectSource:
        """The table that the recipe is about."""
        return self.project.source_at(self.version)

    def open_table(self) -> celosia.Table:
        """Open the table as the recipe says, under the name that the user gave it."""
        self.progress(READ.name, 0.0)
        entries, source = self.entries, self.source
        limit_memory(entries.memory)  # the process is this job's alone
        table = celosia.read(self.project.place_of(source), entries.reading, entries.schema)
        return replace(table, known_as=source.name) if source.is_file else table

    def release(self) -> Path:
        """Find the release that is asked for, else the newest one."""
        folder = self.release_folder()
        name = folder.file(folder.result()["file"]).name
        return folder.lay_out(self.files.parent) / name

    def release_folder(self) -> JobFolder:
        """Find the job that made the release that is asked for, else the newest one."""
        wanted = getattr(self.options, "release", None)
        for folder, row in JobFolder.all(self.project, self.source.id, "anonymize"):
            if wanted in (None, folder.id) and row["state"] == JobState.DONE:
                return folder
        raise ConflictError("service.no-such-release-yet-make")


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of work: everything that the pages, the REST interface and the worker know of it."""

    title: Message
    """What is being done, for whoever waits."""
    work: Callable[[JobTask[Any]], dict[str, Any]]
    options: type[Any] = NoOptions
    """A dataclass; each of its fields says what it may be."""
    stages: tuple[Stage, ...] = ()
    """What it goes through; a stage that is not among them is told as work and no more."""
    secrets: tuple[Secret, ...] = ()
    """Which it may be given; they go to its process and to no file."""
    command: str | None = None
    """The command that does the same work."""
    not_offered: Mapping[str, Message] = field(default_factory=dict)
    """Why a surface does not offer it: `cli`, `rest` or `app`, and the reason."""

    def said(self, stage: str) -> Message:
        """Say how far the work is."""
        if not stage:
            return START
        return next((each.said for each in self.stages if each.name == stage), WORKING)

    def read_options(self, given: Mapping[str, Any]) -> Any:
        """Take options as JSON holds them, and make sure that they are possible."""
        return _read(self.options, given)


JOB_KINDS: Registry[JobKind] = Registry(
    Message("core.noun-job"), "celosia.web.service.kinds", group="jobs"
)
"""By the name that stands in addresses and results."""


def to_json(options: Any) -> dict[str, Any]:
    """Give options as JSON holds them; what is not said is left out."""
    return {name: value for name, value in asdict(options).items() if value is not None}


Read = TypeVar("Read")


def _read(kind: type[Read], given: Mapping[str, Any]) -> Read:
    """Make a dataclass of entries, and those that it holds."""
    hints = get_type_hints(kind)
    known = [each.name for each in fields(kind)]  # type: ignore[arg-type]
    if unknown := sorted(set(given) - set(known)):
        offered = ", ".join(known) or "–"
        raise celosia.ParameterError(
            "service.unknown-option-options", unknown=unknown[0], offered=offered
        )
    made = kind(**{name: _value(hints[name], value) for name, value in given.items()})
    check_parameters(made)
    return made


def _value(hint: Any, value: Any) -> Any:
    inside = next((each for each in (hint, *get_args(hint)) if is_dataclass(each)), None)
    if inside is None or not isinstance(value, Mapping):
        return value
    return _read(inside, value)  # type: ignore[arg-type]


def both(sentence: Any) -> dict[str, str]:
    """Give a sentence in every language there is."""
    return {language: sentence.text(language) for language in languages()}
