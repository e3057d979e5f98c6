"""The step *import*: a table comes in, and is shown as it was understood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.grid import rows_grid
from celosia.shells.app.step import STEPS, Step
from celosia.shells.app.steps.coming_in import propose_anew, sources
from celosia.shells.app.steps.typing_columns import types_form
from celosia.shells.app.texts import import_ as texts
from celosia.shells.app.walk import Walk
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
    error: celosia.CelosiaError | None = None

    @property
    def is_spreadsheet(self) -> bool:
        """Whether one sheet of several may have been read."""
        return self.source is not None and self.source.place.endswith(".xlsx")


def load(walk: Walk) -> Imported:
    """Open the table, which may take a moment the first time."""
    project = walk.project
    source = project.source
    if source is None:
        return Imported(None, celosia.ReadOptions())
    recipe = project.recipe()
    try:
        with walk.desk.readers.table(project) as table:
            dialect = getattr(table.relation, "dialect", None)
            return Imported(
                source,
                recipe.reading,
                dialect and dialect.separator,
                dialect and dialect.encoding,
                table.schema.override(recipe.schema),
                table.records,
                sampled=not source.is_file,
            )
    except celosia.CelosiaError as wrong:
        return Imported(source, recipe.reading, error=wrong)


def show(walk: Walk, imported: Imported) -> None:
    """Draw where a table comes from, or the table that is there."""
    source = imported.source
    if source is None:
        sources(walk)
        return
    if imported.error is not None:
        kind = type(imported.error).__name__ if source.is_file else "ServerError"
        parts.failed(walk, kind, walk.exactly(imported.error))
    if imported.schema is not None:
        with parts.card(_titled(walk, source, imported)):
            if not imported.records:
                parts.note(walk.say(texts.NO_RECORDS), "warning")
            if imported.sampled:
                parts.note(walk.say(texts.SAMPLED))
            rows_grid(
                walk,
                SOURCE,
                imported.schema.names,
                imported.records,
                walk.say(texts.ROWS),
                sortable=not imported.sampled,
            )
        parts.forward(walk)
    typed: dict[str, Callable[[], Any]] = {}
    if source.is_file and (imported.separator or imported.error or imported.is_spreadsheet):
        typed["reading"] = _reading_form(walk, imported)
    if imported.schema is not None:
        typed["schema"] = types_form(walk, imported.schema)
    _keep(walk, typed)
    other = ui.expansion(
        walk.say(texts.OTHER_TABLE), icon="swap_horiz", value=imported.error is not None
    )
    with other.classes("part w-full"):
        if imported.error is None:
            parts.note(walk.say(texts.REPLACES))
        sources(walk)


def _titled(walk: Walk, source: Source, imported: Imported) -> str:
    columns = len(imported.schema.columns) if imported.schema else 0
    sizes = [
        walk.say(one) if number == 1 else walk.say(more, number=walk.number(number))
        for number, one, more in (
            (imported.records, texts.ONE_RECORD, texts.RECORDS),
            (columns, texts.ONE_COLUMN, texts.COLUMNS),
        )
    ]
    return walk.say(texts.TABLE, name=source.name, records=sizes[0], columns=sizes[1])


def _keep(walk: Walk, typed: dict[str, Callable[[], Any]]) -> None:
    """Save on leaving what was typed: everything is proposed anew then, and can be undone."""
    shown = {entry: read() for entry, read in typed.items()}

    async def keep() -> None:
        now = {entry: read() for entry, read in typed.items()}
        if changed := {entry: said for entry, said in now.items() if said != shown[entry]}:
            await propose_anew(walk, **changed)
            ui.notify(walk.say(texts.KEPT), type="positive", timeout=5000)

    walk.keep = keep


def _reading_form(walk: Walk, imported: Imported) -> Callable[[], celosia.ReadOptions]:
    with parts.card(walk.say(texts.HOW_READ)):
        understood = texts.WHY_READ if imported.schema else texts.WHY_NOT_READ
        parts.why(walk, walk.say(texts.WHY_SHEET if imported.is_spreadsheet else understood))
        with parts.line():
            of_file = (_sheet_form if imported.is_spreadsheet else _text_form)(walk, imported)
            nulls = ui.input(
                walk.say(texts.NULLS), value=", ".join(imported.reading.null_values)
            ).props("outlined")
            nulls.classes("grow")

            def typed() -> celosia.ReadOptions:
                unknown = tuple(t.strip() for t in nulls.value.split(",") if t.strip())
                return replace(imported.reading, null_values=unknown, **of_file())

            async def read_again() -> None:
                await propose_anew(walk, reading=typed())

            parts.button(walk, walk.say(texts.READ_AGAIN), read_again, icon="refresh", name="read")
        ui.label(walk.say(texts.READ_AGAIN_DROPS)).classes("quiet")
    return typed


def _sheet_form(walk: Walk, imported: Imported) -> Callable[[], dict[str, str | None]]:
    sheet = ui.input(walk.say(texts.SHEET), value=imported.reading.sheet or "")
    sheet.props('outlined data-name="sheet"')
    return lambda: {"sheet": sheet.value.strip() or None}


def _text_form(walk: Walk, imported: Imported) -> Callable[[], dict[str, str | None]]:
    found = imported.reading.separator or imported.separator or FIND_OUT
    names = {sign: walk.say(name) for sign, name in texts.SEPARATORS.items()}
    separator = ui.select(
        {found: found, FIND_OUT: walk.say(texts.FIND_OUT), **names},
        label=walk.say(texts.SEPARATOR),
        value=found,
    ).props('outlined data-name="separator"')
    spoken = imported.reading.encoding or imported.encoding or FIND_OUT
    encoding = ui.select(
        {FIND_OUT: walk.say(texts.FIND_OUT)}
        | {name: name for name in (spoken, *ENCODINGS) if name},
        label=walk.say(texts.ENCODING),
        value=spoken,
    ).props("outlined")
    return lambda: {
        "separator": str(separator.value) or None,
        "encoding": str(encoding.value) or None,
    }


STEPS.add("import", Step(texts.TITLE, texts.INTRO, load, show, jobs=("profile",)), order=1)
