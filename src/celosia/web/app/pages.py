"""The pages: all projects, and one project with its steps."""

from __future__ import annotations

import logging
from asyncio import to_thread
from datetime import datetime
from functools import partial
from typing import Any

import nicegui.logging
from fastapi import FastAPI, Request
from nicegui import core, ui
from nicegui.translations import translations

import celosia
from celosia.text.languages import languages
from celosia.text.messages import Message
from celosia.web.app import parts
from celosia.web.app.jobs_bar import JobsBar
from celosia.web.app.look import dress, language_of, language_switch, name_in_pages, preferred
from celosia.web.app.own_scripts import mark_scripts
from celosia.web.app.page_session import PageSession, any_outdated, nothing
from celosia.web.app.step import STEPS, Need, number_of
from celosia.web.app.steps.release_secrets import ask_secrets
from celosia.web.service import App, Job, NotFoundError, Project, ProjectSource
from celosia.web.service.application import Finished
from celosia.web.service.job_folder import OUTDATED
from celosia.web.service.projects import MayBeLeft
from celosia.web.service.service_errors import WithoutValues, place_of

LOG = logging.getLogger("celosia.app")
BEGIN_HISTORY = "history.replaceState({{step: '{step}'}}, '', '?step={step}')"
ADD_TO_HISTORY = (
    "history.state?.step === '{step}' || history.pushState({{step: '{step}'}}, '', '?step={step}')"
)
"""So that the browser's own arrows go from step to step, and the address tells the step; going back
adds nothing."""


class Layout:
    """Draws a project's page, and the parts of it that change."""

    def __init__(self, page: PageSession) -> None:
        self._page = page
        self._turn = 0
        self._shown: str | None = None
        ui.on("went", page.told_of(self._follow_history))
        with ui.header(elevated=False).classes("top"):
            self._head()
        with ui.element("div").classes("page"):
            self._buttons: dict[str, ui.button] = {}
            with ui.element("nav").classes("steps") as nav, ui.element("ol"):
                nav.props["aria-label"] = page.say(Message("app.steps-name"))
                for name in STEPS:
                    with ui.element("li"):
                        self._buttons[name] = self._step_button(name)
            JobsBar(page, self._when_done)
            self._content = ui.element("div").classes("step").props('tabindex="-1"')
        self._skip.props["href"] = f"#{self._content.html_id}"
        page.redraw, page.redraw_head = self.draw, self._draw_head
        page.secrets = partial(ask_secrets, page)

    def _head(self) -> None:
        page = self._page
        self._skip = ui.link(page.say(Message("app.skip"))).classes("skip")
        with ui.link(target=f"/?lang={page.language}").classes("brand"):
            ui.label(page.say(Message("app.app")))
        ui.label(page.project.name).classes("project-name").props('role=heading aria-level="1"')
        ui.space()
        self._undo = self._draw_move("undo", Message("app.undo"), Message("app.undone"))
        self._redo = self._draw_move("redo", Message("app.redo"), Message("app.redone"))
        language_switch(page.language, page.told_of(self._speak))

    def _draw_move(self, name: str, title: Message, said: Message) -> ui.button:
        page = self._page

        async def move() -> None:
            before = page.project.source
            await to_thread(getattr(page.project, name))
            await self.draw()
            _tell_moved(page, before, said)

        made = ui.button(icon=name, on_click=page.handled(move)).props(
            f'flat round dense color=white data-name="{name}"'
        )
        made.props["aria-label"] = page.say(title)
        with made:
            ui.tooltip(page.say(title))
        return made

    async def _speak(self, language: celosia.Language) -> None:
        await self._page.keep()
        await to_thread(lambda: self._page.project.note(language=language))
        ui.navigate.reload()

    async def _when_done(self, job: Job) -> None:
        """Show what a job found, where the visitor is looking at something that needs it."""
        if job.kind in STEPS[self._page.step].jobs:
            await self._page.handled(self._draw_keeping)()

    async def _draw_keeping(self) -> None:
        await self._page.keep()
        await self.draw()

    async def draw(self) -> None:
        """Draw header and step anew, from what is stored."""
        self._turn += 1
        turn, name = self._turn, self._page.step
        self._mark_step(name)
        self._draw_head()
        with self._page.place:
            waiting = ui.timer(0.3, lambda: self._show_loading(turn), once=True)
            loaded, outdated = await to_thread(load, self._page, name)
            waiting.cancel()
            if turn == self._turn:
                self._show(name, loaded, outdated)

    def _draw_head(self) -> None:
        history = self._page.project.history
        self._undo.set_enabled(history.can_undo)
        self._redo.set_enabled(history.can_redo)

    def _show_loading(self, turn: int) -> None:
        if turn != self._turn:
            return
        self._content.clear()
        with self._content, ui.element("div").classes("empty").props("role=status"):
            ui.spinner(size="3rem").props("aria-hidden=true")
            ui.label(self._page.say(Message("app.loading")))

    def _show(self, name: str, loaded: Any, outdated: bool) -> None:
        self._turn += 1
        self._page.keep = nothing
        self._content.clear()
        with self._content:
            title = _write_title(self._page, name)
            fill(self._page, name, loaded, outdated)
        if self._shown == name:
            parts.focus_again()
        elif self._shown is not None:  # who reads with a keyboard or by ear begins here
            ui.run_javascript(f"window.scrollTo(0, 0); getHtmlElement({title.id}).focus();")
        history = BEGIN_HISTORY if self._shown is None else ADD_TO_HISTORY
        ui.run_javascript(history.format(step=name))
        self._shown = name

    async def _follow_history(self, event: Any) -> None:
        """Follow the browser's arrows."""
        if event.args in STEPS and event.args != self._page.step:
            await self._page.go(event.args)

    def _step_button(self, name: str) -> ui.button:
        page = self._page
        made = ui.button(
            f"{number_of(name)}  {page.say(STEPS[name].title)}",
            on_click=page.handled(partial(page.go, name)),
            color=None,
        )
        return made.props(f'flat no-caps data-name="step-{name}"')

    def _mark_step(self, current: str) -> None:
        """Say which step is shown; the buttons stay, so that no click and no focus is lost."""
        for name, made in self._buttons.items():
            if name == current:
                made.classes(add="current").props("aria-current=step")
            else:
                made.classes(remove="current").props(remove="aria-current")


