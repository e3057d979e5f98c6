"""The candidates as a table and as a lattice, and the one that is picked."""

from __future__ import annotations

from asyncio import to_thread

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.lattice import MOST_NODES as MOST_IN_CHART, lattice_chart
from celosia.shells.app.lattice_map import LatticeMap
from celosia.shells.app.neighbours import NeighboursView, heights_table
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.results import Result
from celosia.shells.app.steps.candidates_table import CandidatesTable
from celosia.shells.app.texts import choose as texts, common
from celosia.shells.service import MOST_DRAWN, Neighbours, Node, NodeInfo


def candidates_card(page: PageSession, found: Result | None, release: Result | None) -> None:
    """Offer the search, and show what it found."""

    async def search() -> None:
        await page.start("candidates")

    with parts.card(page.say(texts.CANDIDATES)):
        if found is None:
            ui.label(page.say(texts.NOT_FOUND_YET))
        elif not found.fresh:
            parts.note(page.say(common.STALE), "warning")
        caption = texts.FIND if found is None else texts.FIND_AGAIN
        with parts.line():
            parts.button(
                page,
                page.say(caption),
                search,
                icon="search",
                quiet=found is not None and found.fresh,
                name="search",
            )
        if found is not None and found.fresh:
            made = release.told.get("node") if release is not None and release.fresh else None
            Candidates(page, found, tuple(made or found.told["optimum"]))


class Candidates:
    """The candidates of one search, and which of them is picked."""

    def __init__(self, page: PageSession, found: Result, picked: Node) -> None:
        self._page = page
        self._job = found.job.id
        self._told = found.told
        picked = page.picked.get(self._job, picked)
        self._picked = self._here = picked
        self._drawn = False
        self._map: LatticeMap | None = None
        self._neighbours: NeighboursView | None = None
        self._summary()
        self._table = CandidatesTable(page, self._job, self._told, picked, self._go_from_table)
        with ui.element("div").classes("stack"):
            self._show_picked()
        self._panel = parts.panel(page, texts.LATTICE, "hub", "w-full")
        self._panel.props('data-name="lattice-panel"')
        self._panel.on_value_change(page.handled(self._draw_picture))
        if self._panel.value:
            ui.timer(0, page.handled(self._draw_picture), once=True)

    def _summary(self) -> None:
        page, told = self._page, self._told
        number, nodes = page.number(told["number"]), page.number(told["nodes"])
        found = texts.FOUND_ONE if told["number"] == 1 else texts.FOUND
        said = [page.say(found, number=number, nodes=nodes)]
        if told["ties"]:
            ties = texts.TIE if len(told["ties"]) == 1 else texts.TIES
            said.append(page.say(ties, number=page.number(len(told["ties"]))))
        ui.label(" ".join(said)).props('data-name="found"')
        ui.label(page.say(texts.HOW_TO_PICK)).classes("quiet")

    async def _draw_picture(self) -> None:
        """Draw the picture when it is first looked at."""
        if not self._panel.value or self._drawn:
            return
        self._drawn = True
        page, told = self._page, self._told
        small = told["nodes"] <= MOST_IN_CHART
        spots = await to_thread(self._spots) if small else []
        around = await to_thread(self._around, self._here)
        if self._panel.is_deleted:  # the step was drawn anew meanwhile
            return
        with self._panel, ui.element("div").classes("stack"):
            if small:
                lattice_chart(page, told, spots, self._go_from_picture)
            else:
                ui.label(page.say(texts.MAP_HOW)).classes("quiet")
                if told["nodes"] > MOST_DRAWN:
                    parts.note(page.say(texts.MAP_HEIGHTS, nodes=page.number(told["nodes"])))
                self._map = LatticeMap(page, self._job, told, self._here, self._go_from_picture)
            self._neighbours = NeighboursView(page, told["attributes"], self._go_from_neighbour)
            with parts.panel(page, texts.AS_TABLE, "table_rows", "w-full"):
                heights_table(page, told)
        self._neighbours.show(around)

    def _spots(self) -> list[NodeInfo]:
        return self._page.app.lattice(self._page.project, self._job).spots()

    def _around(self, node: Node) -> Neighbours:
        return self._page.app.lattice(self._page.project, self._job).around(node)

    async def _go_from_table(self, node: Node) -> None:
        await self._go(node)
        if self._map is not None:
            self._map.show(node)

    async def _go_from_neighbour(self, node: Node) -> None:
        if await self._go(node, focus=True):
            self._table.show(node)
        if self._map is not None:
            self._map.show(node)

    async def _go_from_picture(self, node: Node) -> None:
        if await self._go(node):
            self._table.show(node)

    async def _go(self, node: Node, focus: bool = False) -> bool:
        """Go to a node of the lattice, and pick it if it reaches the goal."""
        self._here = node
        around = await to_thread(self._around, node)
        if self._neighbours is not None:
            self._neighbours.show(around, focus)
        safe = around.spot.loss is not None
        if safe:
            self._picked = self._page.picked[self._job] = node
            self._said.set_text(self._levels)
        return safe

    def _show_picked(self) -> None:
        """Say what is picked; the button stays under the finger when something else is."""
        page = self._page
        with parts.line():
            self._said = ui.label(self._levels).classes("strong")
            self._said.props('data-name="picked" role=status')
            parts.button(page, page.say(texts.LOOK), self._make, icon="visibility", name="make")

    @property
    def _node(self) -> dict[str, int]:
        return dict(zip(self._told["attributes"], self._picked, strict=True))

    @property
    def _levels(self) -> str:
        levels = ", ".join(f"{name} {level}" for name, level in self._node.items())
        return self._page.say(texts.PICKED, levels=levels)

    async def _make(self) -> None:
        await self._table.settled()
        await self._page.start("anonymize", node=self._node, method=celosia.DEFAULT_METHOD)
