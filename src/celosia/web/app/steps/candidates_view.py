"""The candidates as a table and as a lattice, and the one that is picked."""

from __future__ import annotations

import re
from asyncio import Lock, to_thread
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from nicegui import ui

from celosia.methods.method import DEFAULT_METHOD
from celosia.text.messages import Message
from celosia.web.app import parts
from celosia.web.app.grid_element import called, datasource, literal, paged, query, tall
from celosia.web.app.lattice_view import (
    KIND_TITLES,
    MOST_NODES as MOST_IN_CHART,
    SIGNS,
    LatticeMap,
    NeighboursView,
    heights_table,
    lattice_chart,
)
from celosia.web.app.page_session import PageSession, Result
from celosia.web.service import (
    FIGURES,
    LEVEL_OF,
    MOST_DRAWN,
    CandidateQuery,
    Neighbours,
    Node,
    NodeInfo,
)

ANSWER = 10.0
"""Seconds within which the browser says which row is picked; an estimate for a slow machine."""
WRITTEN = """(language, options) => {
    const figures = new Intl.NumberFormat(language, options);
    return (cell) => cell.value == null ? '' : figures.format(cell.value);
}"""
"""Writes a figure as people of a language do; rows that have not come yet have none."""
JOINED = "\N{WORD JOINER}–\N{WORD JOINER}"
"""A dash at which no line ends."""
SHARE = {"style": "percent", "maximumFractionDigits": 1}
NUMBER = {"useGrouping": "always"}
FIGURE_COLUMNS: Mapping[str, tuple[Message, dict[str, Any] | None]] = {
    "kind": (Message("app.choose-kind"), None),
    "loss": (Message("app.choose-loss"), SHARE),
    "suppressed": (Message("app.choose-left-out"), NUMBER),
    "classes": (Message("app.choose-classes"), NUMBER),
    "min_class": (Message("app.choose-smallest"), NUMBER),
    "risk": (Message("app.choose-risk"), SHARE),
}
"""The title of each figure that is shown, and how its numbers are written."""
KIND = """(words, signs, tied) => (cell) => {
    if (cell.value == null) return '';
    const tie = cell.data[tied] && words.tie;
    const kind = tie && cell.value === 'safe' ? [] : [words[cell.value]];
    return signs[cell.value] + ' ' + [...(tie ? [tie] : []), ...kind].join(', ');
}"""
SHOW = """(asking, first, address, node) => async (api) => {
    const asked = window.celosiaShown = {};
    const sorted = api.getColumnState().filter(column => column.sort);
    const query = asking(sorted);
    query.set('node', node);
    const answer = await fetch(address + '?' + query);
    const place = answer.ok ? (await answer.json()).place : null;
    const outrun = () => api.isDestroyed() || (first && api.getSelectedNodes().length);
    if (outrun()) return;
    if (place === null) { api.deselectAll(); return; }
    api.ensureIndexVisible(place);
    for (let turn = 0; turn < 100 && asked === window.celosiaShown && !outrun(); turn++) {
        const row = api.getRowNode(node);
        if (row && row.data) { row.setSelected(true, true); return; }
        await new Promise(later => setTimeout(later, 50));
    }
}"""
"""Scrolls to a candidate and marks it, as soon as its row has come; the last one asked for wins.

At first, a row that the visitor picked meanwhile wins; and the step may be drawn anew.
"""


