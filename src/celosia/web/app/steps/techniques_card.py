"""What is done to each column before anything is generalized."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from nicegui import ui

import celosia
from celosia.web.app import parts
from celosia.web.app.page_session import PageSession
from celosia.web.app.steps.techniques_form import TechniqueForm
from celosia.web.app.steps.techniques_shown import (
    changes_table,
    icon_button,
    name_of,
    personal_badge,
)
from celosia.web.app.texts import technique_words as texts
from celosia.web.service import recipe_parts as service


def only_techniques(page: PageSession) -> None:
    """Offer a release with the techniques alone."""

    async def make() -> None:
        await page.start("anonymize", method=celosia.UNTOUCHED_METHOD)

    with parts.line():
        parts.button(page, page.say(texts.ONLY), make, icon="visibility", name="only-techniques")


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


Ordered: TypeAlias = tuple[celosia.Technique, ...]


@dataclass(frozen=True, slots=True)
class Treatment:
    """The techniques of the recipe, what they do, and what is offered for each column."""

    recipe: celosia.Recipe
    options: dict[str, tuple[celosia.ColumnOption, ...]]
    preview: celosia.Preview


def load(page: PageSession, columns: Sequence[dict[str, Any]]) -> Treatment:
    """Try the techniques, and find what the guide offers; `columns` are those of the profile."""
    project, readers = page.project, page.app.readers
    options = {
        column["name"]: service.suggest(readers, project, column["name"], column.get("kind"))
        for column in columns
    }
    return Treatment(project.recipe(), options, service.try_techniques(readers, project))


class Techniques:
    """The part of every column's card, and the card of their order; they change together."""

    def __init__(
        self, page: PageSession, columns: Sequence[dict[str, Any]], treatment: Treatment
    ) -> None:
        self._page = page
        self._columns = columns
        self._now = treatment
        self._turn = 0
        self._sections: dict[str, ui.element] = {}
        self._order: ui.element | None = None
        self._named: dict[str, ui.element] = {}
        """What the focus can go to: titles by column, and places in the order."""

    def section(self, column: str) -> None:
        """Draw what is done to a column, inside its card."""
        with ui.element("div").classes("stack treatment") as place:
            place.props["data-name"] = f"techniques-{column}"
            self._sections[column] = place
            self._show_section(column)

    def order_card(self) -> None:
        """Draw all techniques in their order."""
        with ui.element("div").classes("w-full") as place:
            self._order = place
            self._show_order()

    async def refresh(self) -> None:
        """Find out again what is offered and what is done, and show it in its place."""
        self._turn += 1
        turn, loaded = self._turn, await to_thread(load, self._page, self._columns)
        gone = any(place.is_deleted for place in self._sections.values())
        if turn != self._turn or gone:  # another click's answer is on the way, or another step
            return
        self._now = loaded
        self._named.clear()
        for column, place in self._sections.items():
            place.clear()
            with place:
                self._show_section(column)
        if self._order is not None:
            self._order.clear()
            with self._order:
                self._show_order()

    def _show_order(self) -> None:
        recipe = self._now.recipe
        self._named |= order_card(self._page, recipe, self._move, self._remove)

    async def _decide(self, change: Callable[[Ordered], Ordered], focus: str) -> None:
        """Change the techniques as they are stored now, which may be after another click."""
        page, before = self._page, self._now.recipe
        project, readers = page.project, page.app.readers
        await page.change(
            lambda recipe: service.with_techniques(
                readers, project, recipe, change(recipe.techniques)
            ),
            redraw=False,
        )
        await self.refresh()
        lost = [c for c in before.hierarchies if c not in self._now.recipe.hierarchies]
        if lost:
            ui.notify(page.say(texts.DROPPED_HIERARCHY, columns=", ".join(lost)), timeout=6000)
        if focus in self._named:
            ui.run_javascript(f"getHtmlElement({self._named[focus].id})?.focus()")

    async def _add(self, column: str, added: Sequence[celosia.Technique]) -> None:
        await self._decide(lambda techniques: (*techniques, *added), f"title-{column}")

    async def _remove(self, technique: celosia.Technique, focus: str) -> None:
        await self._decide(lambda techniques: service.without(techniques, technique), focus)

    async def _move(self, technique: celosia.Technique, place: int, by: int) -> None:
        await self._decide(
            lambda techniques: service.moved(techniques, technique, by), f"order-{place + by}"
        )

    # a column's part

    def _show_section(self, column: str) -> None:
        page, now = self._page, self._now
        title = ui.label(page.say(texts.TITLE)).classes("strong")
        title.props('role=heading aria-level="4" tabindex="-1"')
        self._named[f"title-{column}"] = title
        mine = [
            (place, step)
            for place, step in enumerate(now.preview.steps)
            if column in step.technique.about
        ]
        self._show_fate(column, bool(mine))
        for place, step in mine:
            self._show_step(column, place, step)
        if mine:
            changes_table(page, now.preview, column)
        else:
            self._show_options(column)
        form = TechniqueForm(page, column, [c["name"] for c in self._columns], self._add)
        button = parts.button(page, page.say(texts.ADD), form.open, icon="add", quiet=True)
        button.props["aria-label"] = page.say(texts.ADD_TO, column=column)
        button.props["data-name"] = f"add-{column}"

    def _show_fate(self, column: str, treated: bool) -> None:
        """Say whether an identifier is published."""
        page, recipe = self._page, self._now.recipe
        if recipe.roles.get(column) is not celosia.Role.IDENTIFIER:
            return
        if column in celosia.pseudonymized_columns(recipe):
            parts.note(page.say(texts.PUBLISHED), "warning")
            personal_badge(page)
        elif treated:
            parts.note(page.say(texts.NO_EFFECT), "warning")

    def _show_step(self, column: str, place: int, step: celosia.TriedStep) -> None:
        page, name = self._page, name_of(self._page, step.technique)
        with ui.element("div").classes("treated"):
            with ui.element("div").classes("stack"):
                ui.label(name).classes("strong")
                ui.label(page.say(step.technique.explanation)).classes("quiet")
            icon_button(
                page,
                "delete",
                page.say(texts.REMOVE, name=name),
                lambda: self._remove(step.technique, f"title-{column}"),
                f"remove-{column}-{place}",
            )
        if step.error is not None:
            parts.note(f"{page.say(texts.CANNOT)}\n{page.exactly(step.error)}", "bad")
        for warning in step.warnings:
            if warning != celosia.PERSONAL_DATA:
                parts.note(page.say(warning), "warning")

    def _show_options(self, column: str) -> None:
        page = self._page
        offered = self._now.options[column]
        if not offered:
            return
        first, *others = offered
        if first.techniques:
            self._show_option(column, first, suggested=True)
        elif column in self._now.recipe.quasi_identifiers:
            ui.label(page.say(texts.LATER_ON))
        else:
            ui.label(page.say(first.reason))
        others = [option for option in others if option.techniques]
        if not others:
            return
        caption = page.say(texts.OTHER_WAYS, number=len(others))
        with ui.expansion(caption).props("dense").classes("w-full") as ways:
            ways.props["data-name"] = f"ways-{column}"
            ways.props["toggle-aria-label"] = f"{caption}: {column}"
            for option in others:
                self._show_option(column, option)

    def _show_option(
        self, column: str, option: celosia.ColumnOption, suggested: bool = False
    ) -> None:
        page = self._page
        name = ", ".join(name_of(page, step) for step in option.techniques)
        said = page.say(texts.SUGGESTED, name=name) if suggested else name
        with ui.element("div").classes("stack"):
            ui.label(said).classes("strong")
            parts.why(page, page.say(option.reason))
            button = parts.button(
                page,
                page.say(texts.USE),
                lambda: self._add(column, option.techniques),
                quiet=not suggested,
                icon="check",
            )
            button.props["aria-label"] = page.say(texts.USE_OF, column=column, name=name)
            button.props["data-name"] = f"use-{column}-{option.name}"
