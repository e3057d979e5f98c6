"""A lattice of any size as a picture: every node a sign that can be walked to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from nicegui import ui

from celosia.shells.app.page_session import PageSession
from celosia.shells.app.texts import choose as texts
from celosia.shells.service import MOST_DRAWN, Node

COLOURS = {
    "optimal": "#0b5563",
    "minimal": "#1d6b3a",
    "safe": "#5aa67b",
    "unsafe": "#76848c",
}


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
    return {
        "said": f"{page.say(texts.LATTICE_SAID, **figures)}. {page.say(texts.MAP_HOW)}",
        "kinds": [page.say(texts.KINDS[kind]) for kind in COLOURS],
        "band": page.say(texts.BAND),
        "failed": page.say(texts.MAP_FAILED),
        "loss": page.say(texts.LOSS),
        "risk": page.say(texts.RISK),
        "left_out": page.say(texts.LEFT_OUT),
        "zoom_in": page.say(texts.ZOOM_IN),
        "zoom_out": page.say(texts.ZOOM_OUT),
        "whole": page.say(texts.WHOLE),
        "to_best": page.say(texts.TO_BEST),
    }
