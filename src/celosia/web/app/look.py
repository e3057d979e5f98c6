"""How the pages look, and which language they speak."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from copy import copy
from pathlib import Path
from typing import Any

from fastapi import Request
from nicegui import ui

import celosia
from celosia.text.languages import languages, nearest_language
from celosia.text.messages import Message
from celosia.web.app.texts import common_words


def language_of(asked: object, header: str = "") -> celosia.Language:
    """Take the language asked for, else the one that the browser prefers.

    >>> language_of("es"), language_of(None, "es-ES,es;q=0.9"), language_of("fr")
    ('es', 'es', 'en')
    """
    first = header.partition(",")[0].partition(";")[0].strip()
    return asked if isinstance(asked, str) and asked in languages() else nearest_language(first)


def preferred(request: Request) -> str:
    """Say what the browser prefers."""
    return request.headers.get("accept-language", "")


def speak(language: celosia.Language) -> None:
    """Let the page be in a language: what is read aloud, and what its parts say of themselves."""
    client = ui.context.client
    client.page = copy(client.page)
    client.page.language = name_in_pages(language)


def name_in_pages(language: celosia.Language) -> Any:
    """Give what NiceGUI calls a language."""
    return Message("text.name-in-pages").text(language)


def language_switch(
    current: celosia.Language, chosen: Callable[[celosia.Language], Awaitable[None]]
) -> None:
    """Offer the other language, in its own words."""
    with ui.row().classes("items-center gap-0") as row:
        row.props["role"] = "group"
        row.props["aria-label"] = common_words.LANGUAGE.text(current)
        for language in languages():
            name = Message("text.name").text(language)
            made = ui.button(name, on_click=lambda language=language: chosen(language))
            made.props(
                f'flat no-caps dense color=white lang={language} data-name="lang-{language}"'
            )
            made.classes("spoken" if language == current else "")
            made.props["aria-pressed"] = "true" if language == current else "false"


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
