"""The form of any technique: fields with their ranges, errors beside them, and a try."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from nicegui import ui

import celosia
from celosia.core.parameters import Flag, NameOfColumn, NamesOfColumns, Texts
from celosia.core.technique import Technique
from celosia.text.messages import Message
from celosia.web.app import parts
from celosia.web.app.fields import (
    FormField,
    Numeric,
    WrongEntries,
    draw_field,
    entries_of,
    offered,
    range_of,
    technique_of,
)
from celosia.web.app.page_session import PageSession
from celosia.workflow.preview import Preview, preview_techniques

Added = Callable[[str, Sequence[Technique]], Awaitable[None]]
FIRST = "masking"


def name_of(page: PageSession, technique: Technique) -> str:
    """Say what people call a technique."""
    return page.say(technique.described.title)


def changes_table(page: PageSession, preview: Preview, column: str) -> None:
    """Show a few real cells of a column before and after everything that is done to it."""
    changes = preview.changes(column)
    if not changes:
        return
    parts.plain_table(
        [page.say(Message("app.choose-before")), page.say(Message("app.choose-after"))],
        [
            [
                _cell(page, change.before),
                page.say(Message("app.techniques-gone"))
                if change.left_out
                else _cell(page, change.after),
            ]
            for change in changes
        ],
        page.say(Message("app.techniques-examples")),
    )
    for said in _remarks(page, preview, column):
        ui.label(said).classes("quiet")


def _cell(page: PageSession, value: str | None) -> str:
    return page.say(Message("app.techniques-unknown")) if value is None else value


def _remarks(page: PageSession, preview: Preview, column: str) -> Iterable[str]:
    mine = [s for s in preview.steps if column in s.technique.about]
    for step in mine:
        gone = step.effect.records_before - step.effect.records_after if step.effect else 0
        if gone:
            yield page.say(
                Message("app.techniques-records-gone"),
                number=page.number(gone),
                records=page.number(preview.records),
            )
    if any(step.technique.needs_key for step in mine):
        yield page.say(Message("app.techniques-example-key"))
    if preview.sampled:
        yield page.say(Message("app.techniques-sampled"), records=page.number(preview.records))


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
            title = page.say(Message("app.techniques-form-title"), column=self._column)
            self._dialog.props["aria-label"] = title
            ui.label(title).classes("heading").props('role=heading aria-level="2"')
            names = {kind: page.say(title) for kind, title in offered().items()}
            ui.select(
                names,
                value=self._kind,
                label=page.say(Message("app.techniques-technique")),
                on_change=lambda event: self._choose(event.value),
            ).props('outlined data-name="technique"').classes("w-full")
            self._place = ui.element("div").classes("stack")
            self._told = ui.element("div").classes("stack")
            with ui.row().classes("w-full justify-end"):
                parts.button(page, page.say(Message("app.cancel")), self._dialog.close, quiet=True)
                parts.button(
                    page,
                    page.say(Message("app.techniques-try")),
                    self._try,
                    quiet=True,
                    icon="visibility",
                    name="try",
                )
                parts.button(
                    page,
                    page.say(Message("app.techniques-add-it")),
                    self._add,
                    icon="add",
                    name="add-it",
                )
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
                self._fields[entry.name] = self._draw_field(entry)

    def _draw_field(self, entry: FormField) -> Any:
        label, name = self._page.say(entry.label), f"field-{entry.name}"
        match entry.allowed:
            case NamesOfColumns():
                made: Any = ui.select(
                    list(self._columns), value=[self._column], label=label, multiple=True
                )
            case NameOfColumn():
                others = [name for name in self._columns if name != self._column]
                made = ui.select(others, value=None, label=label, clearable=True)
            case _:
                made = draw_field(self._page, entry, name)
        made.props(f'data-name="{name}"').classes("w-full")
        if not isinstance(entry.allowed, Flag):
            made.props("outlined")
            made.props["hint"] = self._hint(entry)
        return made

    def _hint(self, entry: FormField) -> str:
        said = []
        if isinstance(entry.allowed, Numeric):
            said.append(self._page.say(range_of(entry.allowed)))
        if isinstance(entry.allowed, Texts):
            said.append(self._page.say(Message("app.techniques-one-per-line")))
        if not entry.needed and entry.start in (None, "", ()):
            said.append(self._page.say(Message("app.techniques-optional")))
        return " ".join(said)

    def _read_technique(self) -> Technique | None:
        """Take what the form says; what is wrong is said beside its field."""
        given = {name: field.value for name, field in self._fields.items()}
        wrong: dict[str, Message] = {}
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
        technique = self._read_technique()
        if technique is None:
            return
        preview = await to_thread(_try, self._page, technique)
        tried = preview.steps[-1]
        with self._told:
            if tried.error is not None:
                exact = self._page.exactly(tried.error)
                parts.note(
                    f"{self._page.say(Message('app.techniques-cannot-here'))}\n{exact}", "bad"
                )
                return
            ui.label(self._page.say(technique.explanation)).classes("quiet")
            changes_table(self._page, preview, self._column)
            for warning in tried.warnings:
                parts.note(self._page.say(warning), "warning")

    async def _add(self) -> None:
        technique = self._read_technique()
        if technique is not None and self._dialog is not None:
            self._dialog.close()
            await self._added(self._column, (technique,))


def _try(page: PageSession, technique: Technique) -> Preview:
    recipe = page.project.recipe()
    with page.app.readers.table(page.project) as table:
        together = replace(recipe, techniques=(*recipe.techniques, technique))
        preview: Preview = preview_techniques(table, together)
        return preview
