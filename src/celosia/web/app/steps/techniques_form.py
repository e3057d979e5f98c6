"""The form of any technique: fields with their ranges, errors beside them, and a try."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from nicegui import ui

import celosia
from celosia.web.app import parts
from celosia.web.app.fields import (
    Entry,
    Numeric,
    WrongEntries,
    entries_of,
    number_field,
    offered,
    range_of,
    technique_of,
)
from celosia.web.app.page_session import PageSession
from celosia.web.app.steps.techniques_shown import changes_table
from celosia.web.app.texts import common_words, technique_words as texts

Added = Callable[[str, Sequence[celosia.Technique]], Awaitable[None]]
FIRST = "masking"


class TechniqueForm:
    """A dialog that adds one technique to a column; it is drawn when it is opened."""

    def __init__(
        self, page: PageSession, column: str, columns: Sequence[str], added: Added
    ) -> None:
        self._page, self._column, self._columns, self._added = page, column, columns, added
        self._kind = FIRST
        self._fields: dict[str, Any] = {}
        self._dialog: ui.dialog | None = None

    def open(self) -> None:
        """Show the form."""
        page = self._page
        with page.place, ui.dialog() as self._dialog, ui.card().classes("form"):
            self._dialog.on("hide", self._dialog.delete)
            title = page.say(texts.FORM_TITLE, column=self._column)
            self._dialog.props["aria-label"] = title
            ui.label(title).classes("heading").props('role=heading aria-level="2"')
            names = {kind: page.say(title) for kind, title in offered().items()}
            ui.select(
                names,
                value=self._kind,
                label=page.say(texts.TECHNIQUE),
                on_change=lambda event: self._choose(event.value),
            ).props('outlined data-name="technique"').classes("w-full")
            self._place = ui.element("div").classes("stack")
            self._told = ui.element("div").classes("stack")
            with ui.row().classes("w-full justify-end"):
                parts.button(page, page.say(common_words.CANCEL), self._dialog.close, quiet=True)
                parts.button(
                    page, page.say(texts.TRY), self._try, quiet=True, icon="visibility", name="try"
                )
                parts.button(page, page.say(texts.ADD_IT), self._add, icon="add", name="add-it")
        self._choose(self._kind)
        self._dialog.open()

    def _choose(self, kind: str) -> None:
        """Draw the fields of a technique."""
        self._kind = kind
        self._fields.clear()
        self._place.clear()
        self._told.clear()
        with self._place:
            if together := celosia.TECHNIQUES[kind].described.together:
                ui.label(self._page.say(together)).classes("quiet")
            for entry in entries_of(kind):
                self._fields[entry.name] = self._field(entry)

    def _field(self, entry: Entry) -> Any:
        page, label = self._page, self._page.say(entry.label)
        name = f"field-{entry.name}"
        match entry.allowed:
            case celosia.Flag():
                made: Any = ui.checkbox(label, value=bool(entry.start))
            case celosia.OneOf():
                choices = {value: page.say(said) for value, said in (entry.choices or {}).items()}
                made = ui.select(choices, value=entry.start, label=label)
            case celosia.NamesOfColumns():
                made = ui.select(
                    list(self._columns), value=[self._column], label=label, multiple=True
                )
            case celosia.NameOfColumn():
                others = [name for name in self._columns if name != self._column]
                made = ui.select(others, value=None, label=label, clearable=True)
            case celosia.Whole() | celosia.Between() as allowed:
                made = number_field(page, label, entry.start, allowed, name, needed=entry.needed)
            case celosia.Texts():
                made = ui.textarea(label)
            case _:
                made = ui.input(label, value=str(entry.start or ""))
        made.props(f'data-name="{name}"').classes("w-full")
        if not isinstance(entry.allowed, celosia.Flag):
            made.props("outlined")
            made.props["hint"] = self._hint(entry)
        return made

    def _hint(self, entry: Entry) -> str:
        said = []
        if isinstance(entry.allowed, Numeric):
            said.append(self._page.say(range_of(entry.allowed)))
        if isinstance(entry.allowed, celosia.Texts):
            said.append(self._page.say(texts.ONE_PER_LINE))
        if not entry.needed and entry.start in (None, "", ()):
            said.append(self._page.say(texts.OPTIONAL))
        return " ".join(said)

    def _made(self) -> celosia.Technique | None:
        """Take what the form says; what is wrong is said beside its field."""
        given = {name: field.value for name, field in self._fields.items()}
        wrong: dict[str, celosia.Message] = {}
        made = None
        try:
            made = technique_of(self._kind, self._column, given)
        except WrongEntries as refused:
            wrong = dict(refused.fields)
        self._told.clear()
        for name, field in self._fields.items():
            said = wrong.pop(name, None)
            if isinstance(field, ui.checkbox):
                continue
            field.props["error"] = said is not None
            field.props["error-message"] = self._page.say(said) if said else ""
            field.update()
        with self._told:
            for said in wrong.values():
                parts.note(self._page.say(said), "bad")
        return made

    async def _try(self) -> None:
        """Show what the technique would do, after those that are decided; nothing is kept."""
        technique = self._made()
        if technique is None:
            return
        preview = await to_thread(_try, self._page, technique)
        tried = preview.steps[-1]
        with self._told:
            if tried.error is not None:
                exact = self._page.exactly(tried.error)
                parts.note(f"{self._page.say(texts.CANNOT_HERE)}\n{exact}", "bad")
                return
            ui.label(self._page.say(technique.explanation)).classes("quiet")
            changes_table(self._page, preview, self._column)
            for warning in tried.warnings:
                parts.note(self._page.say(warning), "warning")

    async def _add(self) -> None:
        technique = self._made()
        if technique is not None and self._dialog is not None:
            self._dialog.close()
            await self._added(self._column, (technique,))


def _try(page: PageSession, technique: celosia.Technique) -> celosia.Preview:
    recipe = page.project.recipe()
    with page.app.readers.table(page.project) as table:
        together = replace(recipe, techniques=(*recipe.techniques, technique))
        preview: celosia.Preview = celosia.preview_techniques(table, together)
        return preview
