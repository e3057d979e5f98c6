"""A table comes in, and is shown as it was understood."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nicegui import ui

import celosia
from celosia.web.app import parts
from celosia.web.app.grid_element import rows_grid
from celosia.web.app.page_session import Action, PageSession, nothing
from celosia.web.app.step import STEPS, Step
from celosia.web.app.texts import import_words as texts
from celosia.web.service import SOURCE, Source

EXAMPLE_ROWS = 2_000
TOLD = """(info) => {
    try {
        const told = JSON.parse(info.xhr.responseText);
        emit({...told, en: told.detail});
    } catch (problem) { emit({en: ''}); }
}"""
"""Takes what the interface says of an upload that it refused."""


def sources(page: PageSession) -> None:
    """Offer the three ways."""
    with parts.card(page.say(texts.FROM_FILE)):
        dropping(page, "dataset", page.say(texts.DROP), lambda: _look(page), "upload")
        most = f"{page.number(page.project.limits.upload >> 20)} MB"
        formats = celosia.FILE_FORMATS.titles(page.language)
        ui.label(page.say(texts.FORMATS, formats=formats, most=most)).classes("quiet")
    with parts.card(page.say(texts.FROM_EXAMPLE)):
        parts.button(
            page,
            page.say(texts.EXAMPLE),
            lambda: _take_example(page),
            icon="local_hospital",
            quiet=True,
            name="example",
        )
    with ui.expansion(page.say(texts.FROM_DATABASE), icon="storage") as database:
        database.classes("part w-full").props('data-name="database"')
        _database(page)


def _database(page: PageSession) -> None:
    with parts.line():
        address = ui.input(
            page.say(texts.ADDRESS), placeholder="mariadb://ana@localhost/clinic?table=patients"
        ).props('outlined data-name="address"')
        address.classes("grow")
        password = ui.input(page.say(texts.PASSWORD), password=True).props("outlined")
        password.classes("wide")

        async def connect() -> None:
            await to_thread(page.project.connect, address.value.strip(), password.value or None)
            await _look(page)

        parts.button(page, page.say(texts.CONNECT), connect, icon="link", name="connect")


def dropping(page: PageSession, where: str, label: str, taken: Action, name: str) -> None:
    """Let the browser send a file straight to the interface, which writes it as it arrives."""
    address = f"'{page.api}/{where}?name=' + encodeURIComponent(files[0].name)"
    uploader = ui.element("q-uploader").classes("drop")
    with uploader.add_slot("header"):
        _drop_here(label, page.say(texts.CHOOSE_FILE), f"{name}-button")
    uploader.props(f'method=PUT send-raw auto-upload flat bordered data-name="{name}"')
    uploader.props["max-file-size"] = page.project.limits.upload
    uploader.props[":url"] = f"files => {address}"
    uploader.on("uploaded", page.handled(taken), args=[])

    def refused(event: Any) -> None:
        uploader.run_method("reset")
        page.alert(page.meaning(None), page.told(event.args))

    uploader.on("rejected", lambda: page.alert(page.meaning("TooLargeError")), args=[])
    uploader.on("failed", refused, js_handler=TOLD)


def _drop_here(label: str, caption: str, name: str) -> None:
    """Draw a button with words; the one that Quasar draws has none, and a field inside.

    These are elements, not a template: a template is drawn anew whenever anything on the page
    changes, and takes the focus with it.
    """
    with ui.element("div").classes("drop-here"):
        ui.label(label)
        choose = ui.button(caption, icon="upload_file").props(f'no-caps data-name="{name}"')
        choose.on("click", js_handler="() => props.pickFiles()")
        with ui.element("span").props("hidden"):
            ui.element("q-uploader-add-trigger")


async def _take_example(page: PageSession) -> None:
    def write() -> None:
        with TemporaryDirectory(prefix="celosia-") as folder:
            path = Path(folder) / "patients.csv"
            celosia.write_hospital(path, EXAMPLE_ROWS)
            with path.open("rb") as content:
                page.project.upload(page.say(texts.EXAMPLE_NAME), content)

    await to_thread(write)
    await _look(page)


async def _look(page: PageSession) -> None:
    """Let the columns be looked at, while the table is shown already."""
    await to_thread(page.app.readers.forget, page.project)
    await _start_looking(page)


async def propose_anew(page: PageSession, **entries: Any) -> None:
    """Keep only what is known of the file, and let everything else be proposed again."""
    kept = page.project.recipe()
    bare = celosia.Recipe(reading=kept.reading, schema=celosia.Schema(()))
    await to_thread(page.project.save_recipe, replace(bare, **entries))
    await _start_looking(page)


async def _start_looking(page: PageSession) -> None:
    """Look at the columns of a table that can be read; of another, the step says what is wrong."""
    page.keep = nothing  # what was typed is saved, or was about another table
    if await to_thread(_can_be_read, page):
        await page.start("profile", language=page.language)
    await page.redraw()


def _can_be_read(page: PageSession) -> bool:
    try:
        with page.app.readers.table(page.project):
            return True
    except celosia.CelosiaError:
        return False


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
