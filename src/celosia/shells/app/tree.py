"""A hierarchy as a tree picture."""

from __future__ import annotations

from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import look, parts
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.texts import hierarchies as texts

MOST_LEAVES = 60


def tree_picture(page: PageSession, hierarchy: celosia.Hierarchy) -> None:
    """Draw the tree, the coarsest label at the left; only a part of a large one."""
    rows = hierarchy.rows[:MOST_LEAVES]
    root: dict[str, Any] = {"name": hierarchy.attribute, "children": nested(rows)}
    if len(root["children"]) == 1:
        root = root["children"][0]
    if len(rows) < len(hierarchy.rows):
        more = page.say(texts.TREE_MORE, number=page.number(len(hierarchy.rows) - len(rows)))
        root.setdefault("children", []).append({"name": more})
    label = {"position": "top", "fontSize": 13, "color": "#1b2429"}
    said = page.say(
        texts.TREE_SAID,
        column=hierarchy.attribute,
        values=page.number(len(hierarchy.rows)),
        levels=len(hierarchy.levels),
    )
    options = {
        "tooltip": {"trigger": "item"},
        "series": [
            {
                "type": "tree",
                "data": [root],
                "left": 40,
                "right": 140,
                "top": 24,
                "bottom": 24,
                "roam": True,
                "initialTreeDepth": -1,
                "symbolSize": 9,
                "itemStyle": {"color": look.PRIMARY, "borderColor": look.PRIMARY},
                "lineStyle": {"color": "#9fb2bb"},
                "label": label,
                "leaves": {"label": {**label, "position": "right"}},
            }
        ],
    }
    with ui.element("div").classes("scrolling w-full"):
        drawn = parts.chart(options, said)
        tall, wide = max(220, 32 * len(rows)), 180 + 150 * len(hierarchy.levels)
        drawn.style(f"height: {tall}px; min-width: {wide}px")


def nested(rows: tuple[tuple[str | None, ...], ...]) -> list[dict[str, Any]]:
    """Put rows, from the value to its coarsest label, under each other.

    >>> nested((("a", "x"), ("b", "x")))
    [{'name': 'x', 'children': [{'name': 'a'}, {'name': 'b'}]}]
    """
    branches: dict[str, list[tuple[Any, ...]]] = {}
    for row in rows:
        branches.setdefault("–" if row[-1] is None else str(row[-1]), []).append(row[:-1])
    return [
        {"name": label, "children": nested(tuple(below))} if below[0] else {"name": label}
        for label, below in branches.items()
    ]
