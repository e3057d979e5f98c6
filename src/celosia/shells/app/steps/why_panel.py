"""Why a result costs what it costs: by column, and by what would change."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from celosia.shells.app import parts
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.results import Result
from celosia.shells.app.texts import choose as texts, common


def why_card(
    page: PageSession, release: Result, cost: Result | None, alternatives: Result | None
) -> None:
    """Show the explanation, or offer to work it out."""

    async def explain() -> None:
        await page.start("compare", release=release.job.id)
        await page.start("alternatives")

    with parts.card(page.say(texts.WHY_TITLE)):
        if cost is not None:
            _costs(page, cost.told)
        if alternatives is not None:
            if not alternatives.fresh:
                parts.note(page.say(common.STALE), "warning")
            _changes(page, alternatives.told["alternatives"])
        if cost is None and alternatives is None:
            ui.label(page.say(texts.NOT_EXPLAINED))
        if cost is None or alternatives is None or not alternatives.fresh:
            with parts.line():
                caption = page.say(texts.EXPLAIN)
                parts.button(page, caption, explain, icon="help", quiet=True, name="explain")


def _costs(page: PageSession, told: dict[str, Any]) -> None:
    lost = {
        name: column["ncp"]
        for name, column in told["columns"].items()
        if isinstance(column["ncp"], float | int)
    }
    if not lost:
        return
    ui.label(page.say(texts.COSTS)).classes("strong")
    for name, share in sorted(lost.items(), key=lambda item: -item[1]):
        parts.meter(name, share, page.percent(share, 1), "")
    most = [name for name, share in lost.items() if share == max(lost.values())]
    ui.label(page.say(texts.COSTS_MOST, columns=", ".join(most)))
    ui.label(page.say(texts.COSTS_LEFT_OUT)).classes("quiet")


def _changes(page: PageSession, found: list[dict[str, Any]]) -> None:
    now = next(
        (each["loss"] for each in found if each["what"] == "as it is" and each["achievable"]), None
    )
    rows = []
    for each in found:
        what = page.say(texts.WHATS[each["what"]], column=each["column"])
        if not each["achievable"]:
            rows.append([what, page.say(texts.IMPOSSIBLE), "–", "–"])
            continue
        change = None if now is None else round(each["loss"] - now, 9)
        rows.append(
            [
                what,
                page.percent(each["loss"], 1),
                _points(page, change),
                page.number(each["suppressed"]),
            ]
        )
    header = [
        page.say(texts.CHANGE),
        page.say(texts.LOSS_THEN),
        page.say(texts.DIFFERENCE),
        page.say(texts.LEFT_OUT),
    ]
    parts.plain_table(header, rows, page.say(texts.CHANGES))
    ui.label(page.say(texts.LOST_WHOLE)).classes("quiet")


def _points(page: PageSession, change: float | None) -> str:
    """Write by how many points of a percentage a loss changes."""
    if change is None:
        return page.number(None)
    return ("+" if change > 0 else "") + page.number(100 * change, 2)
