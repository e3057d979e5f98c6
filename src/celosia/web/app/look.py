"""How the pages look, which language they speak, and how people of it write figures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from copy import copy
from pathlib import Path
from typing import Any

from fastapi import Request
from nicegui import ui

import celosia
from celosia.text.languages import languages, nearest_language
from celosia.text.messages import Message, number_in


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
        row.props["aria-label"] = Message("app.language").text(current)
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


def dress(language: celosia.Language) -> None:
    """Give a page its language, the palette and the style."""
    speak(language)
    ui.colors(primary=PRIMARY, positive=GOOD, warning=WARNING, negative=BAD, info=PRIMARY)
    ui.add_head_html(f"<style>{STYLE}</style>")  # `add_css` is a script that adds it


def number(value: float | None, language: celosia.Language, digits: int = 0) -> str:
    """Write a number; a figure that does not exist is a dash.

    >>> number(30162, "es"), number(0.25, "es", 2), number(30162, "en"), number(None, "en")
    ('30.162', '0,25', '30,162', '–')
    >>> number(-0.4, "es", 1), number(-0.0, "es", 1)
    ('−0,4', '0,0')
    """
    if value is None or not isinstance(value, int | float):
        return "–"
    written = f"{value + 0:,.{digits}f}".replace("-", "\N{MINUS SIGN}")
    return number_in(language, written)


def percent(value: float | None, language: celosia.Language, digits: int = 0) -> str:
    """Write a share as a percentage; a little is never written as nothing, nor much as all.

    >>> percent(0.125, "en", 1), percent(1, "en", 1), percent(0.0001, "en", 1)
    ('12.5%', '100%', '<0.1%')
    >>> percent(0.9999, "en", 1)
    '>99.9%'
    """
    if value is None or not isinstance(value, int | float):
        return "–"
    sign = number_in(language, "%")
    if value and round(100 * value, digits) == 0:
        least = number(10**-digits, language, digits)
        key = "app.less-than" if value > 0 else "app.more-than-minus"
        return Message(key, figure=f"{least}{sign}").text(language)
    if value < 1 and round(100 * value, digits) == 100:
        most = number(100 - 10**-digits, language, digits)
        return Message("app.more-than", figure=f"{most}{sign}").text(language)
    if round(100 * value, digits) == round(100 * value):
        digits = 0
    return number(100 * value, language, digits) + sign


def plain(value: float, language: celosia.Language, digits: int) -> str:
    """Write a value of the data: not grouped, because it may be a year or a code.

    >>> plain(1986, "es", 2), plain(36.5, "es", 2), plain(36.5, "en", 1)
    ('1986', '36,5', '36.5')
    """
    written = f"{value:.{digits}f}"
    shortest = written.rstrip("0").rstrip(".") if "." in written else written
    return number_in(language, shortest)
