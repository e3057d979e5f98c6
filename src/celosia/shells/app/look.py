"""How the pages look: one palette whose texts all keep a contrast of 4.5 to 1 (WCAG 2.2 AA)."""

from __future__ import annotations

from pathlib import Path

from nicegui import ui

import celosia
from celosia.shells.app.language import speak

STYLE = Path(__file__).with_name("look.css").read_text(encoding="utf-8")
PRIMARY, GOOD, WARNING, BAD = "#0b5563", "#1d6b3a", "#8a4b00", "#a3201f"
QUIET = "#5a6570"


ALOUD = """<script>document.addEventListener("DOMContentLoaded", () =>
    document.getElementById("popup").setAttribute("role", "alert"));</script>"""
"""Lets those who listen know, too, that the server is gone."""


def dress(language: celosia.Language) -> None:
    """Give a page its language, the palette and the style."""
    speak(language)
    ui.add_head_html(ALOUD)
    ui.colors(primary=PRIMARY, positive=GOOD, warning=WARNING, negative=BAD, info=PRIMARY)
    ui.add_css(STYLE)
