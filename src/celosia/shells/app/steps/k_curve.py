"""The curve of loss and risk over k, and the k that it suggests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import look, parts
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.results import Result
from celosia.shells.app.texts import common, goal as texts

HIGHEST = 50
ROWS = (2, 3, 5, 10, 15, 20, 30, 50)
PERCENT = """share => share.toLocaleString('{language}', {{style: 'percent',
    maximumFractionDigits: 1}})"""
"""How the browser writes shares, as people of the language do."""


def curve_card(page: PageSession, curve: Result | None, k: int | None) -> None:
    """Draw the curve, with the `k` that is asked for, or offer to work it out."""

    async def work_out() -> None:
        await page.start("k-curve", highest=HIGHEST)

    with parts.card(page.say(texts.CURVE)):
        if curve is None:
            ui.label(page.say(texts.NO_CURVE))
        elif not curve.fresh:
            parts.note(page.say(common.STALE), "warning")
        if curve is not None and not curve.told["points"]:
            parts.note(page.say(texts.NO_POINT), "warning")
        elif curve is not None:
            _suggestion(page, curve.told, k)
            _chart(page, curve.told, k)
            _table(page, curve.told)
        caption = texts.DRAW_CURVE if curve is None else texts.DRAW_AGAIN
        with parts.line():
            parts.button(
                page,
                page.say(caption),
                work_out,
                icon="show_chart",
                quiet=curve is not None,
                name="curve",
            )


def _suggestion(page: PageSession, told: dict[str, Any], k: int | None) -> None:
    knee = told["proposed"]
    point = next((point for point in told["points"] if point["k"] == knee), None)
    if point is None:
        parts.why(page, page.say(texts.NO_KNEE))
        return
    loss, risk = page.percent(point["loss"], 1), page.percent(point["highest_risk"], 1)
    parts.why(page, page.say(texts.KNEE_WHY, k=knee, loss=loss, risk=risk))
    if knee == k:
        return

    async def use() -> None:
        await page.keep()
        await page.change(lambda recipe: with_k(recipe, knee))

    with parts.line():
        parts.button(page, page.say(texts.USE_KNEE, k=knee), use, quiet=True, name="use-knee")


def with_k(recipe: celosia.Recipe, k: int) -> celosia.Recipe:
    """Ask for another k, and leave the other models as they are."""
    others = [model for model in recipe.models if not isinstance(model, celosia.KAnonymity)]
    return replace(recipe, models=(celosia.KAnonymity(k), *others), node={})


def _chart(page: PageSession, told: dict[str, Any], k: int | None) -> None:
    points, marks = told["points"], []
    if k is not None:
        marks.append({"xAxis": str(k), "label": {"formatter": page.say(texts.YOUR_K)}})
    if told["proposed"] is not None and told["proposed"] != k:
        suggested = {"formatter": page.say(texts.SUGGESTED), "position": "insideEndTop"}
        marks.append({"xAxis": str(told["proposed"]), "label": suggested})
    lines = (
        (texts.LOSS, "loss", look.PRIMARY, "solid", "circle"),
        (texts.RISK, "highest_risk", look.BAD, "dashed", "diamond"),
        (texts.LEFT_OUT, "suppressed", look.QUIET, "dotted", "triangle"),
    )
    series = [
        {
            "type": "line",
            "name": page.say(name),
            "data": [round(point[key], 4) for point in points],
            "color": colour,
            "symbol": symbol,
            "symbolSize": 6,
            "lineStyle": {"type": kind, "width": 2},
        }
        for name, key, colour, kind, symbol in lines
    ]
    line = {"color": "#1b2429", "type": "solid"}
    percent = PERCENT.format(language=page.language)
    series[0]["markLine"] = {"symbol": "none", "data": marks, "lineStyle": line}
    parts.chart(
        {
            "legend": {"top": 0},
            "grid": {"left": 50, "right": 30, "top": 50, "bottom": 45},
            "tooltip": {"trigger": "axis", ":valueFormatter": percent},
            "xAxis": {
                "type": "category",
                "name": "k",
                "nameLocation": "middle",
                "nameGap": 28,
                "data": [str(point["k"]) for point in points],
            },
            "yAxis": {
                "type": "value",
                "min": 0,
                "max": 1,
                "axisLabel": {":formatter": percent},
            },
            "series": series,
        },
        page.say(texts.CURVE_SAID, first=points[0]["k"], last=points[-1]["k"]),
    ).style("height: 300px")


def _table(page: PageSession, told: dict[str, Any]) -> None:
    shown = [point for point in told["points"] if point["k"] in ROWS]
    with parts.panel(page, texts.AS_TABLE, "table_rows", "w-full"):
        parts.plain_table(
            ["k", page.say(texts.LOSS), page.say(texts.RISK), page.say(texts.LEFT_OUT)],
            [
                [
                    str(point["k"]),
                    page.percent(point["loss"], 1),
                    page.percent(point["highest_risk"], 1),
                    page.percent(point["suppressed"], 1),
                ]
                for point in shown
            ],
            page.say(texts.CURVE),
        )