def _tell_moved(page: PageSession, before: ProjectSource | None, said: Message) -> None:
    """Say that a decision went or came back, and the table with it if it was about another."""
    now = page.project.source
    if now == before:
        ui.notify(page.say(said), timeout=1500)
        return
    other = (
        page.say(Message("app.other-table"), name=now.name)
        if now
        else page.say(Message("app.no-table-now"))
    )
    ui.notify(f"{page.say(said)} {other}", timeout=5000)


def _write_title(page: PageSession, name: str) -> ui.label:
    """Write the title of a step, in the window's too."""
    caption = f"{number_of(name)}. {page.say(STEPS[name].title)}"
    ui.page_title(f"{caption} · {page.project.name} · {page.say(Message('app.app'))}")
    title = ui.label(caption).classes("title")
    return title.props('role=heading aria-level="2" tabindex="-1"')


def fill(page: PageSession, name: str, loaded: Any, outdated: bool) -> None:
    """Draw what a step has read, or what went wrong in reading."""
    if outdated:
        parts.note(page.say(OUTDATED), "warning")
    if isinstance(loaded, celosia.CelosiaError):
        parts.show_failure(page, type(loaded).__name__, page.exactly(loaded))
    elif isinstance(loaded, Exception):
        parts.show_failure(page, "Unexpected", "")
    elif isinstance(loaded, Need):
        parts.lead_to(page, page.say(loaded.said), loaded.leads_to)
    else:
        parts.intro(page.say(STEPS[name].why))
        STEPS[name].show(page, loaded)


def load(page: PageSession, name: str) -> tuple[Any, bool]:
    """Read what a step shows, or what it needs first, and whether some is of another version.

    What goes wrong is shown in its place.
    """
    step = STEPS[name]
    try:
        if missing := step.missing(page.project):
            return missing, False
        return step.load(page), any_outdated(page.app, page.project, step.jobs)
    except celosia.CelosiaError as wrong:
        return wrong, False
    except Exception as wrong:
        LOG.error("%s.", place_of(wrong))
        return wrong, False


def add_pages(app: App) -> None:
    """Put the pages where the browser finds them."""

    @ui.page("/", title="Celosía")
    async def projects(request: Request, lang: str | None = None) -> None:
        language = language_of(lang, preferred(request))
        dress(language)
        _draw_projects(app, await to_thread(app.store.projects), language)

    @ui.page("/project/{identifier}", title="Celosía")
    async def project(request: Request, identifier: str, step: str | None = None) -> None:
        try:
            opened = app.store.get(identifier)
        except NotFoundError:
            language = language_of(None, preferred(request))
            dress(language)
            _draw_gone(language)
            return
        language = language_of(opened.notes.get("language"), preferred(request))
        dress(language)
        page = PageSession(app, opened, language, step)
        layout = Layout(page)
        ui.on_exception(lambda: page.alert(page.meaning("Unexpected")))
        await ui.context.client.connected()
        await layout.draw()

    @ui.page("/finished", title="Celosía")
    def show_finished(
        lang: str | None = None, files: int = 0, on_disk: bool = False, on_server: bool = False
    ) -> None:
        language = language_of(lang)
        dress(language)
        _draw_finished(language, Finished(files, MayBeLeft(on_disk, on_server)))