class CandidatesTable:
    """The table, and which levels it is restricted to."""

    def __init__(
        self,
        page: PageSession,
        job: str,
        told: dict[str, Any],
        picked: Node,
        go: Callable[[Node], Awaitable[None]],
    ) -> None:
        self._page = page
        self._job = job
        self._told = told
        self._picked = picked
        self._go = go
        self._picking = Lock()
        self._address = f"{page.api}/candidates/{job}"
        self._names = [*(LEVEL_OF + name for name in told["attributes"]), *FIGURES]
        self._levels = page.levels.setdefault(job, {})
        self._draw_filters()
        self._grid = self._table()
        if self._levels:
            ui.timer(0, page.handled(self._count), once=True)

    def show(self, node: Node) -> None:
        """Scroll to a candidate that was picked elsewhere, and mark it."""
        self._picked = node
        ui.run_javascript(f"({self._showing()})(getElement({self._grid.id}).api)")

    def _showing(self, first: bool = False) -> str:
        asking = query(self._names, self._always())
        others = (first, f"{self._address}/place", written(self._picked))
        return called(SHOW, asking, *map(literal, others))

    def _always(self) -> list[tuple[str, str]]:
        return [("level", asked) for asked in self._query().levels]

    def _query(self) -> CandidateQuery:
        return CandidateQuery(
            levels=tuple(f"{name}={level}" for name, level in self._levels.items())
        )

    def _draw_filters(self) -> None:
        page, told = self._page, self._told
        columns = zip(told["attributes"], told["min_levels"], told["max_levels"], strict=True)
        with parts.panel(page, Message("app.choose-only-levels"), "filter_list", "w-full") as box:
            box.props('data-name="only-levels"')
            with parts.line():
                for place, (name, low, high) in enumerate(columns):
                    self._draw_filter(name, low, high, f"level-{place}")
        self._listed = ui.label(self._said(told["number"])).classes("quiet")
        self._listed.props('role=status data-name="listed"')

    def _draw_filter(self, name: str, low: int, high: int, marked: str) -> None:
        page = self._page
        levels: dict[int | None, str] = {None: page.say(Message("app.choose-any-level"))}
        levels |= {level: str(level) for level in range(low, high + 1)}

        async def restrict() -> None:
            self._levels.pop(name, None)
            if select.value is not None:
                self._levels[name] = int(select.value)
            await self._apply_levels()

        select = ui.select(
            levels, value=self._levels.get(name), label=name, on_change=page.handled(restrict)
        )
        select.props(f'outlined dense data-name="{marked}"')

    async def _apply_levels(self) -> None:
        source = datasource(f"{self._address}/rows", self._names, self._always())
        self._grid.run_grid_method("updateGridOptions", {":datasource": source})
        await self._count()

    async def _count(self) -> None:
        self._listed.set_text(self._said(await to_thread(self._count_listed)))

    def _count_listed(self) -> int:
        lattice = self._page.app.lattice(self._page.project, self._job)
        return lattice.page(0, 0, self._query()).records

    def _said(self, number: int) -> str:
        return self._page.say(Message("app.choose-listed"), number=self._page.number(number))

    def _table(self) -> ui.aggrid:
        page, told = self._page, self._told
        first = len(told["attributes"])
        identity = ", ".join(f"row.data.c{place}" for place in range(first))
        grid = ui.aggrid(
            {
                "columnDefs": [*self._level_columns(), *self._figure_columns(first)],
                "defaultColDef": {
                    "wrapHeaderText": True,
                    "autoHeaderHeight": True,
                    "sortable": True,
                },
                **paged(page, datasource(f"{self._address}/rows", self._names, self._always())),
                "rowSelection": {"mode": "singleRow", "enableClickSelection": True},
                "selectionColumnDef": {
                    "headerName": page.say(Message("app.choose-picked-title")),
                    "minWidth": 72,
                },
                ":getRowId": f"row => [{identity}].join(',')",
                ":onFirstDataRendered": f"(event) => ({self._showing(first=True)})(event.api)",
            },
            theme="balham",
        )
        grid.style(tall(told["number"])).props('role=region data-name="candidates"')
        grid.props["aria-label"] = page.say(Message("app.choose-candidates"))
        grid.on("selectionChanged", page.handled(self._take_selection), args=[])
        return grid

    def _level_columns(self) -> list[dict[str, Any]]:
        told = self._told
        columns = zip(told["attributes"], told["min_levels"], told["max_levels"], strict=True)
        return [
            {
                "headerName": f"{name} ({low}{JOINED}{high})",
                "field": f"c{place}",
                "minWidth": min(200, max(64, 20 + 7 * max(map(len, re.split("[ -]", name))))),
            }
            for place, (name, low, high) in enumerate(columns)
        ]

    def _figure_columns(self, first: int) -> list[dict[str, Any]]:
        page = self._page
        words = {kind: page.say(said) for kind, said in KIND_TITLES.items()}
        tied = f"c{first + FIGURES.index('tie')}"
        kind = called(KIND, *map(literal, (words, SIGNS, tied)))
        return [
            {
                "headerName": page.say(title),
                "field": f"c{first + FIGURES.index(name)}",
                ":valueFormatter": kind if how is None else self._written(how),
                "minWidth": 165 if name == "kind" else 72,
            }
            for name, (title, how) in FIGURE_COLUMNS.items()
        ]

    def _written(self, options: dict[str, Any]) -> str:
        return called(WRITTEN, literal(self._page.language), literal(options))

    async def wait_for_pick(self) -> None:
        """Wait until a pick that was made before is known: who is quick means that one."""
        async with self._picking:
            pass

    async def _take_selection(self) -> None:
        """Ask for the row that is picked, by a click or by the space key."""
        async with self._picking:
            rows = await self._grid.run_grid_method("getSelectedRows", timeout=ANSWER)
            if rows:
                node = tuple(int(rows[0][f"c{j}"]) for j in range(len(self._told["attributes"])))
                if node != self._picked:
                    self._picked = node
                    await self._go(node)


