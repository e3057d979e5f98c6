"""The original and the result side by side, with the figures before and after."""

from __future__ import annotations

from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.grid import rows_grid
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.results import Result
from celosia.shells.app.steps.techniques_shown import applied_names, personal_note
from celosia.shells.app.texts import choose as texts, common, techniques
from celosia.shells.service import SOURCE


def result_card(
    page: PageSession, release: Result, columns: tuple[str, ...], released: tuple[str, ...]
) -> None:
    """Show what was made, before anybody decides to publish it."""
    with parts.card(page.say(texts.RESULT)):
        if not release.fresh:
            parts.note(page.say(common.STALE), "warning")
        ui.label(page.say(texts.MADE_BY, way=way_of(page, release.told))).classes("strong")
        applied_names(page, (step["kind"] for step in release.told["techniques"]))
        personal_note(page, release.told["pseudonymized"])
        with ui.element("div").classes("two"):
            with ui.element("div").classes("stack"):
                ui.label(page.say(texts.ORIGINAL)).classes("strong")
                records = release.told["records_in"]
                rows_grid(page, SOURCE, columns, records, page.say(texts.ORIGINAL))
            with ui.element("div").classes("stack"):
                ui.label(page.say(texts.RELEASED)).classes("strong")
                records = release.told["records_out"]
                rows_grid(page, release.job.id, released, records, page.say(texts.RELEASED))
        ui.label(page.say(texts.SHUFFLED)).classes("quiet")
        _figures(page, release.told)


def way_of(page: PageSession, told: dict[str, Any]) -> str:
    """Say how a release was made."""
    if told["method"] == celosia.UNTOUCHED_METHOD:
        return page.say(techniques.WAY_ONLY)
    if "node" not in told:
        method = told.get("grouped_by", told["method"])
        how = celosia.METHODS[method]
        said = texts.GROUPED if how.groups else texts.BY_METHOD
        return page.say(said, method=page.say(how.title))
    pairs = zip(told["attributes"], told["node"], strict=True)
    return page.say(texts.LEVELS, levels=", ".join(f"{name} {level}" for name, level in pairs))


def _figures(page: PageSession, told: dict[str, Any]) -> None:
    before, after = told["before"], told["after"]
    rows = [
        [
            page.say(texts.RECORDS),
            page.number(before["records"]),
            f"{page.number(told['records_out'])}",
        ],
        [page.say(texts.CLASSES), page.number(before["classes"]), page.number(after["classes"])],
        [
            page.say(texts.SMALLEST),
            page.number(before["min_class"]),
            page.number(after["min_class"]),
        ],
        [
            page.say(texts.UNIQUES),
            page.number(before["unique_records"]),
            page.number(after["unique_records"]),
        ],
        [
            page.say(texts.RISK),
            page.percent(before["highest_prosecutor_risk"], 1),
            page.percent(after["highest_prosecutor_risk"], 1),
        ],
        [page.say(texts.LOSS), page.percent(0.0, 1), page.percent(told["loss"], 1)],
    ]
    header = ["", page.say(texts.BEFORE), page.say(texts.AFTER)]
    parts.plain_table(header, rows, page.say(texts.FIGURES))
