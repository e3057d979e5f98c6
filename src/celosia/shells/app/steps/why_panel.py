"""Why a result costs what it costs: by column, and by what would change."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from celosia.shells.app import parts
from celosia.shells.app.results import Result
from celosia.shells.app.texts import choose as texts, common
from celosia.shells.app.walk import Walk


def why_card(walk: Walk, release: Result, cost: Result | None, alternatives: Result | None) -> None:
    """Show the explanation, or offer to work it out."""

    async def explain() -> None:
        await walk.start("compare", release=release.job.id)
        await walk.start("alternatives")

    with parts.card(walk.say(texts.WHY_TITLE)):
        if cost is not None:
            _costs(walk, cost.told)
        if alternatives is not None:
            if not alternatives.fresh:
                parts.note(walk.say(common.STALE), "warning")
            _changes(walk, alternatives.told["alternatives"])
        if cost is None and alternatives is None:
            ui.label(walk.say(texts.NOT_EXPLAINED))
        if cost is None or alternatives is None or not alternatives.fresh:
            with parts.line():
                caption = walk.say(texts.EXPLAIN)
                parts.button(walk, caption, explain, icon="help", quiet=True, name="explain")


def _costs(walk: Walk, told: dict[str, Any]) -> None:
    lost = {
        name: column["ncp"]
        for name, column in told["columns"].items()
        if isinstance(column["ncp"], float | int)
    }
    if not lost:
        return
    ui.label(walk.say(texts.COSTS)).classes("strong")
    for name, share in sorted(lost.items(), key=lambda item: -item[1]):
        parts.meter(name, share, walk.percent(share, 1), "")
    most = [name for name, share in lost.items() if share == max(lost.values())]
    ui.label(walk.say(texts.COSTS_MOST, columns=", ".join(most)))
    ui.label(walk.say(texts.COSTS_LEFT_OUT)).classes("quiet")


def _changes(walk: Walk, found: list[dict[str, Any]]) -> None:
    now = next(
        (each["loss"] for each in found if each["what"] == "as it is" and each["achievable"]), None
    )
    rows = []
    for each in found:
        what = walk.say(texts.WHATS[each["what"]], column=each["column"])
        if not each["achievable"]:
            rows.append([what, walk.say(texts.IMPOSSIBLE), "–", "–"])
            continue
        change = None if now is None else round(each["loss"] - now, 9)
        rows.append(
            [
                what,
                walk.percent(each["loss"], 1),
                _points(walk, change),
                walk.number(each["suppressed"]),
            ]
        )
    header = [
        walk.say(texts.CHANGE),
        walk.say(texts.LOSS_THEN),
        walk.say(texts.DIFFERENCE),
        walk.say(texts.LEFT_OUT),
    ]
    parts.plain_table(header, rows, walk.say(texts.CHANGES))
    ui.label(walk.say(texts.LOST_WHOLE)).classes("quiet")


def _points(walk: Walk, change: float | None) -> str:
    """Write by how many points of a percentage a loss changes."""
    if change is None:
        return walk.number(None)
    return ("+" if change > 0 else "") + walk.number(100 * change, 2)
