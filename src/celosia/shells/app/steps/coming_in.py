"""Where a table comes from: a file, a database, or the example."""

from __future__ import annotations

from asyncio import to_thread
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.page_session import Action, PageSession, nothing
from celosia.shells.app.texts import import_ as texts

EXAMPLE_ROWS = 2_000
TOLD = """(info) => {
    try {
        const told = JSON.parse(info.xhr.responseText);
        emit({...told, en: told.detail});
    } catch (problem) { emit({en: ''}); }
}"""
"""Takes what the interface says of an upload that it refused."""


def sources(page: PageSession) -> None:
    """Offer the three ways."""
    with parts.card(page.say(texts.FROM_FILE)):
        dropping(page, "dataset", page.say(texts.DROP), lambda: _look(page), "upload")
        most = f"{page.number(page.project.limits.upload >> 20)} MB"
        formats = celosia.FILE_FORMATS.titles(page.language)
        ui.label(page.say(texts.FORMATS, formats=formats, most=most)).classes("quiet")
    with parts.card(page.say(texts.FROM_EXAMPLE)):
        parts.button(
            page,
            page.say(texts.EXAMPLE),
            lambda: _take_example(page),
            icon="local_hospital",
            quiet=True,
            name="example",
        )
    with ui.expansion(page.say(texts.FROM_DATABASE), icon="storage") as database:
        database.classes("part w-full").props('data-name="database"')
        _database(page)


def _database(page: PageSession) -> None:
    with parts.line():
        address = ui.input(
            page.say(texts.ADDRESS), placeholder="mariadb://ana@localhost/clinic?table=patients"
        ).props('outlined data-name="address"')
        address.classes("grow")
        password = ui.input(page.say(texts.PASSWORD), password=True).props("outlined")
        password.classes("wide")

        async def connect() -> None:
            await to_thread(page.project.connect, address.value.strip(), password.value or None)
            await _look(page)

        parts.button(page, page.say(texts.CONNECT), connect, icon="link", name="connect")


def dropping(page: PageSession, where: str, label: str, taken: Action, name: str) -> None:
    """Let the browser send a file straight to the interface, which writes it as it arrives."""
    address = f"'{page.api}/{where}?name=' + encodeURIComponent(files[0].name)"
    uploader = ui.element("q-uploader").classes("drop")
    with uploader.add_slot("header"):
        _drop_here(label, page.say(texts.CHOOSE_FILE), f"{name}-button")
    uploader.props(f'method=PUT send-raw auto-upload flat bordered data-name="{name}"')
    uploader.props["max-file-size"] = page.project.limits.upload
    uploader.props[":url"] = f"files => {address}"
    uploader.on("uploaded", page.handled(taken), args=[])

    def refused(event: Any) -> None:
        uploader.run_method("reset")
        page.alert(page.meaning(None), page.told(event.args))

    uploader.on("rejected", lambda: page.alert(page.meaning("TooLargeError")), args=[])
    uploader.on("failed", refused, js_handler=TOLD)


def _drop_here(label: str, caption: str, name: str) -> None:
    """Draw a button with words; the one that Quasar draws has none, and a field inside.

    These are elements, not a template: a template is drawn anew whenever anything on the page
    changes, and takes the focus with it.
    """
    with ui.element("div").classes("drop-here"):
        ui.label(label)
        choose = ui.button(caption, icon="upload_file").props(f'no-caps data-name="{name}"')
        choose.on("click", js_handler="() => props.pickFiles()")
        with ui.element("span").props("hidden"):
            ui.element("q-uploader-add-trigger")


async def _take_example(page: PageSession) -> None:
    def write() -> None:
        with TemporaryDirectory(prefix="celosia-") as folder:
            path = Path(folder) / "patients.csv"
            celosia.write_hospital(path, EXAMPLE_ROWS)
            with path.open("rb") as content:
                page.project.upload(page.say(texts.EXAMPLE_NAME), content)

    await to_thread(write)
    await _look(page)


async def _look(page: PageSession) -> None:
    """Let the columns be looked at, while the table is shown already."""
    await to_thread(page.app.readers.forget, page.project)
    await _start_looking(page)


async def propose_anew(page: PageSession, **entries: Any) -> None:
    """Keep only what is known of the file, and let everything else be proposed again."""
    kept = page.project.recipe()
    bare = celosia.Recipe(reading=kept.reading, schema=celosia.Schema(()))
    await to_thread(page.project.save_recipe, replace(bare, **entries))
    await _start_looking(page)


async def _start_looking(page: PageSession) -> None:
    """Look at the columns of a table that can be read; of another, the step says what is wrong."""
    page.keep = nothing  # what was typed is saved, or was about another table
    if await to_thread(_can_be_read, page):
        await page.start("profile", language=page.language)
    await page.redraw()


def _can_be_read(page: PageSession) -> bool:
    try:
        with page.app.readers.table(page.project):
            return True
    except celosia.CelosiaError:
        return False
