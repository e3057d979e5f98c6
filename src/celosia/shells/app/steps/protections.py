"""Everything that can be asked for besides k: what is asked for, and a menu of what could be."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.steps.coming_in import dropping
from celosia.shells.app.steps.protection import BESIDE, Entries, Protection, begun
from celosia.shells.app.texts import goal as texts
from celosia.shells.service import population_names

ELSEWHERE = ("k-anonymity", BESIDE)
"""k has a field of its own, and the other one is a field of each model of a sensitive column."""
GROUPS = (
    ("sensitive", texts.ABOUT_SENSITIVE),
    ("table", texts.ABOUT_TABLE),
    ("population", texts.ABOUT_POPULATION),
)


def group_of(name: str) -> str:
    """Say what a model is about: a sensitive column, the table, or the population behind it.

    >>> [group_of(name) for name in ("t-closeness", "average-risk", "k-map", "estimated-k-map")]
    ['sensitive', 'table', 'population', 'population']
    """
    parameters = celosia.model_parameters(name)
    if "attribute" in parameters:
        return "sensitive"
    if "fraction" in parameters or celosia.MODELS[name].described.needs_population:
        return "population"
    return "table"


def offered_models() -> list[str]:
    """Name the models of the menu."""
    return [
        name
        for name, model in celosia.MODELS.items()
        if name not in ELSEWHERE and "app" not in model.described.not_offered
    ]


class Protections:
    """The protections of a recipe while they are being changed."""

    def __init__(self, page: PageSession, recipe: celosia.Recipe) -> None:
        self._page = page
        self._columns = recipe.sensitive
        self._cards: list[Protection] = []
        with parts.card(page.say(texts.PROTECTIONS)):
            parts.why(page, page.say(texts.PROTECTIONS_WHY))
            self._none = ui.label(page.say(texts.NO_PROTECTION)).classes("quiet")
            self._list = ui.element("div").classes("stack").props('data-name="protections"')
            self._people = ui.element("div").classes("stack")
            self._menu()
        for model in recipe.models:
            if not isinstance(model, celosia.KAnonymity):
                self._put(model.to_dict())
        self._draw_around()

    @property
    def typed(self) -> tuple[object, ...]:
        """What is asked for now, to see whether anything was changed."""
        return tuple(card.typed for card in self._cards)

    @property
    def needs_population(self) -> bool:
        """Whether anything is compared with a table of everybody."""
        return any(card.needs_population for card in self._cards)

    def models(self) -> list[celosia.PrivacyModel] | None:
        """Give what is asked for; None, with marks, where something is wrong."""
        found = [card.model() for card in self._cards]
        right = [model for model in found if model is not None]
        there = self._population() is not None or not self.needs_population
        return right if len(right) == len(found) and there else None

    def _put(self, entries: Entries) -> Protection:
        with self._list:
            self._cards.append(Protection(self._page, entries, self._columns, self._remove))
        return self._cards[-1]

    def _add(self, name: str) -> None:
        self._offer.set_value(False)
        card = self._put(begun(name, self._columns))
        self._draw_around()
        card.focus()

    def _remove(self, card: Protection) -> None:
        """Take a protection away; who uses a keyboard goes on at the next one, or at the menu."""
        place = self._cards.index(card)
        self._cards.remove(card)
        card.place.delete()
        self._draw_around()
        if self._cards:
            near = self._cards[min(place, len(self._cards) - 1)].removal
            ui.run_javascript(f"getHtmlElement({near.id}).focus()")
        else:
            header = f"getHtmlElement({self._offer.id}).querySelector('[tabindex]')"
            ui.run_javascript(f"{header}.focus()")

    def _draw_around(self) -> None:
        self._none.set_visibility(not self._cards)
        self._people.clear()
        if self.needs_population:
            with self._people:
                self._population_part()

    # the menu

    def _menu(self) -> None:
        page = self._page
        with parts.panel(page, texts.ADD_PROTECTION, "add", "w-full") as menu:
            menu.props('data-name="add-protection"')
            for group, title in GROUPS:
                ui.label(page.say(title)).classes("strong group-title").props(
                    'role=heading aria-level="4"'
                )
                fits = group != "sensitive" or bool(self._columns)
                if not fits:
                    ui.label(page.say(texts.NEEDS_SENSITIVE)).classes("quiet")
                for name in offered_models():
                    if group_of(name) == group:
                        self._offered(name, fits)
        self._offer = menu

    def _offered(self, name: str, fits: bool) -> None:
        page, described = self._page, celosia.MODELS[name].described
        title = page.say(described.title)
        with ui.element("div").classes("offered"):
            with ui.element("div"):
                ui.label(title).classes("strong")
                ui.label(page.say(described.protects)).classes("quiet")
            made = parts.button(
                page,
                page.say(texts.ADD),
                partial(self._add, name),
                icon="add",
                quiet=True,
                name=f"add-{name}",
            )
            made.set_enabled(fits)
            made.props["aria-label"] = page.say(texts.ADD_THIS, model=title)

    # the population

    def _population(self) -> str | None:
        people = self._page.project.recipe().population
        return people and population_names(self._page.project)[Path(people).name]

    def _population_part(self) -> None:
        page, name = self._page, self._population()
        ui.label(page.say(texts.POPULATION)).classes("strong")
        ui.label(page.say(texts.POPULATION_WHY)).classes("quiet")
        if name is None:
            parts.note(page.say(texts.NO_POPULATION), "warning")
        else:
            parts.note(page.say(texts.POPULATION_IS, name=name), "good")
        label = page.say(texts.DROP_POPULATION)
        dropping(page, "population", label, self._population_taken, "population")

    def _population_taken(self) -> None:
        self._draw_around()
        self._page.redraw_head()
