"""The two pages: all projects, and one project."""

from __future__ import annotations

from asyncio import to_thread
from datetime import datetime

from fastapi import Request
from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.language import language_of, language_switch, preferred
from celosia.shells.app.layout import Layout
from celosia.shells.app.look import dress
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.texts import common, release
from celosia.shells.service import App, NotFoundError, Project
from celosia.shells.service.application import ERASED


def add_pages(app: App) -> None:
    """Put the pages where the browser finds them."""

    @ui.page("/", title="Celosía")
    async def projects(request: Request, lang: str | None = None) -> None:
        language = language_of(lang, preferred(request))
        dress(language)
        _projects(app, await to_thread(app.store.projects), language)

    @ui.page("/project/{identifier}", title="Celosía")
    async def project(request: Request, identifier: str, step: str | None = None) -> None:
        try:
            opened = app.store.get(identifier)
        except NotFoundError:
            language = language_of(None, preferred(request))
            dress(language)
            _gone(language)
            return
        language = language_of(opened.notes.get("language"), preferred(request))
        dress(language)
        page = PageSession(app, opened, language, step)
        layout = Layout(page)
        ui.on_exception(lambda: page.alert(page.meaning("Unexpected")))
        await ui.context.client.connected()
        await layout.draw()

    @ui.page("/finished", title="Celosía")
    def finished(lang: str | None = None, files: int = 0) -> None:
        language = language_of(lang)
        dress(language)
        _finished(language, files)


def _projects(app: App, found: list[Project], language: celosia.Language) -> None:
    def say(sentence: celosia.Message, **values: object) -> str:
        return sentence.given(**values).text(language)

    _head(language)
    with ui.element("div").classes("page narrow"):
        ui.label(say(common.TAGLINE)).classes("title").props('role=heading aria-level="1"')
        parts.note(say(common.ONLY_HERE))
        with parts.card(say(common.BEGIN), level=2), parts.line():
            name = ui.input(say(common.PROJECT_NAME), value=say(common.NEW_NAME))
            name.props('outlined data-name="project-name"').classes("grow")

            def named(typed: str | None) -> str:
                return (typed or "").strip() or say(common.NEW_NAME)

            async def begin() -> None:
                project = await to_thread(app.store.create, named(name.value))
                await to_thread(lambda: project.note(language=language))
                ui.navigate.to(f"/project/{project.id}")

            name.on("keydown.enter", begin)
            ui.button(say(common.BEGIN_BUTTON), on_click=begin, icon="add").props(
                'no-caps data-name="begin"'
            )
        with parts.card(say(common.YOUR_PROJECTS), level=2):
            if not found:
                ui.label(say(common.NO_PROJECTS))
            for project in found:
                _project(project, language)


def _described(project: Project, language: celosia.Language) -> str:
    date = datetime.fromtimestamp(project.created).strftime("%Y-%m-%d %H:%M")
    begun = common.BEGUN_ON.given(date=date).text(language)
    source = project.source
    return f"{source.name if source else common.NO_TABLE.text(language)} · {begun}"


def _project(project: Project, language: celosia.Language) -> None:
    caption = common.OPEN.text(language)
    with ui.element("div").classes("project"):
        with ui.element("div"):
            ui.label(project.name).classes("strong")
            ui.label(_described(project, language)).classes("quiet")
        made = ui.button(caption, on_click=lambda: ui.navigate.to(f"/project/{project.id}"))
        made.props("no-caps outline")
        made.props["aria-label"] = f"{caption}: {project.name}"


def _finished(language: celosia.Language, files: int) -> None:
    _head(language)
    with ui.element("div").classes("page narrow"):
        title = release.ERASED_TITLE.text(language)
        ui.label(title).classes("title").props('role=heading aria-level="1"')
        number = release.ERASED_FILES.given(number=files).text(language)
        parts.note(f"{ERASED.text(language)} {number}", "good")
        ui.link(common.PROJECTS.text(language), f"/?lang={language}")


def _gone(language: celosia.Language) -> None:
    _head(language)
    with ui.element("div").classes("page narrow"):
        title = common.GONE_TITLE.text(language)
        ui.label(title).classes("title").props('role=heading aria-level="1"')
        parts.note(common.GONE.text(language), "warning")
        ui.link(common.PROJECTS.text(language), f"/?lang={language}")


def _head(language: celosia.Language) -> None:
    with ui.header(elevated=False).classes("top"):
        with ui.link(target=f"/?lang={language}").classes("brand"):
            ui.label(common.APP.text(language))
        ui.space()

        async def speak(chosen: celosia.Language) -> None:
            ui.navigate.to(f"/?lang={chosen}")

        language_switch(language, speak)
