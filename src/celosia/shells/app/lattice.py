"""The generalization lattice as a picture: a row per height, a sign per kind of node."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import product
from typing import Any

from nicegui import ui

from celosia.shells.app import parts
from celosia.shells.app.texts import choose as texts
from celosia.shells.app.walk import Walk

MOST_NODES = 700
MOST_LABELS = 120
WIDTH, HEIGHT = 1060.0, 360.0
CORNERS = [
    {"name": name, "x": x, "y": y, "symbolSize": 0, "label": {"show": False}, "category": 3}
    for name, x, y in ((" ", 0.0, 0.0), ("  ", WIDTH, -HEIGHT))
]
"""Unseen: they keep width and height in proportion, whatever the shape of the lattice."""
LOOKS = {
    "optimal": ("#0b5563", "diamond", 26),
    "minimal": ("#1d6b3a", "roundRect", 20),
    "safe": ("#8fcaa6", "circle", 18),
    "unsafe": ("#c9d1d6", "emptyCircle", 12),
}
"""Colour, sign and size: no kind is told by its colour alone."""
Node = tuple[int, ...]


def lattice_picture(walk: Walk, told: dict[str, Any], pick: Callable[[Node], Any]) -> None:
    """Draw the lattice of a search; clicking a safe node picks it."""
    if told["nodes"] > MOST_NODES:
        ui.label(walk.say(texts.LATTICE_LARGE, nodes=walk.number(told["nodes"])))
        return
    nodes = nodes_of(told)
    found = {tuple(candidate["node"]): candidate for candidate in told["candidates"]}
    ui.label(walk.say(texts.LATTICE_HOW)).classes("quiet")

    def clicked(event: Any) -> None:
        if event.data_type != "edge" and 0 <= event.data_index < len(nodes):
            node = nodes[event.data_index]
            if node in found:
                pick(node)

    places = placed(nodes)
    data = [_drawn(walk, told, node, places[node], found.get(node), nodes) for node in nodes]
    drawn = parts.chart(
        {
            "tooltip": {"trigger": "item"},
            "legend": {"data": [walk.say(texts.KINDS[kind]) for kind in LOOKS], "top": 0},
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
                            "name": walk.say(texts.KINDS[kind]),
                            "symbol": symbol,
                            "itemStyle": {"color": colour},
                        }
                        for kind, (colour, symbol, _) in LOOKS.items()
                    ],
                    "data": [*data, *CORNERS],
                    "links": [{"source": a, "target": b} for a, b in edges(nodes)],
                    "lineStyle": {"color": "#c3ced4", "width": 1},
                    "label": {"show": len(nodes) <= MOST_LABELS, "position": "right"},
                }
            ],
        },
        walk.say(
            texts.LATTICE_SAID,
            nodes=walk.number(told["nodes"]),
            number=walk.number(told["number"]),
        ),
    )
    drawn.on_point_click(clicked)
    drawn.style("height: 460px").props('data-name="lattice"')


def nodes_of(told: dict[str, Any]) -> list[Node]:
    """List the nodes of the lattice, the most specific first.

    >>> nodes_of({"min_levels": [0, 0], "max_levels": [1, 1]})
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    pairs = zip(told["min_levels"], told["max_levels"], strict=True)
    return list(product(*(range(low, high + 1) for low, high in pairs)))


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


def kind_of(candidate: dict[str, Any] | None) -> str:
    """Say what a node is: unsafe, safe, minimal or the best one."""
    if candidate is None:
        return "unsafe"
    if candidate["optimal"]:
        return "optimal"
    return "minimal" if candidate["minimal"] else "safe"


def _drawn(
    walk: Walk,
    told: dict[str, Any],
    node: Node,
    place: tuple[float, float],
    candidate: dict[str, Any] | None,
    nodes: Sequence[Node],
) -> dict[str, Any]:
    kind = kind_of(candidate)
    lines = [f"{name} = {level}" for name, level in zip(told["attributes"], node, strict=True)]
    lines.append(walk.say(texts.KINDS[kind]))
    if candidate is not None:
        risk = 1 / candidate["min_class"] if candidate["min_class"] else 0.0
        lines.append(f"{walk.say(texts.LOSS)}: {walk.percent(candidate['loss'], 1)}")
        lines.append(f"{walk.say(texts.RISK)}: {walk.percent(risk, 1)}")
    said = "<br>".join(map(escape, lines))
    return {
        "name": ", ".join(map(str, node)),
        "x": place[0],
        "y": place[1],
        "category": list(LOOKS).index(kind),
        "symbolSize": LOOKS[kind][2] if len(nodes) <= MOST_LABELS else LOOKS[kind][2] // 2,
        "tooltip": {"formatter": said.replace("{", "(").replace("}", ")")},
    }