def _draw_projects(app: App, found: list[Project], language: celosia.Language) -> None:
    def say(sentence: Message, **values: object) -> str:
        return sentence.given(**values).text(language)

    _head(language)
    with ui.element("div").classes("page narrow"):
        ui.label(say(Message("app.tagline"))).classes("title").props('role=heading aria-level="1"')
        parts.note(say(Message("app.only-here")))
        with parts.card(say(Message("app.begin")), level=2), parts.line():
            name = ui.input(say(Message("app.project-name")), value=say(Message("app.new-name")))
            name.props('outlined data-name="project-name"').classes("grow")

            def named(typed: str | None) -> str:
                return (typed or "").strip() or say(Message("app.new-name"))

            async def begin() -> None:
                project = await to_thread(app.store.create, named(name.value))
                await to_thread(lambda: project.note(language=language))
                ui.navigate.to(f"/project/{project.id}")

            name.on("keydown.enter", begin)
            ui.button(say(Message("app.begin-button")), on_click=begin, icon="add").props(
                'no-caps data-name="begin"'
            )
        with parts.card(say(Message("app.your-projects")), level=2):
            if not found:
                ui.label(say(Message("app.no-projects")))
            for project in found:
                _draw_project(project, language)


def _description(project: Project, language: celosia.Language) -> str:
    date = datetime.fromtimestamp(project.created).strftime("%Y-%m-%d %H:%M")
    begun = Message("app.begun-on").given(date=date).text(language)
    source = project.source
    return f"{source.name if source else Message('app.no-table').text(language)} · {begun}"


def _draw_project(project: Project, language: celosia.Language) -> None:
    caption = Message("app.open").text(language)
    with ui.element("div").classes("project"):
        with ui.element("div"):
            ui.label(project.name).classes("strong")
            ui.label(_description(project, language)).classes("quiet")
        made = ui.button(caption, on_click=lambda: ui.navigate.to(f"/project/{project.id}"))
        made.props("no-caps outline")
        made.props["aria-label"] = f"{caption}: {project.name}"


def _draw_finished(language: celosia.Language, finished: Finished) -> None:
    _head(language)
    with ui.element("div").classes("page narrow"):
        title = Message("app.release-erased-title").text(language)
        ui.label(title).classes("title").props('role=heading aria-level="1"')
        number = Message("app.release-erased-files").given(number=finished.files).text(language)
        parts.note(f"{finished.text(language)} {number}", "good")
        ui.link(Message("app.projects").text(language), f"/?lang={language}")


def _draw_gone(language: celosia.Language) -> None:
    _head(language)
    with ui.element("div").classes("page narrow"):
        title = Message("app.gone-title").text(language)
        ui.label(title).classes("title").props('role=heading aria-level="1"')
        parts.note(Message("app.gone").text(language), "warning")
        ui.link(Message("app.projects").text(language), f"/?lang={language}")


def _head(language: celosia.Language) -> None:
    with ui.header(elevated=False).classes("top"):
        with ui.link(target=f"/?lang={language}").classes("brand"):
            ui.label(Message("app.app").text(language))
        ui.space()

        async def speak(chosen: celosia.Language) -> None:
            ui.navigate.to(f"/?lang={chosen}")

        language_switch(language, speak)


def is_no_address(record: logging.LogRecord) -> bool:
    """Leave out that a page is not there: its address is whatever somebody typed."""
    return not record.getMessage().endswith(" not found")


RECONNECT = 20.0
"""Seconds for which a page that lost its socket is remembered: for a laptop that wakes."""


def mount(api: FastAPI, app: App) -> None:
    """Serve the pages on the REST application, whose guard stands before them and their socket."""
    mark_scripts()
    core.sio.eio.cors_allowed_origins = None  # the same origin alone
    core.app.config.quasar_config["loadingBar"]["skipHijack"] = True  # a bar without a name
    for language in languages():
        name = name_in_pages(language)
        translations[name]["connection_lost"] = Message("app.lost").text(language)
        translations[name]["trying_to_reconnect"] = Message("app.lost-means").text(language)
    nicegui.logging.log.addFilter(WithoutValues())
    nicegui.logging.log.addFilter(is_no_address)
    add_pages(app)
    ui.run_with(
        api,
        title="Celosía",
        show_welcome_message=False,
        reconnect_timeout=RECONNECT,
        storage_secret=None,
        dark=False,
        tailwind=False,  # it compiles the style in the browser at every step
    )
