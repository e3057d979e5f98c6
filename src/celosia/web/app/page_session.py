"""One visitor's way through a project: in a language, at a step, always from what is stored."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from inspect import isawaitable
from typing import Any

from nicegui import ui

import celosia
from celosia.text.messages import Message
from celosia.web.app import look
from celosia.web.app.step import name_or_first, step_numbers
from celosia.web.service import (
    JOB_KINDS,
    App,
    Job,
    JobState,
    Node,
    NotFoundError,
    Project,
    ProjectSource,
)

ERRORS: Mapping[str, Message] = {
    "Died": Message("app.errors-died"),
    "SecretNeeded": Message("app.errors-secretneeded"),
    "NotAchievable": Message("app.errors-notachievable"),
    "DataError": Message("app.errors-dataerror"),
    "ServerError": Message("app.errors-servererror"),
    "SchemaError": Message("app.errors-schemaerror"),
    "HierarchyError": Message("app.errors-hierarchyerror"),
    "RoleError": Message("app.errors-roleerror"),
    "ParameterError": Message("app.errors-parametererror"),
    "UnguardedColumns": Message("app.errors-unguarded"),
    "AddressError": Message("app.errors-addresserror"),
    "VerificationFailed": Message("app.errors-verificationfailed"),
    "TooLargeError": Message("app.errors-toolargeerror"),
    "MissingExtraError": Message("app.errors-missingextraerror"),
    "PluginError": Message("app.errors-pluginerror"),
    "Unexpected": Message("app.errors-unexpected"),
    "Cancelled": Message("app.errors-cancelled"),
}
"""What an error means to a visitor, by the name of its kind."""


@dataclass(frozen=True, slots=True, repr=False)
class Secrets:
    """Go to the process of one job, and to no file, log or address."""

    key: bytes | None = None
    """Of techniques that need one."""
    vault: bytes | None = None
    """Opens the vault that keeps who is behind each pseudonym; without it there is none."""


Action = Callable[[], Awaitable[None] | None]
Handler = Callable[[], Awaitable[None]]
EventHandler = Callable[[Any], Awaitable[None]]


class PageSession:
    """What the parts of a page share. It holds no data: the project store does."""

    def __init__(
        self, app: App, project: Project, language: celosia.Language, step: str | None = None
    ) -> None:
        self.app = app
        self.project = project
        self.language = language
        self.step = name_or_first(project.notes.get("step") if step is None else step)
        """Where this visitor is; in another tab of the same project it may be elsewhere."""
        self.place: ui.element = ui.element("div").classes("hidden")
        """Stays as long as the page, while what an action was begun from may be drawn anew."""
        self.opened: set[str] = set()
        """Which panels are open, for when their part of the page is drawn anew."""
        self.picked: dict[str, Node] = {}
        """Which candidate of a search was picked, by the search's job."""
        self.levels: dict[str, dict[str, int]] = {}
        """To which levels the candidates of a search were restricted, by the search's job."""
        self.redraw: Callable[[], Awaitable[None]] = nothing
        """Draws the current step and the header again; the layout sets it."""
        self.redraw_head: Callable[[], None] = lambda: None
        """Draws what can be undone again; the layout sets it."""
        self.keep: Callable[[], Awaitable[None]] = nothing
        """Saves what was typed and not saved yet; a step that lets one type sets it."""
        self.secrets: Callable[[str], Awaitable[Secrets | None]] = no_secrets
        """Asks for what work of a kind needs and nobody keeps; the layout sets it."""
        self.watch: Callable[[], None] = lambda: None
        """Looks at the jobs at once; the job bar sets it."""
        self.stop: Callable[[], None] = lambda: None
        """Looks at the jobs no more, because the project is about to end; the job bar sets it."""

    @property
    def api(self) -> str:
        """Where the project's part of the REST interface is: uploads, rows and files."""
        return f"/api/projects/{self.project.id}"

    def say(self, sentence: Message, **values: object) -> str:
        """Say a sentence in the visitor's language."""
        return sentence.given(**step_numbers(), **values).text(self.language)

    def named(self, text: str) -> str:
        """Call the table by the visitor's name for it, not by that of the stored file."""
        source = self._source
        return text.replace(source.place, source.name) if source and source.is_file else text

    @property
    def _source(self) -> ProjectSource | None:
        """The table; None of a project that is finished, of which errors can still tell."""
        try:
            return self.project.source
        except NotFoundError:
            return None

    def told(self, both: dict[str, str]) -> str:
        """Say what a job told in every language."""
        return both.get(self.language) or both["en"]

    def number(self, value: float | None, digits: int = 0) -> str:
        """Write a number."""
        return look.number(value, self.language, digits)

    def percent(self, value: float | None, digits: int = 0) -> str:
        """Write a share."""
        return look.percent(value, self.language, digits)

    def handled(self, action: Action) -> Handler:
        """Let an action tell what goes wrong, instead of doing nothing."""
        return lambda: self._act(action)

    def told_of(self, action: Callable[[Any], Awaitable[None] | None]) -> EventHandler:
        """Do the same for an action that wants to know what happened."""
        return lambda event: self._act(lambda: action(event))

    async def _act(self, action: Action) -> None:
        with self.place:
            try:
                done = action()
                if isawaitable(done):
                    await done
            except celosia.CelosiaError as wrong:
                self.complain(wrong)

    def complain(self, wrong: celosia.CelosiaError) -> None:
        """Show an error: what it means in the visitor's language, then what exactly it says."""
        self.alert(self.meaning(type(wrong).__name__), self.exactly(wrong))

    def exactly(self, wrong: celosia.CelosiaError) -> str:
        """Give the words of an error, with the visitor's name for the table."""
        return self.named(wrong.text(self.language))

    def meaning(self, error: str | None) -> str:
        """Say what an error means; of a table on a server, a file's lines are no help."""
        source = self._source
        if error == "DataError" and source is not None and not source.is_file:
            return self.say(Message("app.data-on-server"))
        return self.say(ERRORS.get(error or "", Message("app.went-wrong")))

    def alert(self, meaning: str, exact: str = "") -> None:
        """Say over the page what went wrong, until it is closed."""
        ui.notify(
            f"{meaning}\n{exact}".strip(),
            type="negative",
            multi_line=True,
            close_button=self.say(Message("app.close")),
            timeout=0,
            classes="said",
        )

    async def change(
        self, change: Callable[[celosia.Recipe], celosia.Recipe], redraw: bool = True
    ) -> None:
        """Decide something; it can be undone. Without `redraw`, the step shows it already."""
        await to_thread(self.project.change_recipe, change)
        self.redraw_head()
        if redraw:
            await self.redraw()
        ui.notify(self.say(Message("app.saved")), type="positive", timeout=1500)

    async def start(self, kind: str, **options: Any) -> None:
        """Begin long work, on what the page says; the bar shows it.

        Nothing is begun if the visitor is asked for a secret and thinks better of it.
        """
        await self.keep()
        given = await self.secrets(kind)
        if given is not None:
            if "language" in {each.name for each in fields(JOB_KINDS[kind].options)}:
                options.setdefault("language", self.language)
            start = self.app.jobs.start
            await to_thread(start, self.project, kind, options, given.key, given.vault)
            self.watch()

    async def go(self, step: str) -> None:
        """Go to a step, and remember it for the next visit; nothing that was typed is lost."""
        await self.keep()
        await to_thread(lambda: self.project.note(step=step))
        self.step = step
        await self.redraw()


