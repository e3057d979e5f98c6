"""Hierarchies out to a file and in from one, in the formats of this and of other tools."""

from __future__ import annotations

import re
from asyncio import to_thread
from collections.abc import Callable

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.texts import hierarchies as texts
from celosia.shells.service import hierarchies as service


def files_part(
    page: PageSession,
    present: Callable[[], celosia.Hierarchy],
    taken: Callable[[celosia.Hierarchy], None],
) -> None:
    """Offer to import a file in place of the present hierarchy, and to export that."""

    async def take(name: str, content: bytes) -> None:
        taken(await to_thread(service.read_content, present().attribute, content))

    async def give() -> None:
        hierarchy, ending = present(), str(written.value)
        content = await to_thread(service.content_of, hierarchy, ending)
        ui.download.content(content, f"{file_name(hierarchy.attribute)}-{ending}.csv")

    with (
        ui.expansion(page.say(texts.FILES), icon="folder").classes("part w-full") as files,
        parts.line(),
    ):
        files.props('data-name="files"')
        most = page.project.limits.hierarchy
        parts.take_file(page, page.say(texts.IMPORT), take, "hierarchy", most)
        names = {name: page.say(title) for name, title in texts.FORMATS.items()}
        written = ui.select(names, value="own", label=page.say(texts.FORMAT))
        written.props('outlined dense data-name="hierarchy-format"')
        caption = page.say(texts.EXPORT)
        parts.button(page, caption, give, icon="download", quiet=True, name="export-hierarchy")


def file_name(column: str) -> str:
    """Call a file after a column, by what every file system takes.

    >>> file_name("código postal/CP")
    'hierarchy-código_postal_CP'
    """
    return "hierarchy-" + re.sub(r"[^\w-]+", "_", column)
