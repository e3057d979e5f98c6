"""All techniques of the recipe in the order they are applied, which can be changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.steps.techniques_shown import icon_button, name_of
from celosia.shells.app.texts import techniques as texts

Move = Callable[[celosia.Technique, int, int], Awaitable[None]]
"""Of a technique, from a place, by so many places."""
Remove = Callable[[celosia.Technique, str], Awaitable[None]]
"""Of a technique; what the focus goes to then."""


def order_card(
    page: PageSession, recipe: celosia.Recipe, move: Move, remove: Remove
) -> dict[str, ui.element]:
    """Draw the list, if there is anything in it; give what the focus can go to, by its name."""
    techniques = recipe.techniques
    if not techniques:
        return {}
    named: dict[str, ui.element] = {}
    with parts.card(page.say(texts.ORDER_TITLE)):
        ui.label(page.say(texts.ORDER_WHY)).classes("quiet")
        if celosia.pseudonymized_columns(recipe):
            parts.note(page.say(celosia.PERSONAL_DATA), "warning")
        with ui.element("ol").classes("ordered"):
            for place, technique in enumerate(techniques):
                with ui.element("li"), ui.element("div").classes("treated"):
                    named[f"order-{place}"] = _name(page, place, technique)
                    with ui.row().classes("gap-1 no-wrap"):
                        last = place == len(techniques) - 1
                        _buttons(page, place, technique, last, move, remove)
    return named


def _name(page: PageSession, place: int, technique: celosia.Technique) -> ui.label:
    label = ui.label(f"{place + 1}. {_told(page, technique)}")
    return label.props(f'tabindex="-1" data-name="order-{place}"')


def _told(page: PageSession, technique: celosia.Technique) -> str:
    columns = ", ".join(technique.about)
    return page.say(texts.OF_COLUMNS, name=name_of(page, technique), columns=columns)


def _buttons(
    page: PageSession,
    place: int,
    technique: celosia.Technique,
    last: bool,
    move: Move,
    remove: Remove,
) -> None:
    name = _told(page, technique)
    earlier = icon_button(
        page,
        "arrow_upward",
        page.say(texts.EARLIER, name=name),
        lambda: move(technique, place, -1),
        f"earlier-{place}",
    )
    earlier.set_enabled(place > 0)
    later = icon_button(
        page,
        "arrow_downward",
        page.say(texts.LATER, name=name),
        lambda: move(technique, place, 1),
        f"later-{place}",
    )
    later.set_enabled(not last)
    icon_button(
        page,
        "delete",
        page.say(texts.REMOVE, name=name),
        lambda: remove(technique, f"order-{max(0, place - 1)}"),
        f"remove-{place}",
    )
