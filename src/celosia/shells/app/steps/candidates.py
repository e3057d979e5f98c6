"""The candidates as a table and as a lattice, and the one that is picked."""

from __future__ import annotations

from asyncio import to_thread

from nicegui import ui

from celosia.shells.app import parts
from celosia.shells.app.lattice import MOST_NODES as MOST_IN_CHART, lattice_chart
from celosia.shells.app.lattice_map import LatticeMap
from celosia.shells.app.neighbours import Neighbours, heights_table
from celosia.shells.app.results import Result
from celosia.shells.app.steps.candidates_table import CandidatesTable
from celosia.shells.app.texts import choose as texts, common
from celosia.shells.app.walk import Walk
from celosia.shells.service import MOST_DRAWN, Around, Node, Spot


def candidates_card(walk: Walk, found: Result | None, release: Result | None) -> None:
    """Offer the search, and show what it found."""

    async def search() -> None:
        await walk.start("candidates")

    with parts.card(walk.say(texts.CANDIDATES)):
        if found is None:
            ui.label(walk.say(texts.NOT_FOUND_YET))
        elif not found.fresh:
            parts.note(walk.say(common.STALE), "warning")
        caption = texts.FIND if found is None else texts.FIND_AGAIN
        with parts.line():
            parts.button(
                walk,
                walk.say(caption),
                search,
                icon="search",
                quiet=found is not None and found.fresh,
                name="search",
            )
        if found is not None and found.fresh:
            made = release.told.get("node") if release is not None and release.fresh else None
            Candidates(walk, found, tuple(made or found.told["optimum"]))


class Candidates:
    """The candidates of one search, and which of them is picked."""

    def __init__(self, walk: Walk, found: Result, picked: Node) -> None:
        self._walk = walk
        self._job = found.job.id
        self._told = found.told
        picked = walk.picked.get(self._job, picked)
        self._picked = self._here = picked
        self._drawn = False
        self._map: LatticeMap | None = None
        self._neighbours: Neighbours | None = None
        self._summary()
        self._table = CandidatesTable(walk, self._job, self._told, picked, self._go_from_table)
        with ui.element("div").classes("stack"):
            self._show_picked()
        self._panel = parts.panel(walk, texts.LATTICE, "hub", "w-full")
        self._panel.props('data-name="lattice-panel"')
        self._panel.on_value_change(walk.handled(self._draw_picture))
        if self._panel.value:
            ui.timer(0, walk.handled(self._draw_picture), once=True)

    def _summary(self) -> None:
        walk, told = self._walk, self._told
        number, nodes = walk.number(told["number"]), walk.number(told["nodes"])
        found = texts.FOUND_ONE if told["number"] == 1 else texts.FOUND
        said = [walk.say(found, number=number, nodes=nodes)]
        if told["ties"]:
            ties = texts.TIE if len(told["ties"]) == 1 else texts.TIES
            said.append(walk.say(ties, number=walk.number(len(told["ties"]))))
        ui.label(" ".join(said)).props('data-name="found"')
        ui.label(walk.say(texts.HOW_TO_PICK)).classes("quiet")

    async def _draw_picture(self) -> None:
        """Draw the picture when it is first looked at."""
        if not self._panel.value or self._drawn:
            return
        self._drawn = True
        walk, told = self._walk, self._told
        small = told["nodes"] <= MOST_IN_CHART
        spots = await to_thread(self._spots) if small else []
        around = await to_thread(self._around, self._here)
        if self._panel.is_deleted:  # the step was drawn anew meanwhile
            return
        with self._panel, ui.element("div").classes("stack"):
            if small:
                lattice_chart(walk, told, spots, self._go_from_picture)
            else:
                ui.label(walk.say(texts.MAP_HOW)).classes("quiet")
                if told["nodes"] > MOST_DRAWN:
                    parts.note(walk.say(texts.MAP_HEIGHTS, nodes=walk.number(told["nodes"])))
                self._map = LatticeMap(walk, self._job, told, self._here, self._go_from_picture)
            self._neighbours = Neighbours(walk, told["attributes"], self._go_from_neighbour)
            with parts.panel(walk, texts.AS_TABLE, "table_rows", "w-full"):
                heights_table(walk, told)
        self._neighbours.show(around)

    def _spots(self) -> list[Spot]:
        return self._walk.desk.lattice(self._walk.project, self._job).spots()

    def _around(self, node: Node) -> Around:
        return self._walk.desk.lattice(self._walk.project, self._job).around(node)

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
            self._picked = self._walk.picked[self._job] = node
            self._said.set_text(self._levels)
        return safe

    def _show_picked(self) -> None:
        """Say what is picked; the button stays under the finger when something else is."""
        walk = self._walk
        with parts.line():
            self._said = ui.label(self._levels).classes("strong")
            self._said.props('data-name="picked" role=status')
            parts.button(walk, walk.say(texts.LOOK), self._make, icon="visibility", name="make")

    @property
    def _node(self) -> dict[str, int]:
        return dict(zip(self._told["attributes"], self._picked, strict=True))

    @property
    def _levels(self) -> str:
        levels = ", ".join(f"{name} {level}" for name, level in self._node.items())
        return self._walk.say(texts.PICKED, levels=levels)

    async def _make(self) -> None:
        await self._table.settled()
        await self._walk.start("anonymize", node=self._node, method="optimal")
