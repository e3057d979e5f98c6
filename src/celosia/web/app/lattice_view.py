"""The lattice as a picture, and a node with those one step above and below it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from html import escape
from typing import Any

from nicegui import ui

from celosia.text.messages import Message
from celosia.web.app import parts
from celosia.web.app.page_session import PageSession
from celosia.web.service import MOST_DRAWN, Neighbours, Node, NodeInfo
from celosia.web.service.candidate_file import KINDS

COLOURS = {
    "optimal": "#0b5563",
    "minimal": "#1d6b3a",
    "safe": "#5aa67b",
    "unsafe": "#76848c",
}

KIND_TITLES = {kind: Message(f"app.choose-kinds-{kind}") for kind in (*KINDS, "tie")}


class LatticeMap(
    ui.element,
    component="lattice_drawing/component.js",
    esm={"celosia-lattice": "lattice_drawing"},
):
    """Draws what a search told; whoever clicks a node, or presses Enter at it, goes there."""

    def __init__(
        self,
        page: PageSession,
        job: str,
        told: dict[str, Any],
        picked: Sequence[int],
        go: Callable[[Node], Awaitable[None]],
    ) -> None:
        super().__init__()
        levels = zip(told["min_levels"], told["max_levels"], strict=True)
        drawn = told["nodes"] <= MOST_DRAWN
        self._props["address"] = f"{page.api}/candidates/{job}/picture" if drawn else ""
        self._props["attributes"] = told["attributes"]
        self._props["lows"] = told["min_levels"]
        self._props["sizes"] = [high - low + 1 for low, high in levels]
        self._props["heights"] = told["heights"]
        self._props["colours"] = list(COLOURS.values())
        self._props["language"] = page.language
        self._props["texts"] = _texts(page, told)
        self._props["picked"] = list(picked)
        self.on("go", page.told_of(lambda event: go(tuple(event.args))))

    def show(self, node: Sequence[int]) -> None:
        """Mark a node that was gone to elsewhere."""
        self._props["picked"] = list(node)


def _texts(page: PageSession, told: dict[str, Any]) -> dict[str, Any]:
    figures = {name: page.number(told[name]) for name in ("nodes", "number")}
    said = page.say(Message("app.choose-lattice-said"), **figures)
    return {
        "said": f"{said}. {page.say(Message('app.choose-map-how'))}",
        "kinds": [page.say(KIND_TITLES[kind]) for kind in COLOURS],
        "band": page.say(
            Message("app.choose-band"), safe="{safe}", nodes="{nodes}"
        ),  # filled in the browser
        "failed": page.say(Message("app.choose-map-failed")),
        "loss": page.say(Message("app.choose-loss")),
        "risk": page.say(Message("app.choose-risk")),
        "left_out": page.say(Message("app.choose-left-out")),
        "zoom_in": page.say(Message("app.choose-zoom-in")),
        "zoom_out": page.say(Message("app.choose-zoom-out")),
        "whole": page.say(Message("app.choose-whole")),
        "to_best": page.say(Message("app.choose-to-best")),
    }


MOST_NODES = 700
"""Nodes of a lattice that is drawn with its edges: five columns with 675 nodes have 2,430 of them.

