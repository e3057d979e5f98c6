"""What is done to each column before anything is generalized."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from nicegui import ui

import celosia
from celosia.core.technique import Technique
from celosia.methods.method import UNTOUCHED_METHOD
from celosia.techniques.pseudonyms.pseudonym import PERSONAL_DATA
from celosia.text.messages import Message
from celosia.web.app import parts
from celosia.web.app.page_session import PageSession
from celosia.web.app.steps.techniques_form import TechniqueForm, changes_table, name_of
from celosia.web.service import recipe_parts as service
from celosia.workflow.guide import ColumnOption
from celosia.workflow.preview import Preview, TriedStep


def only_techniques(page: PageSession) -> None:
    """Offer a release with the techniques alone."""

    async def make() -> None:
        await page.start("anonymize", method=UNTOUCHED_METHOD)

    with parts.line():
        parts.button(
            page,
            page.say(Message("app.techniques-only")),
            make,
            icon="visibility",
            name="only-techniques",
        )


Reorder = Callable[[Technique, int, int], Awaitable[None]]
"""Of a technique, from a place, by so many places."""
Remove = Callable[[Technique, str], Awaitable[None]]
"""Of a technique; what the focus goes to then."""


def order_card(
    page: PageSession, recipe: celosia.Recipe, move: Reorder, remove: Remove
) -> dict[str, ui.element]:
    """Draw the list, if there is anything in it; give what the focus can go to, by its name."""
    techniques = recipe.techniques
    if not techniques:
        return {}
    named: dict[str, ui.element] = {}
    with parts.card(page.say(Message("app.techniques-order-title"))):
        ui.label(page.say(Message("app.techniques-order-why"))).classes("quiet")
        if recipe.pseudonymized:
            parts.note(page.say(PERSONAL_DATA), "warning")
        with ui.element("ol").classes("ordered"):
            for place, technique in enumerate(techniques):
                with ui.element("li"), ui.element("div").classes("treated"):
                    named[f"order-{place}"] = _draw_name(page, place, technique)
                    with ui.row().classes("gap-1 no-wrap"):
                        last = place == len(techniques) - 1
                        _draw_buttons(page, place, technique, last, move, remove)
    return named


def _draw_name(page: PageSession, place: int, technique: Technique) -> ui.label:
    label = ui.label(f"{place + 1}. {_told(page, technique)}")
    return label.props(f'tabindex="-1" data-name="order-{place}"')


def _told(page: PageSession, technique: Technique) -> str:
    columns = ", ".join(technique.about)
    return page.say(
        Message("app.techniques-of-columns"), name=name_of(page, technique), columns=columns
    )


def _draw_buttons(
    page: PageSession,
    place: int,
    technique: Technique,
    last: bool,
    move: Reorder,
    remove: Remove,
) -> None:
    name = _told(page, technique)
    earlier = parts.icon_button(
        page,
        "arrow_upward",
        page.say(Message("app.techniques-earlier"), name=name),
        lambda: move(technique, place, -1),
        f"earlier-{place}",
    )
    earlier.set_enabled(place > 0)
    later = parts.icon_button(
        page,
        "arrow_downward",
        page.say(Message("app.techniques-later"), name=name),
        lambda: move(technique, place, 1),
        f"later-{place}",
    )
    later.set_enabled(not last)
    parts.icon_button(
        page,
        "delete",
        page.say(Message("app.techniques-remove"), name=name),
        lambda: remove(technique, f"order-{max(0, place - 1)}"),
        f"remove-{place}",
    )


Ordered: TypeAlias = tuple[Technique, ...]


@dataclass(frozen=True, slots=True)
class Treatment:
    """The techniques of the recipe, what they do, and what is offered for each column."""

    recipe: celosia.Recipe
    options: dict[str, tuple[ColumnOption, ...]]
    preview: Preview


def load(page: PageSession, columns: Sequence[dict[str, Any]]) -> Treatment:
    """Try the techniques, and find what the guide offers; `columns` are those of the profile."""
    project, readers = page.project, page.app.readers
    options = {
        column["name"]: service.suggest(readers, project, column["name"], column.get("kind"))
        for column in columns
    }
    return Treatment(project.recipe(), options, service.try_techniques(readers, project))


class TechniqueSections:
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
            lambda recipe: service.set_techniques(
                readers, project, recipe, change(recipe.techniques)
            ),
            redraw=False,
        )
        await self.refresh()
        lost = [c for c in before.hierarchies if c not in self._now.recipe.hierarchies]
        if lost:
            ui.notify(
                page.say(Message("app.techniques-dropped-hierarchy"), columns=", ".join(lost)),
                timeout=6000,
            )
        if focus in self._named:
            ui.run_javascript(f"getHtmlElement({self._named[focus].id})?.focus()")

    async def _add(self, column: str, added: Sequence[Technique]) -> None:
        await self._decide(lambda techniques: (*techniques, *added), f"title-{column}")

    async def _remove(self, technique: Technique, focus: str) -> None:
        await self._decide(lambda techniques: service.without(techniques, technique), focus)

    async def _move(self, technique: Technique, place: int, by: int) -> None:
        await self._decide(
            lambda techniques: service.moved(techniques, technique, by), f"order-{place + by}"
        )

    # a column's part

    def _show_section(self, column: str) -> None:
        page, now = self._page, self._now
        title = ui.label(page.say(Message("app.techniques-title"))).classes("strong")
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
        button = parts.button(
            page, page.say(Message("app.techniques-add")), form.open, icon="add", quiet=True
        )
        button.props["aria-label"] = page.say(Message("app.techniques-add-to"), column=column)
        button.props["data-name"] = f"add-{column}"

    def _show_fate(self, column: str, treated: bool) -> None:
        """Say whether an identifier is published."""
        page, recipe = self._page, self._now.recipe
        if recipe.roles.get(column) is not celosia.Role.IDENTIFIER:
            return
        if column in recipe.pseudonymized:
            parts.note(page.say(Message("app.techniques-published")), "warning")
            parts.personal_badge(page)
        elif treated:
            parts.note(page.say(Message("app.techniques-no-effect")), "warning")

    def _show_step(self, column: str, place: int, step: TriedStep) -> None:
        page, name = self._page, name_of(self._page, step.technique)
        with ui.element("div").classes("treated"):
            with ui.element("div").classes("stack"):
                ui.label(name).classes("strong")
                ui.label(page.say(step.technique.explanation)).classes("quiet")
            parts.icon_button(
                page,
                "delete",
                page.say(Message("app.techniques-remove"), name=name),
                lambda: self._remove(step.technique, f"title-{column}"),
                f"remove-{column}-{place}",
            )
        if step.error is not None:
            parts.note(
                f"{page.say(Message('app.techniques-cannot'))}\n{page.exactly(step.error)}", "bad"
            )
        for warning in step.warnings:
            if warning != PERSONAL_DATA:
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
            ui.label(page.say(Message("app.techniques-later-on")))
        else:
            ui.label(page.say(first.reason))
        others = [option for option in others if option.techniques]
        if not others:
            return
        caption = page.say(Message("app.techniques-other-ways"), number=len(others))
        with ui.expansion(caption).props("dense").classes("w-full") as ways:
            ways.props["data-name"] = f"ways-{column}"
            ways.props["toggle-aria-label"] = f"{caption}: {column}"
            for option in others:
                self._show_option(column, option)

    def _show_option(self, column: str, option: ColumnOption, suggested: bool = False) -> None:
        page = self._page
        name = ", ".join(name_of(page, step) for step in option.techniques)
        said = page.say(Message("app.techniques-suggested"), name=name) if suggested else name
        with ui.element("div").classes("stack"):
            ui.label(said).classes("strong")
            parts.why(page, page.say(option.reason))
            button = parts.button(
                page,
                page.say(Message("app.techniques-use")),
                lambda: self._add(column, option.techniques),
                quiet=not suggested,
                icon="check",
            )
            button.props["aria-label"] = page.say(
                Message("app.techniques-use-of"), column=column, name=name
            )
            button.props["data-name"] = f"use-{column}-{option.name}"
