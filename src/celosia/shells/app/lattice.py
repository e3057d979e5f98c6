"""A small lattice as a picture: a row per height, a sign per kind of node, and all edges."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from html import escape
from typing import Any

from nicegui import ui

from celosia.shells.app import parts
from celosia.shells.app.lattice_map import COLOURS
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.texts import choose as texts
from celosia.shells.service import Node, NodeInfo

MOST_NODES = 700
MOST_LABELS = 120
WIDTH, HEIGHT = 1060.0, 360.0
CORNERS = [
    {"name": name, "x": x, "y": y, "symbolSize": 0, "label": {"show": False}, "category": 3}
    for name, x, y in ((" ", 0.0, 0.0), ("  ", WIDTH, -HEIGHT))
]
"""Unseen: they keep width and height in proportion, whatever the shape of the lattice."""
LOOKS = {
    "optimal": (COLOURS["optimal"], "diamond", 26),
    "minimal": (COLOURS["minimal"], "roundRect", 20),
    "safe": (COLOURS["safe"], "circle", 18),
    "unsafe": (COLOURS["unsafe"], "emptyCircle", 12),
}
"""Colour, sign and size: no kind is told by its colour alone."""


def lattice_chart(
    page: PageSession,
    told: dict[str, Any],
    spots: Sequence[NodeInfo],
    go: Callable[[Node], Awaitable[None]],
) -> None:
    """Draw a small lattice with all its edges; clicking a node goes there."""
    nodes = [spot.node for spot in spots]
    ui.label(page.say(texts.LATTICE_HOW)).classes("quiet")

    async def clicked(event: Any) -> None:
        if event.data_type != "edge" and 0 <= event.data_index < len(nodes):
            await go(nodes[event.data_index])

    places = placed(nodes)
    data = [_drawn(page, told, spot, places[spot.node], len(nodes)) for spot in spots]
    signs = [
        {"name": page.say(texts.KINDS[kind]), "icon": symbol}
        for kind, (_, symbol, _) in LOOKS.items()
    ]
    options = {
        "tooltip": {"trigger": "item"},
        "legend": {"data": signs, "top": 0, "itemWidth": 14},
        "series": [
            {
                "type": "graph",
                "layout": "none",
                "roam": True,
                "top": 50,
                "bottom": 30,
                "left": 60,
                "right": 60,
                "categories": [
                    {
                        "name": page.say(texts.KINDS[kind]),
                        "symbol": symbol,
                        "itemStyle": {"color": colour},
                    }
                    for kind, (colour, symbol, _) in LOOKS.items()
                ],
                "data": [*data, *CORNERS],
                "links": [{"source": a, "target": b, "value": 0} for a, b in edges(nodes)],
                "lineStyle": {"color": "#c3ced4", "width": 1},
                "label": {"show": len(nodes) <= MOST_LABELS, "position": "right"},
            }
        ],
    }
    said = page.say(
        texts.LATTICE_SAID, nodes=page.number(told["nodes"]), number=page.number(told["number"])
    )
    with ui.element("div").classes("scrolling w-full"):
        drawn = parts.chart(options, said)
    drawn.on_point_click(page.told_of(clicked))
    drawn.style("height: 460px; min-width: 900px").props('data-name="lattice"')


def placed(nodes: Sequence[Node]) -> dict[Node, tuple[float, float]]:
    """Put each node at its height, spread over the width; the coarsest is at the top."""
    rows: dict[int, list[Node]] = {}
    for node in nodes:
        rows.setdefault(sum(node), []).append(node)
    low, high = min(rows), max(rows)
    step = HEIGHT / max(1, high - low)
    return {
        node: (WIDTH * (place + 1) / (len(row) + 1), -step * (height - low))
        for height, row in rows.items()
        for place, node in enumerate(row)
    }


def edges(nodes: Sequence[Node]) -> list[tuple[int, int]]:
    """Join each node with its direct generalizations.

    >>> edges([(0, 0), (0, 1), (1, 0), (1, 1)])
    [(0, 2), (0, 1), (1, 3), (2, 3)]
    """
    number = {node: i for i, node in enumerate(nodes)}
    steps = [
        (node, (*node[:i], level + 1, *node[i + 1 :]))
        for node in nodes
        for i, level in enumerate(node)
    ]
    return [(number[below], number[above]) for below, above in steps if above in number]


def _drawn(
    page: PageSession, told: dict[str, Any], spot: NodeInfo, place: tuple[float, float], nodes: int
) -> dict[str, Any]:
    node, kind = spot.node, spot.kind
    lines = [f"{name} = {level}" for name, level in zip(told["attributes"], node, strict=True)]
    lines.append(page.say(texts.KINDS[kind]))
    if spot.loss is not None:
        lines.append(f"{page.say(texts.LOSS)}: {page.percent(spot.loss, 1)}")
        lines.append(f"{page.say(texts.RISK)}: {page.percent(spot.risk, 1)}")
    said = "<br>".join(map(escape, lines))
    return {
        "name": ", ".join(map(str, node)),
        "value": sum(node),
        "x": place[0],
        "y": place[1],
        "category": list(LOOKS).index(kind),
        "symbolSize": LOOKS[kind][2] if nodes <= MOST_LABELS else LOOKS[kind][2] // 2,
        "tooltip": {"formatter": said.replace("{", "(").replace("}", ")")},
    }