def written(node: Sequence[int]) -> str:
    """Write a node as the table's rows are called."""
    return ",".join(map(str, node))


def candidates_card(page: PageSession, found: Result | None, release: Result | None) -> None:
    """Offer the search, and show what it found."""

    async def search() -> None:
        await page.start("candidates")

    with parts.card(page.say(Message("app.choose-candidates"))):
        if found is None:
            ui.label(page.say(Message("app.choose-not-found-yet")))
        elif not found.fresh:
            parts.note(page.say(Message("app.stale")), "warning")
        caption = Message("app.choose-find") if found is None else Message("app.choose-find-again")
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
            CandidateChoice(page, found, tuple(made or found.told["optimum"]))


class CandidateChoice:
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
        self._draw_summary()
        self._table = CandidatesTable(page, self._job, self._told, picked, self._go_from_table)
        with ui.element("div").classes("stack"):
            self._show_picked()
        self._panel = parts.panel(page, Message("app.choose-lattice"), "hub", "w-full")
        self._panel.props('data-name="lattice-panel"')
        self._panel.on_value_change(page.handled(self._draw_picture))
        if self._panel.value:
            ui.timer(0, page.handled(self._draw_picture), once=True)

    def _draw_summary(self) -> None:
        page, told = self._page, self._told
        number, nodes = page.number(told["number"]), page.number(told["nodes"])
        said = [page.say(Message("app.choose-found"), number=number, nodes=nodes)]
        if told["ties"]:
            ties = page.number(len(told["ties"]))
            said.append(page.say(Message("app.choose-ties"), number=ties))
        ui.label(" ".join(said)).props('data-name="found"')
        ui.label(page.say(Message("app.choose-how-to-pick"))).classes("quiet")

    async def _draw_picture(self) -> None:
        """Draw the picture when it is first looked at."""
        if not self._panel.value or self._drawn:
            return
        self._drawn = True
        page, told = self._page, self._told
        small = told["nodes"] <= MOST_IN_CHART
        spots = await to_thread(self._list_nodes) if small else []
        around = await to_thread(self._find_neighbours, self._here)
        if self._panel.is_deleted:  # the step was drawn anew meanwhile
            return
        with self._panel, ui.element("div").classes("stack"):
            if small:
                lattice_chart(page, told, spots, self._go_from_picture)
            else:
                ui.label(page.say(Message("app.choose-map-how"))).classes("quiet")
                if told["nodes"] > MOST_DRAWN:
                    parts.note(
                        page.say(
                            Message("app.choose-map-heights"), nodes=page.number(told["nodes"])
                        )
                    )
                self._map = LatticeMap(page, self._job, told, self._here, self._go_from_picture)
            self._neighbours = NeighboursView(page, told["attributes"], self._go_from_neighbour)
            with parts.panel(page, Message("app.choose-as-table"), "table_rows", "w-full"):
                heights_table(page, told)
        self._neighbours.show(around)

    def _list_nodes(self) -> list[NodeInfo]:
        return self._page.app.lattice(self._page.project, self._job).spots()

    def _find_neighbours(self, node: Node) -> Neighbours:
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
        around = await to_thread(self._find_neighbours, node)
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
            parts.button(
                page,
                page.say(Message("app.choose-look")),
                self._make,
                icon="visibility",
                name="make",
            )

    @property
    def _node(self) -> dict[str, int]:
        return dict(zip(self._told["attributes"], self._picked, strict=True))

    @property
    def _levels(self) -> str:
        levels = ", ".join(f"{name} {level}" for name, level in self._node.items())
        return self._page.say(Message("app.choose-picked"), levels=levels)

    async def _make(self) -> None:
        await self._table.wait_for_pick()
        await self._page.start("anonymize", node=self._node, method=DEFAULT_METHOD)
