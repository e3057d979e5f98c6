"""A hierarchy as a table whose labels can be edited, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.grid import TAB_LEAVES, tall, words
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.texts import hierarchies as texts

MOST_ROWS = 5_000
"""So many rows are edited by hand; larger ones go out to a file and come back."""


def levels_table(
    page: PageSession, hierarchy: celosia.Hierarchy, edited: Callable[[int, int, str], None]
) -> None:
    """Show a value per row and a level per column; `edited` gets the row, the level, the label."""
    if len(hierarchy.rows) > MOST_ROWS:
        number = page.number(len(hierarchy.rows))
        parts.note(page.say(texts.TOO_LONG, number=number), "warning")
        return
    title = page.say(texts.TABLE, column=hierarchy.attribute)
    ui.label(title).classes("quiet")
    levels = range(len(hierarchy.levels))
    titles = [page.say(texts.VALUE), *(page.say(texts.LEVEL, number=n) for n in levels[1:])]
    options = {
        "columnDefs": [
            {"headerName": name, "field": f"l{level}", "editable": level > 0}
            | {"flex": 1, "minWidth": 110}
            for level, name in enumerate(titles)
        ],
        "rowData": [
            {"row": number, **{f"l{level}": row[level] or "" for level in levels}}
            for number, row in enumerate(hierarchy.rows)
        ],
        "stopEditingWhenCellsLoseFocus": True,
        "localeText": words(page),
        **TAB_LEAVES,
    }

    def changed(event: Any) -> None:
        told = event.args
        edited(int(told["data"]["row"]), int(told["colId"][1:]), str(told["newValue"] or ""))

    with ui.element("div").classes("w-full").props("role=region") as box:
        box.props["aria-label"] = title
        grid = ui.aggrid(options, theme="balham").style(tall(len(hierarchy.rows)))
    grid.props('data-name="levels"')
    grid.on("cellValueChanged", changed, args=["data", "colId", "newValue"])


def state_badges(
    page: PageSession, hierarchy: celosia.Hierarchy, values: celosia.ValueCounts
) -> None:
    """Say whether every value of the table has its place, and how many have none."""
    found = hierarchy.problems(values.values)
    if not found.fatal:
        parts.badge(page.say(texts.COMPLETE), "good", "check_circle")
    for sentence, number in (
        (texts.MISSING, len(found.missing)),
        (texts.SPLIT, len(found.splits)),
        (texts.TWICE, len(found.duplicates)),
    ):
        if number:
            parts.badge(page.say(sentence, number=page.number(number)), "bad", "error")
    strange = len(set(hierarchy.values) - {None, *values.values})
    if strange:
        parts.badge(page.say(texts.STRANGE, number=page.number(strange)), "", "info")
