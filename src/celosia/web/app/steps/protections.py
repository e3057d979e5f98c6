"""Everything that can be asked for besides k: models with their fields."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from nicegui import ui

import celosia
from celosia.core.model import PrivacyModel, model_from_dict, model_parameters
from celosia.core.parameters import Between, Flag, NameOfColumn, OneOf, Whole
from celosia.errors import HierarchyError
from celosia.models import KAnonymity
from celosia.text.messages import Message
from celosia.web.app import parts
from celosia.web.app.fields import choice_field, number_field, number_in
from celosia.web.app.page_session import PageSession
from celosia.web.app.steps.import_step import draw_drop_zone
from celosia.web.service import (
    read_population_columns,
    read_population_names,
    recipe_parts as service,
)
from celosia.workflow.whose import people_subject

Entries = Mapping[str, Any]
BESIDE = "beside-others"
BY_TREE = "hierarchical"
"""The distance that needs a hierarchy of the sensitive column."""


def begun(name: str, columns: tuple[str, ...]) -> dict[str, Any]:
    """Give a model that nobody has decided yet: the usual figures, the first sensitive column.

    >>> begun("t-closeness", ("dx", "drug"))
    {'model': 't-closeness', 'attribute': 'dx', 't': 0.2, 'distance': 'equal'}
    """
    return {"model": name} | {
        parameter: columns[0] if isinstance(allowed, NameOfColumn) else allowed.usual
        for parameter, allowed in model_parameters(name).items()
    }


class Protection:
    """The fields of a model, and what they say."""

    def __init__(
        self,
        page: PageSession,
        entries: Entries,
        columns: tuple[str, ...],
        remove: Callable[[Protection], None],
    ) -> None:
        beside = entries["model"] == BESIDE
        inner = entries["of"] if beside else entries
        self._page, self._columns = page, columns
        self.name = str(inner["model"])
        self._described = celosia.MODELS[self.name].described
        self._paths = inner.get("paths", [])
        self.fields: dict[str, Any] = {}
        title = page.say(self._described.title)
        with ui.element("section").classes("protection") as self.place:
            self.place.props["role"] = "group"
            self.place.props["aria-label"] = title
            self.place.props["data-name"] = f"protection-{self.name}"
            with ui.row().classes("w-full items-center justify-between"):
                ui.label(title).classes("strong")
                self.removal = parts.button(
                    page,
                    page.say(Message("app.goal-remove")),
                    lambda: remove(self),
                    icon="close",
                    name=f"remove-{self.name}",
                ).props("flat dense")
                self.removal.props["aria-label"] = page.say(
                    Message("app.goal-remove-this"), model=title
                )
            ui.label(page.say(self._described.protects)).classes("quiet")
            with ui.element("div").classes("fields"):
                for parameter, allowed in model_parameters(self.name).items():
                    self._draw_field(parameter, allowed, inner[parameter])
                if "attribute" in self.fields and len(columns) > 1:
                    self._draw_others(entries["others"] if beside else [])
            self._tree_place = ui.element("div").classes("stack")
            self._wrong_place = ui.element("div").classes("stack")
        self._draw_tree()

    @property
    def needs_population(self) -> bool:
        """Whether it compares with a table of everybody."""
        return self._described.needs_population

    @property
    def typed(self) -> tuple[Any, ...]:
        """What the fields hold now, to see whether anything was changed."""
        return (self.name, *(str(f.value) for f in self.fields.values()), len(self._paths))

    def focus(self) -> None:
        """Put the visitor where the first thing is to be decided."""
        next(iter(self.fields.values())).run_method("focus")

    def model(self) -> PrivacyModel | None:
        """Give the model that the fields say; None, and a mark, where something is wrong."""
        right = [field.validate() for field in self.fields.values() if hasattr(field, "validate")]
        self._wrong_place.clear()
        if not all(right):
            return None
        if self._by_tree and not self._paths:
            self._say(self._page.say(Message("app.goal-no-tree")))
            return None
        try:
            return model_from_dict(self._entries())
        except celosia.ParameterError as wrong:
            self._say(self._page.exactly(wrong))
            return None

    def _say(self, wrong: str) -> None:
        with self._wrong_place:
            parts.note(wrong, "bad")

    def _entries(self) -> dict[str, Any]:
        entries: dict[str, Any] = {"model": self.name}
        for parameter, allowed in model_parameters(self.name).items():
            value = self.fields[parameter].value
            if isinstance(allowed, Whole | Between):
                value = number_in(allowed, value)
            entries[parameter] = value
        if self._by_tree:
            entries["paths"] = self._paths
        others = self.fields["others"].value if "others" in self.fields else []
        if others:
            return {"model": BESIDE, "of": entries, "others": list(others)}
        return entries

    def _draw_field(self, parameter: str, allowed: Any, value: Any) -> None:
        page, described = self._page, self._described
        label = page.say(described.labels[parameter])
        name = f"{self.name}-{parameter}"
        if isinstance(allowed, Whole | Between):
            field: Any = number_field(page, label, value, allowed, name)
        elif isinstance(allowed, OneOf):
            words = {word: page.say(described.choices[word]) for word in allowed.choices}
            field = choice_field(label, value, words, name, lambda _: self._draw_tree())
        elif isinstance(allowed, Flag):
            field = ui.checkbox(label, value=value).props(f'data-name="{name}"')
        else:
            field = self._draw_column_field(label, value, name)
        self.fields[parameter] = field

    def _draw_column_field(self, label: str, value: str, name: str) -> Any:
        words = {column: column for column in (*self._columns, value)}
        gone = self._page.say(Message("app.goal-not-sensitive"))
        field = choice_field(label, value, words, name, lambda _: self._follow_column())
        field.validation = lambda column: None if column in self._columns else gone
        return field

    def _draw_others(self, present: list[str]) -> None:
        label = self._page.say(celosia.MODELS[BESIDE].described.labels["others"])
        field = ui.select(self._possible_others(), label=label, value=present, multiple=True)
        field.props(f'outlined use-chips data-name="{self.name}-others"').classes("grow wide")
        self.fields["others"] = field

    def _possible_others(self) -> list[str]:
        return [column for column in self._columns if column != self.fields["attribute"].value]

    def _follow_column(self) -> None:
        if "others" in self.fields:
            possible = self._possible_others()
            kept = [column for column in self.fields["others"].value if column in possible]
            self.fields["others"].set_options(possible, value=kept)
        self._paths = []
        self._draw_tree()

    # distances by a hierarchy

    @property
    def _by_tree(self) -> bool:
        return "distance" in self.fields and self.fields["distance"].value == BY_TREE

    def _draw_tree(self) -> None:
        self._tree_place.clear()
        if not self._by_tree:
            return
        page, column = self._page, str(self.fields["attribute"].value)
        with self._tree_place, parts.line():
            most = page.project.limits.hierarchy
            caption = page.say(Message("app.goal-tree"), column=column)
            parts.take_file(page, caption, self._take_tree, f"{self.name}-tree", most)
            if self._paths:
                levels = page.number(len(self._paths[0]) - 1)
                values = page.number(len(self._paths))
                ui.label(page.say(Message("app.goal-tree-there"), values=values, levels=levels))

    async def _take_tree(self, name: str, content: bytes) -> None:
        page, column = self._page, str(self.fields["attribute"].value)
        self._wrong_place.clear()
        try:
            self._paths = await to_thread(tree_paths, page, column, content)
        except celosia.CelosiaError as wrong:
            self._say(page.exactly(wrong))
            return
        self._draw_tree()


def tree_paths(page: PageSession, column: str, content: bytes) -> list[list[str]]:
    """Read a hierarchy file as the paths from each value of a column to one root."""
    hierarchy = service.read_content(column, content)
    if hierarchy.root is None:
        hierarchy = hierarchy.with_suppression()
    values = page.app.readers.values(page.project, column).texts
    missing = len(set(values) - set(hierarchy.values))
    if missing:
        raise HierarchyError(Message("app.goal-tree-lacks").given(number=missing, column=column))
    return [[str(label) for label in row] for row in hierarchy.rows if None not in row]


ELSEWHERE = ("k-anonymity", BESIDE)
"""k has a field of its own, and the other one is a field of each model of a sensitive column."""
GROUPS = (
    ("sensitive", Message("app.goal-about-sensitive")),
    ("table", Message("app.goal-about-table")),
    ("population", Message("app.goal-about-population")),
)


def group_of(name: str) -> str:
    """Say what a model is about: a sensitive column, the table, or the population behind it.

    >>> [group_of(name) for name in ("t-closeness", "average-risk", "k-map", "estimated-k-map")]
    ['sensitive', 'table', 'population', 'population']
    """
    parameters = model_parameters(name)
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
        with parts.card(page.say(Message("app.goal-protections"))):
            parts.why(page, page.say(Message("app.goal-protections-why")))
            self._none = ui.label(page.say(Message("app.goal-no-protection"))).classes("quiet")
            self._list = ui.element("div").classes("stack").props('data-name="protections"')
            self._people = ui.element("div").classes("stack")
            self._draw_menu()
        for model in recipe.models:
            if not isinstance(model, KAnonymity):
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

    def models(self) -> list[PrivacyModel] | None:
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
                self._draw_population()

    # the menu

    def _draw_menu(self) -> None:
        page = self._page
        with parts.panel(page, Message("app.goal-add-protection"), "add", "w-full") as menu:
            menu.props('data-name="add-protection"')
            for group, title in GROUPS:
                ui.label(page.say(title)).classes("strong group-title").props(
                    'role=heading aria-level="4"'
                )
                fits = group != "sensitive" or bool(self._columns)
                if not fits:
                    ui.label(page.say(Message("app.goal-needs-sensitive"))).classes("quiet")
                for name in offered_models():
                    if group_of(name) == group:
                        self._draw_offer(name, fits)
        self._offer = menu

    def _draw_offer(self, name: str, fits: bool) -> None:
        page, described = self._page, celosia.MODELS[name].described
        title = page.say(described.title)
        with ui.element("div").classes("offered"):
            with ui.element("div"):
                ui.label(title).classes("strong")
                ui.label(page.say(described.protects)).classes("quiet")
                ui.label(described.reference).classes("quiet cited")
            made = parts.button(
                page,
                page.say(Message("app.goal-add")),
                partial(self._add, name),
                icon="add",
                quiet=True,
                name=f"add-{name}",
            )
            made.set_enabled(fits)
            made.props["aria-label"] = page.say(Message("app.goal-add-this"), model=title)

    # the population

    def _population(self) -> str | None:
        people = self._page.project.recipe().population
        return people and read_population_names(self._page.project)[Path(people).name]

    def _draw_population(self) -> None:
        page, name = self._page, self._population()
        ui.label(page.say(Message("app.goal-population"))).classes("strong")
        ui.label(page.say(Message("app.goal-population-why"))).classes("quiet")
        if name is None:
            parts.note(page.say(Message("app.goal-no-population")), "warning")
        else:
            parts.note(page.say(Message("app.goal-population-is"), name=name), "good")
            place = ui.element("div").classes("stack")
            ui.timer(0, page.handled(partial(self._draw_whose, place)), once=True)
        label = page.say(Message("app.goal-drop-population"))
        draw_drop_zone(page, "population", label, self._take_population, "population")

    async def _draw_whose(self, place: ui.element) -> None:
        """Ask whose the records of the population are, once its columns are known."""
        page = self._page
        columns = await to_thread(read_population_columns, page.project)
        if place.is_deleted:
            return
        recipe = page.project.recipe()

        async def decide(names: list[str]) -> None:
            chosen = tuple(names)
            await page.change(lambda now: replace(now, population_subject=chosen), redraw=False)

        with place:
            whose = ui.select(
                list(columns),
                value=list(people_subject(columns, recipe.population_subject, recipe.subject)),
                label=page.say(Message("app.goal-population-whose")),
                multiple=True,
                on_change=page.told_of(lambda event: decide(event.value)),
            )
            whose.props('outlined use-chips data-name="population-subject"').classes("wide")

    def _take_population(self) -> None:
        self._draw_around()
        self._page.redraw_head()
