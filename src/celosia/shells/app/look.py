"""How the pages look: one palette whose texts all keep a contrast of 4.5 to 1 (WCAG 2.2 AA)."""

from __future__ import annotations

from pathlib import Path

from nicegui import ui

STYLE = Path(__file__).with_name("look.css").read_text(encoding="utf-8")
PRIMARY, GOOD, WARNING, BAD = "#0b5563", "#1d6b3a", "#8a4b00", "#a3201f"
QUIET = "#5a6570"


def dress() -> None:
    """Give a page the palette and the style."""
    ui.colors(primary=PRIMARY, positive=GOOD, warning=WARNING, negative=BAD, info=PRIMARY)
    ui.add_css(STYLE)
