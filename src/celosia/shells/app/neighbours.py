"""A node of the lattice with those one step above and below it, to page from one to another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from nicegui import ui

from celosia.shells.app import parts
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.texts import choose as texts
from celosia.shells.service import Neighbours, Node, NodeInfo

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
        ui.label(page.say(texts.AROUND)).classes("strong")
        ui.label(page.say(texts.AROUND_HOW)).classes("quiet")
        self._place = ui.element("div").classes("neighbours scrolling")
        self._place.props('data-name="neighbours"')

    def show(self, around: Neighbours, focus: bool = False) -> None:
        """Draw the boxes; with `focus` the keyboard stays at the one in the middle."""
        page = self._page
        self._place.clear()
        with self._place:
            self._row(around, around.coarser, texts.COARSER, texts.NO_COARSER)
            _lines(len(around.coarser), up=True)
            middle = self._middle(around.spot)
            _lines(len(around.finer), up=False)
            self._row(around, around.finer, texts.FINER, texts.NO_FINER)
        if focus:
            with page.place:
                ui.run_javascript(f"getHtmlElement({middle.id}).focus()")

    def _row(self, around: Neighbours, spots: Sequence[NodeInfo], title: Any, nothing: Any) -> None:
        page = self._page
        with ui.element("div").classes("neighbour-row").props("role=group") as row:
            row.props["aria-label"] = page.say(title)
            if not spots:
                ui.label(page.say(nothing)).classes("quiet")
            for spot in spots:
                self._box(around.spot, spot, page.say(title))

    def _box(self, middle: NodeInfo, spot: NodeInfo, title: str) -> None:
        page = self._page
        column = str(spot.changed)
        place = self._attributes.index(column)
        step = page.say(
            texts.STEP_TO, column=column, before=middle.node[place], after=spot.node[place]
        )
        lines = [step, f"{SIGNS[spot.kind]} {page.say(texts.KINDS[spot.kind])}"]
        if spot.loss is not None:
            lines.append(f"{page.say(texts.LOSS)}: {page.percent(spot.loss, 1)}")
        with ui.element("button").classes(f"neighbour {spot.kind}") as box:
            box.props("type=button").props[":data-node"] = repr(",".join(map(str, spot.node)))
            box.props["aria-label"] = f"{title}: {'; '.join(lines)}"
            for line in lines:
                ui.label(line)
        box.on("click", page.handled(lambda: self._go(spot.node)))

    def _middle(self, spot: NodeInfo) -> ui.element:
        page = self._page
        levels = zip(self._attributes, spot.node, strict=True)
        with ui.element("div").classes(f"neighbour middle {spot.kind}") as box:
            box.props('tabindex=-1 data-name="middle"')
            ui.label(", ".join(f"{name} {level}" for name, level in levels)).classes("strong")
            ui.label(f"{SIGNS[spot.kind]} {page.say(texts.KINDS[spot.kind])}")
            if spot.loss is None:
                ui.label(page.say(texts.UNSAFE_HERE))
            else:
                figures = (
                    (texts.LOSS, page.percent(spot.loss, 1)),
                    (texts.RISK, page.percent(spot.risk, 1)),
                    (texts.LEFT_OUT, page.number(spot.suppressed)),
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
        texts.HEIGHT,
        texts.HOW_MANY,
        texts.HOW_MANY_SAFE,
        texts.HOW_MANY_UNSAFE,
        texts.HOW_MANY_MINIMAL,
        texts.LEAST_LOSS,
    )
    parts.plain_table([page.say(title) for title in titles], rows, page.say(texts.BY_HEIGHT))


def _lines(boxes: int, up: bool) -> None:
    """Join each box of a row with the one in the middle."""
    near, far = (40, 0) if up else (0, 40)
    drawn = "".join(
        f'<line x1="{100 * (i + 0.5) / boxes:.2f}" y1="{far}" x2="50" y2="{near}" '
        'vector-effect="non-scaling-stroke"/>'
        for i in range(boxes)
    )
    picture = '<svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">'
    ui.html(f"{picture}{drawn}</svg>", sanitize=False).classes("neighbour-lines")