On 1,060 by 360 points each node has 545 of them, 23 by 23; larger ones are drawn as a map.
"""
MOST_LABELS = 120
"""Nodes that bear their levels in words; an estimate: with more, labels cover each other."""
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
    ui.label(page.say(Message("app.choose-lattice-how"))).classes("quiet")

    async def go_to_clicked(event: Any) -> None:
        if event.data_type != "edge" and 0 <= event.data_index < len(nodes):
            await go(nodes[event.data_index])

    places = placed(nodes)
    data = [_drawn(page, told, spot, places[spot.node], len(nodes)) for spot in spots]
    signs = [
        {"name": page.say(KIND_TITLES[kind]), "icon": symbol}
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
                        "name": page.say(KIND_TITLES[kind]),
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
        Message("app.choose-lattice-said"),
        nodes=page.number(told["nodes"]),
        number=page.number(told["number"]),
    )
    with ui.element("div").classes("scrolling w-full"):
        drawn = parts.chart(options, said)
    drawn.on_point_click(page.told_of(go_to_clicked))
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
    lines.append(page.say(KIND_TITLES[kind]))
    if spot.loss is not None:
        lines.append(f"{page.say(Message('app.choose-loss'))}: {page.percent(spot.loss, 1)}")
        lines.append(f"{page.say(Message('app.choose-risk'))}: {page.percent(spot.risk, 1)}")
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


SIGNS = {"optimal": "◆", "minimal": "■", "safe": "●", "unsafe": "○"}
"""A sign beside the word: no kind is told by its colour alone."""


class NeighboursView:
    """Boxes joined by lines: what is more general above, what is more detailed below."""

    def __init__(
        self, page: PageSession, attributes: Sequence[str], go: Callable[[Node], Awaitable[None]]
    ) -> None:
        self._page = page
        self._attributes = attributes
        self._go = go
        ui.label(page.say(Message("app.choose-around"))).classes("strong")
        ui.label(page.say(Message("app.choose-around-how"))).classes("quiet")
        self._place = ui.element("div").classes("neighbours scrolling")
        self._place.props('data-name="neighbours"')

    def show(self, around: Neighbours, focus: bool = False) -> None:
        """Draw the boxes; with `focus` the keyboard stays at the one in the middle."""
        page = self._page
        self._place.clear()
        with self._place:
            self._draw_row(
                around,
                around.coarser,
                Message("app.choose-coarser"),
                Message("app.choose-no-coarser"),
            )
            _draw_lines(len(around.coarser), up=True)
            middle = self._draw_middle(around.spot)
            _draw_lines(len(around.finer), up=False)
            self._draw_row(
                around, around.finer, Message("app.choose-finer"), Message("app.choose-no-finer")
            )
        if focus:
            with page.place:
                ui.run_javascript(f"getHtmlElement({middle.id}).focus()")

    def _draw_row(
        self, around: Neighbours, spots: Sequence[NodeInfo], title: Any, nothing: Any
    ) -> None:
        page = self._page
        with ui.element("div").classes("neighbour-row").props("role=group") as row:
            row.props["aria-label"] = page.say(title)
            if not spots:
                ui.label(page.say(nothing)).classes("quiet")
            for spot in spots:
                self._draw_box(around.spot, spot, page.say(title))

    def _draw_box(self, middle: NodeInfo, spot: NodeInfo, title: str) -> None:
        page = self._page
        column = str(spot.changed)
        place = self._attributes.index(column)
        step = page.say(
            Message("app.choose-step-to"),
            column=column,
            before=middle.node[place],
            after=spot.node[place],
        )
        lines = [step, f"{SIGNS[spot.kind]} {page.say(KIND_TITLES[spot.kind])}"]
        if spot.loss is not None:
            lines.append(f"{page.say(Message('app.choose-loss'))}: {page.percent(spot.loss, 1)}")
        with ui.element("button").classes(f"neighbour {spot.kind}") as box:
            box.props("type=button").props[":data-node"] = repr(",".join(map(str, spot.node)))
            box.props["aria-label"] = f"{title}: {'; '.join(lines)}"
            for line in lines:
                ui.label(line)
        box.on("click", page.handled(lambda: self._go(spot.node)))

    def _draw_middle(self, spot: NodeInfo) -> ui.element:
        page = self._page
        levels = zip(self._attributes, spot.node, strict=True)
        with ui.element("div").classes(f"neighbour middle {spot.kind}") as box:
            box.props('tabindex=-1 data-name="middle"')
            ui.label(", ".join(f"{name} {level}" for name, level in levels)).classes("strong")
            ui.label(f"{SIGNS[spot.kind]} {page.say(KIND_TITLES[spot.kind])}")
            if spot.loss is None:
                ui.label(page.say(Message("app.choose-unsafe-here")))
            else:
                figures = (
                    (Message("app.choose-loss"), page.percent(spot.loss, 1)),
                    (Message("app.choose-risk"), page.percent(spot.risk, 1)),
                    (Message("app.choose-left-out"), page.number(spot.suppressed)),
                )
                ui.label("; ".join(f"{page.say(name)}: {said}" for name, said in figures))
        return box


def heights_table(page: PageSession, told: dict[str, Any]) -> None:
    """Say in a table what the picture shows, row by row, the most general first."""
    rows = [
        [
            page.number(row["height"]),
            page.number(row["nodes"]),
            page.number(row["safe"]),
            page.number(row["nodes"] - row["safe"]),
            page.number(row["minimal"]),
            page.percent(row["loss"], 1),
        ]
        for row in reversed(told["heights"])
    ]
    titles = (
        Message("app.choose-height"),
        Message("app.choose-how-many"),
        Message("app.choose-how-many-safe"),
        Message("app.choose-how-many-unsafe"),
        Message("app.choose-how-many-minimal"),
        Message("app.choose-least-loss"),
    )
    parts.plain_table(
        [page.say(title) for title in titles], rows, page.say(Message("app.choose-by-height"))
    )


def _draw_lines(boxes: int, up: bool) -> None:
    """Join each box of a row with the one in the middle."""
    near, far = (40, 0) if up else (0, 40)
    drawn = "".join(
        f'<line x1="{100 * (i + 0.5) / boxes:.2f}" y1="{far}" x2="50" y2="{near}" '
        'vector-effect="non-scaling-stroke"/>'
        for i in range(boxes)
    )
    picture = '<svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">'
    ui.html(f"{picture}{drawn}</svg>", sanitize=False).classes("neighbour-lines")
