"""A table comes in, and is shown as it was understood."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nicegui import ui

import celosia
from celosia.core.engine import browser_example
from celosia.core.schema import HEADER, RENAME, SHOWN_AS, SKIP
from celosia.demo import write_hospital
from celosia.files.dialect import MIXED
from celosia.files.file_format import Format
from celosia.text.messages import Message
from celosia.web.app import parts
from celosia.web.app.grid_element import rows_grid
from celosia.web.app.page_session import Action, PageSession, nothing
from celosia.web.app.step import STEPS, AppStep
from celosia.web.service import SOURCE, ProjectSource
from celosia.workflow.read import read_schema, skipped_note, write_schema

EXAMPLE_ROWS = 2_000
"""Enough that every step shows something, and few enough that none keeps waiting: roles are
proposed in 0.2 s, for 20,000 in 1.1 s."""
TOLD = """(info) => {
    try {
        const told = JSON.parse(info.xhr.responseText);
        emit({...told, en: told.detail});
    } catch (problem) { emit({en: ''}); }
}"""
"""Takes what the interface says of an upload that it refused."""

SEPARATORS: Mapping[str, Message] = {
    ",": Message("app.import-separators"),
    ";": Message("app.import-separators-2"),
    "\t": Message("app.import-separators-3"),
    "|": Message("app.import-separators-4"),
    " ": Message("app.import-separators-5"),
    ":": Message("app.import-separators-6"),
}


def type_title(kind: celosia.ColumnType) -> Message:
    """Say what a column of a type holds."""
    return Message(f"app.import-column-types-{kind.value}")


def draw_sources(page: PageSession) -> None:
    """Offer the three ways."""
    with parts.card(page.say(Message("app.import-from-file"))):
        draw_drop_zone(
            page,
            "dataset",
            page.say(Message("app.import-drop")),
            lambda: _look_anew(page),
            "upload",
        )
        most = f"{page.number(page.project.limits.upload >> 20)} MB"
        formats = celosia.FILE_FORMATS.titles(page.language)
        ui.label(page.say(Message("app.import-formats"), formats=formats, most=most)).classes(
            "quiet"
        )
    with parts.card(page.say(Message("app.import-from-example"))):
        parts.button(
            page,
            page.say(Message("app.import-example")),
            lambda: _take_example(page),
            icon="local_hospital",
            quiet=True,
            name="example",
        )
    with ui.expansion(page.say(Message("app.import-from-database")), icon="storage") as database:
        database.classes("part w-full").props('data-name="database"')
        _draw_database(page)


def _draw_database(page: PageSession) -> None:
    with parts.line():
        address = ui.input(
            page.say(Message("app.import-address")),
            placeholder=browser_example(),
        ).props('outlined data-name="address"')
        address.classes("grow")
        password = ui.input(page.say(Message("app.import-password")), password=True).props(
            "outlined"
        )
        password.classes("wide")

        async def connect() -> None:
            await to_thread(page.project.connect, address.value.strip(), password.value or None)
            await _look_anew(page)

        parts.button(
            page, page.say(Message("app.import-connect")), connect, icon="link", name="connect"
        )


def draw_drop_zone(page: PageSession, where: str, label: str, taken: Action, name: str) -> None:
    """Let the browser send a file straight to the interface, which writes it as it arrives."""
    address = f"'{page.api}/{where}?name=' + encodeURIComponent(files[0].name)"
    uploader = ui.element("q-uploader").classes("drop")
    with uploader.add_slot("header"):
        _drop_here(label, page.say(Message("app.import-choose-file")), f"{name}-button")
    uploader.props(f'method=PUT send-raw auto-upload flat bordered data-name="{name}"')
    uploader.props["max-file-size"] = page.project.limits.upload
    uploader.props[":url"] = f"files => {address}"
    uploader.on("uploaded", page.handled(taken), args=[])

    def tell_refused(event: Any) -> None:
        uploader.run_method("reset")
        page.alert(page.meaning(None), page.told(event.args))

    uploader.on("rejected", lambda: page.alert(page.meaning("TooLargeError")), args=[])
    uploader.on("failed", tell_refused, js_handler=TOLD)


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
            write_hospital(path, EXAMPLE_ROWS)
            with path.open("rb") as content:
                page.project.upload(page.say(Message("app.import-example-name")), content)

    await to_thread(write)
    await _look_anew(page)


async def _look_anew(page: PageSession) -> None:
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
        await page.start("profile")
    await page.redraw()


def _can_be_read(page: PageSession) -> bool:
    try:
        with page.app.readers.table(page.project):
            return True
    except celosia.CelosiaError:
        return False


def types_form(page: PageSession, schema: celosia.Schema) -> Callable[[], celosia.Schema]:
    """Let the visitor correct what each column is; give what the fields say."""
    with ui.expansion(page.say(Message("app.import-types")), icon="schema").classes(
        "part w-full"
    ) as form:
        form.props('data-name="types"')
        parts.why(page, page.say(Message("app.import-why-types")))
        fields = {column.name: _draw_fields(page, column) for column in schema}

        def typed() -> celosia.Schema:
            return celosia.Schema(tuple(_column(*item) for item in fields.items()))

        async def save() -> None:
            await propose_anew(page, schema=typed())

        async def load(name: str, content: bytes) -> None:
            await propose_anew(page, schema=schema.override(_read(content)))

        with parts.line():
            parts.button(page, page.say(Message("app.import-save-types")), save, icon="check")
            parts.button(
                page,
                page.say(Message("app.import-schema-out")),
                lambda: ui.download.content(_written(schema), "schema.toml"),
                icon="download",
                quiet=True,
            )
            parts.take_file(
                page,
                page.say(Message("app.import-schema-in")),
                load,
                "schema",
                page.project.limits.hierarchy,
            )
    return typed


def _draw_fields(page: PageSession, column: celosia.Column) -> tuple[Any, Any, Any]:
    names = {kind.value: page.say(type_title(kind)) for kind in celosia.ColumnType}
    with ui.row().classes("w-full items-center gap-3"):
        ui.label(column.name).classes("strong").style("min-width: 10rem")
        kind = ui.select(
            names,
            value=column.type.value,
            label=page.say(Message("app.import-type"), column=column.name),
        )
        length = ui.number(
            page.say(Message("app.import-length"), column=column.name),
            value=column.max_length,
            min=1,
            precision=0,
        )
        written = ui.input(
            page.say(Message("app.import-date-format"), column=column.name),
            value=column.format or "",
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
        schema: celosia.Schema = read_schema(path)
        return schema


def _written(schema: celosia.Schema) -> bytes:
    with TemporaryDirectory(prefix="celosia-") as folder:
        path = Path(folder) / "schema.toml"
        write_schema(schema, path)
        return path.read_bytes()


FIND_OUT = ""
"""Stands for a separator or an encoding that is looked for in the file."""
ENCODINGS = ("utf-8", "cp1252", "iso-8859-15", "utf-16", MIXED)


@dataclass(frozen=True, slots=True)
class Imported:
    """The table as it was read, or why it could not be."""

    source: ProjectSource | None
    reading: celosia.ReadOptions
    separator: str | None = None
    encoding: str | None = None
    schema: celosia.Schema | None = None
    records: int = 0
    sampled: bool = False
    format: Format | None = None
    missing: Mapping[str, int] = field(default_factory=dict)
    skipped: int = 0
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
    found = _format(source.place) if source.is_file else None
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
                skipped=table.skipped_lines,
            )
    except celosia.CelosiaError as wrong:
        return Imported(source, recipe.reading, format=found, error=wrong)


def _format(stored: str) -> Format | None:
    """Tell the format by the ending that an upload was given when it was looked into."""
    kinds = celosia.FILE_FORMATS.values()
    return next((kind for kind in kinds if stored.endswith(kind.endings)), None)


def show(page: PageSession, imported: Imported) -> None:
    """Draw where a table comes from, or the table that is there."""
    source = imported.source
    if source is None:
        draw_sources(page)
        return
    if imported.error is not None:
        kind = type(imported.error).__name__ if source.is_file else "ServerError"
        parts.show_failure(page, kind, page.exactly(imported.error))
    if imported.schema is not None:
        with parts.card(_title(page, source, imported)):
            if not imported.records:
                parts.note(page.say(Message("app.import-no-records")), "warning")
            if imported.missing:
                counts = [f"{name}: {page.number(n)}" for name, n in imported.missing.items()]
                parts.note(page.say(Message("app.import-missing"), columns=", ".join(counts)))
            if imported.skipped:
                parts.note(page.say(skipped_note(imported.skipped)), "warning")
            if imported.sampled:
                parts.note(page.say(Message("app.import-sampled")))
            rows_grid(
                page,
                SOURCE,
                imported.schema.names,
                imported.records,
                page.say(Message("app.import-rows")),
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
        page.say(Message("app.import-other-table")),
        icon="swap_horiz",
        value=imported.error is not None,
    )
    with other.classes("part w-full"):
        if imported.error is None:
            parts.note(page.say(Message("app.import-replaces")))
        draw_sources(page)


def _title(page: PageSession, source: ProjectSource, imported: Imported) -> str:
    columns = len(imported.schema.columns) if imported.schema else 0
    sizes = [
        page.say(one) if number == 1 else page.say(more, number=page.number(number))
        for number, one, more in (
            (imported.records, Message("app.import-one-record"), Message("app.import-records")),
            (columns, Message("app.import-one-column"), Message("app.import-columns")),
        )
    ]
    return page.say(
        Message("app.import-table"), name=source.name, records=sizes[0], columns=sizes[1]
    )


def _keep(page: PageSession, typed: dict[str, Callable[[], Any]]) -> None:
    """Save on leaving what was typed: everything is proposed anew then, and can be undone."""
    shown = {entry: read() for entry, read in typed.items()}

    async def keep() -> None:
        now = {entry: read() for entry, read in typed.items()}
        if changed := {entry: said for entry, said in now.items() if said != shown[entry]}:
            await propose_anew(page, **changed)
            ui.notify(page.say(Message("app.import-kept")), type="positive", timeout=5000)

    page.keep = keep


def written_codes(missing: Mapping[str, Sequence[str]]) -> str:
    """Write the codes of columns in one line.

    >>> written_codes({"income": ("9999", "-1"), "age": ()})
    'income=9999, -1'
    """
    return "; ".join(f"{name}={', '.join(codes)}" for name, codes in missing.items() if codes)


def read_codes(
    line: str, before: Mapping[str, tuple[str, ...]] | None = None
) -> dict[str, tuple[str, ...]]:
    """Read such a line; in a column that stood there before and does not now, nothing is a code.

    >>> read_codes("income = 9999,-1", {"age": ("99",)})
    {'age': (), 'income': ('9999', '-1')}
    """
    if line == written_codes(before or {}):
        return dict(before or {})
    found: dict[str, tuple[str, ...]] = dict.fromkeys(before or {}, ())
    for part in filter(None, map(str.strip, line.split(";"))):
        name, sign, codes = part.rpartition("=")
        if not sign:
            raise celosia.ParameterError("app.import-missing-wrong")
        found[name.strip()] = tuple(code.strip() for code in codes.split(",") if code.strip())
    return found


def _reading_form(page: PageSession, imported: Imported) -> Callable[[], celosia.ReadOptions]:
    with parts.card(page.say(Message("app.import-how-read"))):
        understood = (
            Message("app.import-why-read")
            if imported.schema
            else Message("app.import-why-not-read")
        )
        why, form = understood, _text_form
        if imported.format is not None and imported.format.sheets:
            why, form = Message("app.import-why-sheet"), _sheet_form
        elif imported.format is not None and imported.format.labels:
            why, form = Message("app.import-why-labels"), _labels_form
        parts.why(page, page.say(why))
        with parts.line():
            of_file = form(page, imported)
            nulls = ui.input(
                page.say(Message("app.import-nulls")), value=", ".join(imported.reading.null_values)
            ).props("outlined")
            nulls.classes("grow")
            by_column = ui.input(
                page.say(Message("app.import-missing-by-column")),
                value=written_codes(imported.reading.missing),
            ).props('outlined data-name="missing"')
            by_column.classes("grow")
        faults = _faults_form(page, imported)
        with parts.line():

            def typed() -> celosia.ReadOptions:
                unknown = tuple(t.strip() for t in nulls.value.split(",") if t.strip())
                missing = read_codes(str(by_column.value or ""), imported.reading.missing)
                told = {**of_file(), **faults()}
                return replace(imported.reading, null_values=unknown, missing=missing, **told)

            async def read_again() -> None:
                await propose_anew(page, reading=typed())

            parts.button(
                page,
                page.say(Message("app.import-read-again")),
                read_again,
                icon="refresh",
                name="read",
            )
        ui.label(page.say(Message("app.import-read-again-drops"))).classes("quiet")
    return typed


def _faults_form(page: PageSession, imported: Imported) -> Callable[[], dict[str, str | None]]:
    """Let repeated names be numbered and broken lines be left out, by choice alone."""
    chosen = {
        "repeated_names": (RENAME, imported.reading.repeated_names),
        "broken_lines": (SKIP, imported.reading.broken_lines),
    }
    boxes = {}
    ways = {FIND_OUT: Message("app.import-find-out")}
    ways |= {each: Message(f"app.import-header-{each}") for each in HEADER}
    with parts.line():
        header = ui.select(
            {each: page.say(words) for each, words in ways.items()},
            label=page.say(Message("app.import-header")),
            value=imported.reading.header or FIND_OUT,
        ).props('outlined data-name="header"')
        for entry, (_, now) in chosen.items():
            words = page.say(Message(f"app.import-{entry.replace('_', '-')}"))
            boxes[entry] = ui.checkbox(words, value=now is not None)
            boxes[entry].props(f'data-name="{entry}"')
    return lambda: (
        {"header": str(header.value) or None}
        | {entry: choice if boxes[entry].value else None for entry, (choice, _) in chosen.items()}
    )


def _sheet_form(page: PageSession, imported: Imported) -> Callable[[], dict[str, str | None]]:
    sheet = ui.input(page.say(Message("app.import-sheet")), value=imported.reading.sheet or "")
    sheet.props('outlined data-name="sheet"')
    return lambda: {"sheet": sheet.value.strip() or None}


def _labels_form(page: PageSession, imported: Imported) -> Callable[[], dict[str, str | None]]:
    shown = ui.select(
        {each: page.say(Message(f"app.import-shown-as-{each}")) for each in SHOWN_AS},
        label=page.say(Message("app.import-shown")),
        value=imported.reading.labels or SHOWN_AS[0],
    ).props('outlined data-name="labels"')
    usual = SHOWN_AS[0]
    return lambda: {"labels": None if shown.value == usual else str(shown.value)}


def _text_form(page: PageSession, imported: Imported) -> Callable[[], dict[str, str | None]]:
    found = imported.reading.separator or imported.separator or FIND_OUT
    names = {sign: page.say(name) for sign, name in SEPARATORS.items()}
    separator = ui.select(
        {found: found, FIND_OUT: page.say(Message("app.import-find-out")), **names},
        label=page.say(Message("app.import-separator")),
        value=found,
    ).props('outlined data-name="separator"')
    spoken = imported.reading.encoding or imported.encoding or FIND_OUT
    encoding = ui.select(
        {FIND_OUT: page.say(Message("app.import-find-out"))}
        | {name: name for name in (spoken, *ENCODINGS) if name},
        label=page.say(Message("app.import-encoding")),
        value=spoken,
    ).props("outlined")
    return lambda: {
        "separator": str(separator.value) or None,
        "encoding": str(encoding.value) or None,
    }


STEPS.add(
    "import",
    AppStep(
        Message("app.import-title"), Message("app.import-intro"), load, show, jobs=("profile",)
    ),
    order=1,
)
