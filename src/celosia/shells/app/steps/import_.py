"""The step *import*: a table comes in, and is shown as it was understood."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.grid import rows_grid
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.step import STEPS, Step
from celosia.shells.app.steps.coming_in import propose_anew, sources
from celosia.shells.app.steps.typing_columns import types_form
from celosia.shells.app.texts import import_ as texts
from celosia.shells.service import SOURCE, Source

FIND_OUT = ""
"""Stands for a separator or an encoding that is looked for in the file."""
ENCODINGS = ("utf-8", "cp1252", "iso-8859-15", "utf-16")


@dataclass(frozen=True, slots=True)
class Imported:
    """The table as it was read, or why it could not be."""

    source: Source | None
    reading: celosia.ReadOptions
    separator: str | None = None
    encoding: str | None = None
    schema: celosia.Schema | None = None
    records: int = 0
    sampled: bool = False
    format: celosia.Format | None = None
    missing: Mapping[str, int] = field(default_factory=dict)
    error: celosia.CelosiaError | None = None

    @property
    def has_choices(self) -> bool:
        """Whether it could be read otherwise: another sheet of several, or codes for labels."""
        return self.format is not None and (self.format.sheets or self.format.labels)


def load(page: PageSession) -> Imported:
    """Open the table, which may take a moment the first time."""
    project = page.project
    source = project.source
    if source is None:
        return Imported(None, celosia.ReadOptions())
    recipe = project.recipe()
    found = _format(project.place_of(source)) if source.is_file else None
    try:
        with page.app.readers.table(project) as table:
            dialect = getattr(table.relation, "dialect", None)
            return Imported(
                source,
                recipe.reading,
                dialect and dialect.separator,
                dialect and dialect.encoding,
                table.schema.override(recipe.schema),
                table.records,
                sampled=not source.is_file,
                format=found,
                missing=table.missing_codes,
            )
    except celosia.CelosiaError as wrong:
        return Imported(source, recipe.reading, format=found, error=wrong)


def _format(place: str) -> celosia.Format | None:
    try:
        return celosia.FILE_FORMATS.at(Path(place))
    except (celosia.CelosiaError, OSError):
        return None  # reading says what is wrong


def show(page: PageSession, imported: Imported) -> None:
    """Draw where a table comes from, or the table that is there."""
    source = imported.source
    if source is None:
        sources(page)
        return
    if imported.error is not None:
        kind = type(imported.error).__name__ if source.is_file else "ServerError"
        parts.show_failure(page, kind, page.exactly(imported.error))
    if imported.schema is not None:
        with parts.card(_titled(page, source, imported)):
            if not imported.records:
                parts.note(page.say(texts.NO_RECORDS), "warning")
            if imported.missing:
                counts = [f"{name}: {page.number(n)}" for name, n in imported.missing.items()]
                parts.note(page.say(texts.MISSING, columns=", ".join(counts)))
            if imported.sampled:
                parts.note(page.say(texts.SAMPLED))
            rows_grid(
                page,
                SOURCE,
                imported.schema.names,
                imported.records,
                page.say(texts.ROWS),
                sortable=not imported.sampled,
            )
        parts.forward(page)
    typed: dict[str, Callable[[], Any]] = {}
    if source.is_file and (imported.separator or imported.error or imported.has_choices):
        typed["reading"] = _reading_form(page, imported)
    if imported.schema is not None:
        typed["schema"] = types_form(page, imported.schema)
    _keep(page, typed)
    other = ui.expansion(
        page.say(texts.OTHER_TABLE), icon="swap_horiz", value=imported.error is not None
    )
    with other.classes("part w-full"):
        if imported.error is None:
            parts.note(page.say(texts.REPLACES))
        sources(page)


def _titled(page: PageSession, source: Source, imported: Imported) -> str:
    columns = len(imported.schema.columns) if imported.schema else 0
    sizes = [
        page.say(one) if number == 1 else page.say(more, number=page.number(number))
        for number, one, more in (
            (imported.records, texts.ONE_RECORD, texts.RECORDS),
            (columns, texts.ONE_COLUMN, texts.COLUMNS),
        )
    ]
    return page.say(texts.TABLE, name=source.name, records=sizes[0], columns=sizes[1])


def _keep(page: PageSession, typed: dict[str, Callable[[], Any]]) -> None:
    """Save on leaving what was typed: everything is proposed anew then, and can be undone."""
    shown = {entry: read() for entry, read in typed.items()}

    async def keep() -> None:
        now = {entry: read() for entry, read in typed.items()}
        if changed := {entry: said for entry, said in now.items() if said != shown[entry]}:
            await propose_anew(page, **changed)
            ui.notify(page.say(texts.KEPT), type="positive", timeout=5000)

    page.keep = keep


def _reading_form(page: PageSession, imported: Imported) -> Callable[[], celosia.ReadOptions]:
    with parts.card(page.say(texts.HOW_READ)):
        understood = texts.WHY_READ if imported.schema else texts.WHY_NOT_READ
        why, form = understood, _text_form
        if imported.format is not None and imported.format.sheets:
            why, form = texts.WHY_SHEET, _sheet_form
        elif imported.format is not None and imported.format.labels:
            why, form = texts.WHY_LABELS, _labels_form
        parts.why(page, page.say(why))
        with parts.line():
            of_file = form(page, imported)
            nulls = ui.input(
                page.say(texts.NULLS), value=", ".join(imported.reading.null_values)
            ).props("outlined")
            nulls.classes("grow")

            def typed() -> celosia.ReadOptions:
                unknown = tuple(t.strip() for t in nulls.value.split(",") if t.strip())
                return replace(imported.reading, null_values=unknown, **of_file())

            async def read_again() -> None:
                await propose_anew(page, reading=typed())

            parts.button(page, page.say(texts.READ_AGAIN), read_again, icon="refresh", name="read")
        ui.label(page.say(texts.READ_AGAIN_DROPS)).classes("quiet")
    return typed


def _sheet_form(page: PageSession, imported: Imported) -> Callable[[], dict[str, str | None]]:
    sheet = ui.input(page.say(texts.SHEET), value=imported.reading.sheet or "")
    sheet.props('outlined data-name="sheet"')
    return lambda: {"sheet": sheet.value.strip() or None}


def _labels_form(page: PageSession, imported: Imported) -> Callable[[], dict[str, str | None]]:
    shown = ui.select(
        {each: page.say(texts.SHOWN_AS[each]) for each in celosia.SHOWN_AS},
        label=page.say(texts.SHOWN),
        value=imported.reading.labels or celosia.SHOWN_AS[0],
    ).props('outlined data-name="labels"')
    usual = celosia.SHOWN_AS[0]
    return lambda: {"labels": None if shown.value == usual else str(shown.value)}


def _text_form(page: PageSession, imported: Imported) -> Callable[[], dict[str, str | None]]:
    found = imported.reading.separator or imported.separator or FIND_OUT
    names = {sign: page.say(name) for sign, name in texts.SEPARATORS.items()}
    separator = ui.select(
        {found: found, FIND_OUT: page.say(texts.FIND_OUT), **names},
        label=page.say(texts.SEPARATOR),
        value=found,
    ).props('outlined data-name="separator"')
    spoken = imported.reading.encoding or imported.encoding or FIND_OUT
    encoding = ui.select(
        {FIND_OUT: page.say(texts.FIND_OUT)}
        | {name: name for name in (spoken, *ENCODINGS) if name},
        label=page.say(texts.ENCODING),
        value=spoken,
    ).props("outlined")
    return lambda: {
        "separator": str(separator.value) or None,
        "encoding": str(encoding.value) or None,
    }


STEPS.add("import", Step(texts.TITLE, texts.INTRO, load, show, jobs=("profile",)), order=1)