async def no_secrets(kind: str) -> Secrets | None:
    """Ask for nothing."""
    return Secrets()


async def nothing() -> None:
    """Do nothing: there is nothing to draw yet, or nothing to save."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a job found."""

    job: Job
    told: dict[str, Any]
    fresh: bool
    """Whether no decision was taken since."""


def newest(app: App, project: Project, kind: str) -> Result | None:
    """Give the newest result of a kind, if there is any for this table."""
    job = app.jobs.latest(project, kind)
    if job is None or job.outdated:
        return None
    fresh = job.recipe_version == project.history.current
    return Result(job, app.jobs.result(project, job.id), fresh)


def profile_of(app: App, project: Project) -> Result | None:
    """Give what was found of the columns for the present decisions: what was undone is not it."""
    past = project.history.past
    for job in _readable(app, project, "profile"):
        if job.recipe_version in past:
            return Result(job, app.jobs.result(project, job.id), fresh=True)
    return None


def about(app: App, project: Project, kind: str, release: str, **found: Any) -> Result | None:
    """Give the newest result of a kind that is about a certain release and says what is given."""
    for job in _readable(app, project, kind):
        if job.options.get("release") == release:
            told = app.jobs.result(project, job.id)
            if found.items() <= told.items():
                return Result(job, told, fresh=True)
    return None


def any_outdated(app: App, project: Project, kinds: Iterable[str]) -> bool:
    """Tell whether the newest result of a kind is one that this version cannot read."""
    latest = [app.jobs.latest(project, kind) for kind in kinds]
    return any(job is not None and job.outdated for job in latest)


def _readable(app: App, project: Project, kind: str) -> list[Job]:
    jobs = app.jobs.list(project, kind)
    return [job for job in jobs if job.state is JobState.DONE and not job.outdated]
