"""The candidates as a table and as a lattice, and the one that is picked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nicegui import ui

from celosia.shells.app import parts
from celosia.shells.app.grid import TAB_LEAVES, tall
from celosia.shells.app.lattice import Node, kind_of, lattice_picture
from celosia.shells.app.results import Result
from celosia.shells.app.texts import choose as texts, common
from celosia.shells.app.walk import Walk

SHOWN = 1_000
"""Candidates that the table lists, the best first."""
ANSWER = 10.0
"""Seconds within which the browser says which row is picked."""


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
            Candidates(walk, found.told, tuple(made or found.told["optimum"]))


class Candidates:
    """The candidates of one search, and which of them is picked."""

    def __init__(self, walk: Walk, told: dict[str, Any], picked: Node) -> None:
        self._walk = walk
        self._told = told
        self._picked = picked
        self._summary()
        self._table()
        with ui.element("div").classes("stack") as self._choice:
            self._show_picked()
        with ui.expansion(walk.say(texts.LATTICE), icon="hub").classes("w-full") as place:
            place.props('data-name="lattice-panel"')
        drawn: list[bool] = []

        def draw() -> None:
            if not drawn:
                drawn.append(True)
                with place:
                    lattice_picture(walk, told, self._pick)

        place.on_value_change(lambda event: draw() if event.value else None)

    def _summary(self) -> None:
        walk, told = self._walk, self._told
        number, nodes = walk.number(told["number"]), walk.number(told["nodes"])
        said = [walk.say(texts.FOUND, number=number, nodes=nodes)]
        if told["ties"]:
            said.append(walk.say(texts.TIES, number=walk.number(len(told["ties"]))))
        if told["number"] > SHOWN:
            said.append(walk.say(texts.SHOWN, number=walk.number(SHOWN)))
        ui.label(" ".join(said)).props('data-name="found"')
        ui.label(walk.say(texts.HOW_TO_PICK)).classes("quiet")

    def _table(self) -> None:
        walk, told = self._walk, self._told
        levels = [
            {"headerName": f"{name} (0–{top})", "field": f"l{i}", "minWidth": 80}
            for i, (name, top) in enumerate(
                zip(told["attributes"], told["max_levels"], strict=True)
            )
        ]
        figures = [
            {
                "headerName": walk.say(title),
                "field": field,
                "minWidth": 160 if field == "kind" else 80,
            }
            for title, field in (
                (texts.KIND, "kind"),
                (texts.LOSS, "loss"),
                (texts.LEFT_OUT, "suppressed"),
                (texts.CLASSES, "classes"),
                (texts.SMALLEST, "smallest"),
                (texts.RISK, "risk"),
            )
        ]
        grid = ui.aggrid(
            {
                "columnDefs": [*levels, *figures],
                "defaultColDef": {"wrapHeaderText": True, "autoHeaderHeight": True},
                "rowData": [self._row(candidate) for candidate in told["candidates"][:SHOWN]],
                **TAB_LEAVES,
                "rowSelection": {"mode": "singleRow", "enableClickSelection": True},
                ":getRowId": "row => row.data.id",
                "initialState": {"rowSelection": [_written(self._picked)]},
            },
            theme="balham",
        )
        grid.style(tall(told["number"])).props('data-name="candidates"')
        grid.on("selectionChanged", lambda: self._selected(grid), args=[])

    def _row(self, candidate: dict[str, Any]) -> dict[str, Any]:
        walk, node = self._walk, candidate["node"]
        kinds = [kind_of(candidate)]
        if node in self._told["ties"]:
            kinds = ["tie", *(kind for kind in kinds if kind == "minimal")]
        risk = 1 / candidate["min_class"] if candidate["min_class"] else 0.0
        return {
            **{f"l{i}": level for i, level in enumerate(node)},
            "id": _written(node),
            "kind": ", ".join(walk.say(texts.KINDS[kind]) for kind in kinds),
            "loss": walk.percent(candidate["loss"], 1),
            "suppressed": walk.number(candidate["suppressed"]),
            "classes": walk.number(candidate["classes"]),
            "smallest": walk.number(candidate["min_class"]),
            "risk": walk.percent(risk, 1),
        }

    async def _selected(self, grid: ui.aggrid) -> None:
        """Ask for the row that is picked, by a click or by the space key."""
        row = await grid.run_grid_method("getSelectedRows", timeout=ANSWER)
        if row:
            self._pick(tuple(map(int, row[0]["id"].split(","))))

    def _pick(self, node: Node) -> None:
        self._picked = node
        self._choice.clear()
        with self._choice:
            self._show_picked()

    def _show_picked(self) -> None:
        walk = self._walk
        node = dict(zip(self._told["attributes"], self._picked, strict=True))
        levels = ", ".join(f"{name} {level}" for name, level in node.items())

        async def make() -> None:
            await walk.start("anonymize", node=node, method="optimal")

        with parts.line():
            ui.label(walk.say(texts.PICKED, levels=levels)).classes("strong").props(
                'data-name="picked" role=status'
            )
            parts.button(walk, walk.say(texts.LOOK), make, icon="visibility", name="make")


def _written(node: Sequence[int]) -> str:
    """Write a node as the table's rows are called."""
    return ",".join(map(str, node))
