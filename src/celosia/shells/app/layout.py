"""The page of a project: header, steps, what is being computed, and the current step."""

from __future__ import annotations

import logging
from asyncio import to_thread
from functools import partial
from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.jobs_bar import JobsBar
from celosia.shells.app.language import language_switch
from celosia.shells.app.results import any_outdated
from celosia.shells.app.step import STEPS, Need, number_of
from celosia.shells.app.steps.release_secrets import ask_secrets
from celosia.shells.app.texts import common
from celosia.shells.app.walk import Walk, nothing
from celosia.shells.service import Job, Source
from celosia.shells.service.defects import place_of
from celosia.shells.service.job_folder import OUTDATED

LOG = logging.getLogger("celosia.app")
BEGIN_HISTORY = "history.replaceState({{step: '{step}'}}, '', '?step={step}')"
ADD_TO_HISTORY = (
    "history.state?.step === '{step}' || history.pushState({{step: '{step}'}}, '', '?step={step}')"
)
"""So that the browser's own arrows go from step to step, and the address tells the step; going back
adds nothing."""
WENT = """<script>window.addEventListener("popstate", event =>
    event.state && emitEvent("went", event.state.step));</script>"""


class Layout:
    """Draws a project's page, and the parts of it that change."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._turn = 0
        self._shown: str | None = None
        parts.remember_focus()
        ui.add_head_html(WENT)
        ui.on("went", walk.told_of(self._went))
        with ui.header(elevated=False).classes("top"):
            self._head()
        with ui.element("div").classes("page"):
            self._buttons: dict[str, ui.button] = {}
            with ui.element("nav").classes("steps") as nav, ui.element("ol"):
                nav.props["aria-label"] = walk.say(common.STEPS_NAME)
                for name in STEPS:
                    with ui.element("li"):
                        self._buttons[name] = self._step_button(name)
            JobsBar(walk, self._when_done)
            self._content = ui.element("div").classes("step").props('tabindex="-1"')
        self._skip.props["href"] = f"#{self._content.html_id}"
        walk.redraw, walk.redraw_head = self.draw, self._draw_head
        walk.secrets = partial(ask_secrets, walk)

    def _head(self) -> None:
        walk = self._walk
        self._skip = ui.link(walk.say(common.SKIP)).classes("skip")
        with ui.link(target=f"/?lang={walk.language}").classes("brand"):
            ui.label(walk.say(common.APP))
        ui.label(walk.project.name).classes("project-name").props('role=heading aria-level="1"')
        ui.space()
        self._undo = self._move("undo", common.UNDO, common.UNDONE)
        self._redo = self._move("redo", common.REDO, common.REDONE)
        language_switch(walk.language, walk.told_of(self._speak))

    def _move(self, name: str, title: celosia.Sentence, said: celosia.Sentence) -> ui.button:
        walk = self._walk

        async def move() -> None:
            before = walk.project.source
            await to_thread(getattr(walk.project, name))
            await self.draw()
            _tell_moved(walk, before, said)

        made = ui.button(icon=name, on_click=walk.handled(move)).props(
            f'flat round dense color=white data-name="{name}"'
        )
        made.props["aria-label"] = walk.say(title)
        with made:
            ui.tooltip(walk.say(title))
        return made

    async def _speak(self, language: celosia.Language) -> None:
        await self._walk.keep()
        await to_thread(lambda: self._walk.project.note(language=language))
        ui.navigate.reload()

    async def _when_done(self, job: Job) -> None:
        """Show what a job found, where the visitor is looking at something that needs it."""
        if job.kind in STEPS[self._walk.step].jobs:
            await self._walk.handled(self._draw_keeping)()

    async def _draw_keeping(self) -> None:
        await self._walk.keep()
        await self.draw()

    async def draw(self) -> None:
        """Draw header and step anew, from what is stored."""
        self._turn += 1
        turn, name = self._turn, self._walk.step
        self._mark_step(name)
        self._draw_head()
        with self._walk.place:
            waiting = ui.timer(0.3, lambda: self._loading(turn), once=True)
            loaded, outdated = await to_thread(load, self._walk, name)
            waiting.cancel()
            if turn == self._turn:
                self._show(name, loaded, outdated)

    def _draw_head(self) -> None:
        history = self._walk.project.history
        self._undo.set_enabled(history.can_undo)
        self._redo.set_enabled(history.can_redo)

    def _loading(self, turn: int) -> None:
        if turn != self._turn:
            return
        self._content.clear()
        with self._content, ui.element("div").classes("empty").props("role=status"):
            ui.spinner(size="3rem").props("aria-hidden=true")
            ui.label(self._walk.say(common.LOADING))

    def _show(self, name: str, loaded: Any, outdated: bool) -> None:
        self._turn += 1
        self._walk.keep = nothing
        self._content.clear()
        with self._content:
            title = _titled(self._walk, name)
            fill(self._walk, name, loaded, outdated)
        if self._shown == name:
            parts.focus_again()
        elif self._shown is not None:  # who reads with a keyboard or by ear begins here
            ui.run_javascript(f"window.scrollTo(0, 0); getHtmlElement({title.id}).focus();")
        history = BEGIN_HISTORY if self._shown is None else ADD_TO_HISTORY
        ui.run_javascript(history.format(step=name))
        self._shown = name

    async def _went(self, event: Any) -> None:
        """Follow the browser's arrows."""
        if event.args in STEPS and event.args != self._walk.step:
            await self._walk.go(event.args)

    def _step_button(self, name: str) -> ui.button:
        walk = self._walk
        made = ui.button(
            f"{number_of(name)}  {walk.say(STEPS[name].title)}",
            on_click=walk.handled(partial(walk.go, name)),
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


def _tell_moved(walk: Walk, before: Source | None, said: celosia.Sentence) -> None:
    """Say that a decision went or came back, and the table with it if it was about another."""
    now = walk.project.source
    if now == before:
        ui.notify(walk.say(said), timeout=1500)
        return
    other = walk.say(common.OTHER_TABLE, name=now.name) if now else walk.say(common.NO_TABLE_NOW)
    ui.notify(f"{walk.say(said)} {other}", timeout=5000)


def _titled(walk: Walk, name: str) -> ui.label:
    """Write the title of a step, in the window's too."""
    caption = f"{number_of(name)}. {walk.say(STEPS[name].title)}"
    ui.page_title(f"{caption} · {walk.project.name} · {walk.say(common.APP)}")
    title = ui.label(caption).classes("title")
    return title.props('role=heading aria-level="2" tabindex="-1"')


def fill(walk: Walk, name: str, loaded: Any, outdated: bool) -> None:
    """Draw what a step has read, or what went wrong in reading."""
    if outdated:
        parts.note(walk.say(OUTDATED), "warning")
    if isinstance(loaded, celosia.CelosiaError):
        parts.failed(walk, type(loaded).__name__, walk.exactly(loaded))
    elif isinstance(loaded, Exception):
        parts.failed(walk, "Unexpected", "")
    elif isinstance(loaded, Need):
        parts.empty(walk, walk.say(loaded.said), loaded.leads_to)
    else:
        parts.intro(walk.say(STEPS[name].why))
        STEPS[name].show(walk, loaded)


def load(walk: Walk, name: str) -> tuple[Any, bool]:
    """Read what a step shows, or what it needs first, and whether some is of another version.

    What goes wrong is shown in its place.
    """
    step = STEPS[name]
    try:
        if missing := step.missing(walk.project):
            return missing, False
        return step.load(walk), any_outdated(walk.desk, walk.project, step.jobs)
    except celosia.CelosiaError as wrong:
        return wrong, False
    except Exception as wrong:
        LOG.error("%s.", place_of(wrong).en)
        return wrong, False
