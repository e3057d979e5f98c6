"""The original and the result side by side, with the figures before and after."""

from __future__ import annotations

from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.grid import rows_grid
from celosia.shells.app.results import Result
from celosia.shells.app.steps.techniques_shown import applied_names, personal_note
from celosia.shells.app.texts import choose as texts, common, techniques
from celosia.shells.app.walk import Walk
from celosia.shells.service import SOURCE


def result_card(
    walk: Walk, release: Result, columns: tuple[str, ...], released: tuple[str, ...]
) -> None:
    """Show what was made, before anybody decides to publish it."""
    with parts.card(walk.say(texts.RESULT)):
        if not release.fresh:
            parts.note(walk.say(common.STALE), "warning")
        ui.label(walk.say(texts.MADE_BY, way=way_of(walk, release.told))).classes("strong")
        applied_names(walk, (step["kind"] for step in release.told["techniques"]))
        personal_note(walk, release.told["pseudonymized"])
        with ui.element("div").classes("two"):
            with ui.element("div").classes("stack"):
                ui.label(walk.say(texts.ORIGINAL)).classes("strong")
                records = release.told["records_in"]
                rows_grid(walk, SOURCE, columns, records, walk.say(texts.ORIGINAL))
            with ui.element("div").classes("stack"):
                ui.label(walk.say(texts.RELEASED)).classes("strong")
                records = release.told["records_out"]
                rows_grid(walk, release.job.id, released, records, walk.say(texts.RELEASED))
        ui.label(walk.say(texts.SHUFFLED)).classes("quiet")
        _figures(walk, release.told)


def way_of(walk: Walk, told: dict[str, Any]) -> str:
    """Say how a release was made."""
    if told["method"] == celosia.UNTOUCHED_METHOD:
        return walk.say(techniques.WAY_ONLY)
    if "node" not in told:
        method = told.get("grouped_by", told["method"])
        how = celosia.METHODS[method]
        said = texts.GROUPED if how.groups else texts.BY_METHOD
        return walk.say(said, method=walk.say(how.title))
    pairs = zip(told["attributes"], told["node"], strict=True)
    return walk.say(texts.LEVELS, levels=", ".join(f"{name} {level}" for name, level in pairs))


def _figures(walk: Walk, told: dict[str, Any]) -> None:
    before, after = told["before"], told["after"]
    rows = [
        [
            walk.say(texts.RECORDS),
            walk.number(before["records"]),
            f"{walk.number(told['records_out'])}",
        ],
        [walk.say(texts.CLASSES), walk.number(before["classes"]), walk.number(after["classes"])],
        [
            walk.say(texts.SMALLEST),
            walk.number(before["min_class"]),
            walk.number(after["min_class"]),
        ],
        [
            walk.say(texts.UNIQUES),
            walk.number(before["risk"]["unique"]),
            walk.number(after["risk"]["unique"]),
        ],
        [
            walk.say(texts.RISK),
            walk.percent(before["risk"]["highest"], 1),
            walk.percent(after["risk"]["highest"], 1),
        ],
        [walk.say(texts.LOSS), walk.percent(0.0, 1), walk.percent(told["loss"], 1)],
    ]
    header = ["", walk.say(texts.BEFORE), walk.say(texts.AFTER)]
    parts.plain_table(header, rows, walk.say(texts.FIGURES))
