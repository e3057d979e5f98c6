"""The types and lengths of the columns: proposed, edited, saved to a file and loaded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nicegui import ui

import celosia
from celosia.shells.app import parts
from celosia.shells.app.page_session import PageSession
from celosia.shells.app.steps.coming_in import propose_anew
from celosia.shells.app.texts import import_ as texts


def types_form(page: PageSession, schema: celosia.Schema) -> Callable[[], celosia.Schema]:
    """Let the visitor correct what each column is; give what the fields say."""
    with ui.expansion(page.say(texts.TYPES), icon="schema").classes("part w-full") as form:
        form.props('data-name="types"')
        parts.why(page, page.say(texts.WHY_TYPES))
        fields = {column.name: _fields(page, column) for column in schema}

        def typed() -> celosia.Schema:
            return celosia.Schema(tuple(_column(*item) for item in fields.items()))

        async def save() -> None:
            await propose_anew(page, schema=typed())

        async def load(name: str, content: bytes) -> None:
            await propose_anew(page, schema=schema.override(_read(content)))

        with parts.line():
            parts.button(page, page.say(texts.SAVE_TYPES), save, icon="check")
            parts.button(
                page,
                page.say(texts.SCHEMA_OUT),
                lambda: ui.download.content(_written(schema), "schema.toml"),
                icon="download",
                quiet=True,
            )
            parts.take_file(
                page, page.say(texts.SCHEMA_IN), load, "schema", page.project.limits.hierarchy
            )
    return typed


def _fields(page: PageSession, column: celosia.Column) -> tuple[Any, Any, Any]:
    names = {kind: page.say(name) for kind, name in texts.COLUMN_TYPES.items()}
    with ui.row().classes("w-full items-center gap-3"):
        ui.label(column.name).classes("strong").style("min-width: 10rem")
        kind = ui.select(
            names, value=column.type.value, label=page.say(texts.TYPE, column=column.name)
        )
        length = ui.number(
            page.say(texts.LENGTH, column=column.name), value=column.max_length, min=1, precision=0
        )
        written = ui.input(
            page.say(texts.DATE_FORMAT, column=column.name), value=column.format or ""
        )
        written.bind_visibility_from(kind, "value", value="date")
        for name, field in (("type", kind), ("length", length), ("date", written)):
            field.props("outlined dense").classes("grow")
            field.props["data-name"] = f"{name}-{column.name}"
    return kind, length, written


def _column(name: str, fields: tuple[Any, Any, Any]) -> celosia.Column:
    kind = celosia.ColumnType(fields[0].value)
    length = None if fields[1].value is None else int(fields[1].value)
    is_date = kind is celosia.ColumnType.DATE
    return celosia.Column(name, kind, length, (fields[2].value or None) if is_date else None)


def _read(content: bytes) -> celosia.Schema:
    with TemporaryDirectory(prefix="celosia-") as folder:
        path = Path(folder) / "schema.toml"
        path.write_bytes(content)
        schema: celosia.Schema = celosia.read_schema(path)
        return schema


def _written(schema: celosia.Schema) -> bytes:
    with TemporaryDirectory(prefix="celosia-") as folder:
        path = Path(folder) / "schema.toml"
        celosia.write_schema(schema, path)
        return path.read_bytes()
