"""What routes ask for and answer: the project of the path, files, and the shapes of JSON."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    TypeAlias,
)

from fastapi import Depends, Path, Query, Request
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

import celosia
from celosia.core.schema import HEADER, RENAME, SHOWN_AS, SKIP
from celosia.hierarchies import FORMATS as HIERARCHY_FORMATS
from celosia.text.languages import ENGLISH, languages
from celosia.text.messages import Message
from celosia.web.rest.wrong_fields import unknown_choice
from celosia.web.service import App, JobState, Project, TooLargeError
from celosia.web.service.candidate_file import KINDS
from celosia.web.service.project_files import in_megabytes
from celosia.web.service.project_tables import LONGEST_ADDRESS, LONGEST_NAME


def _known(code: str) -> str:
    if code not in languages():
        raise unknown_choice()
    return code


Language: TypeAlias = Annotated[
    str, Field(json_schema_extra={"enum": list(languages())}), AfterValidator(_known)
]
if TYPE_CHECKING:
    HierarchyFormat: TypeAlias = str
    KindOfNode: TypeAlias = str
    ShownAs: TypeAlias = str
    Header: TypeAlias = str
    Renamed: TypeAlias = str
    Skipped: TypeAlias = str
else:
    HierarchyFormat = Literal[tuple(HIERARCHY_FORMATS)]
    KindOfNode = Literal[KINDS]
    ShownAs = Literal[SHOWN_AS]
    Header = Literal[HEADER]
    Renamed = Literal[RENAME]
    Skipped = Literal[SKIP]
Plain: TypeAlias = str | int | bool | None


class Strict(BaseModel):
    """Refuses what it does not know."""

    model_config = ConfigDict(extra="forbid")


class NewProject(Strict):
    """A project to begin."""

    name: str = Field("", max_length=LONGEST_NAME)


class NotesGiven(Strict):
    """What a client wants to remember of a project; null forgets."""

    notes: dict[Annotated[str, Field(min_length=1, max_length=100)], Plain] = Field(max_length=100)


class SourceShape(BaseModel):
    """Where a project's table comes from."""

    name: str
    is_file: bool


class ProjectShape(BaseModel):
    """A project as it stands."""

    id: str
    name: str
    created: float
    source: SourceShape | None
    notes: dict[str, Any]
    recipe_version: int | None
    can_undo: bool
    can_redo: bool


class ErasedShape(BaseModel):
    """What is said when a project is over."""

    files: int
    message: str


class AddressGiven(Strict):
    """A table of a database server; the password is kept in memory only."""

    address: str = Field(max_length=LONGEST_ADDRESS + 100)  # a little longer: told why not
    password: str | None = Field(None, max_length=1000)


class ReadingShape(Strict):
    """What is known of a file; what is not given is found out."""

    separator: str | None = Field(None, min_length=1, max_length=4)
    quote: str | None = Field(None, max_length=1)
    encoding: str | None = Field(None, max_length=100)
    null_values: list[str] = Field([], max_length=100)
    sheet: str | None = Field(None, max_length=200)
    labels: ShownAs | None = None
    header: Header | None = None
    repeated_names: Renamed | None = None
    broken_lines: Skipped | None = None
    missing: dict[str, list[str]] = Field({}, max_length=1000)


class ColumnShape(Strict):
    """What a column is."""

    type: celosia.ColumnType = celosia.ColumnType.TEXT
    max_length: int | None = Field(None, ge=1, le=1 << 31)
    format: str | None = Field(None, max_length=100)


class SchemaShape(Strict):
    """The columns of a table, by name."""

    columns: dict[str, ColumnShape]


class RowsShape(BaseModel):
    """Some rows of a table: personal data, for its owner."""

    columns: list[str]
    rows: list[list[str | None]]
    offset: int
    records: int
    sampled: bool


class CandidateRowsShape(BaseModel):
    """Some candidates: the levels of the quasi-identifiers, then the figures."""

    columns: list[str]
    rows: list[list[bool | int | float | str]]
    offset: int
    records: int


class PlaceShape(BaseModel):
    """Where a candidate stands."""

    place: int | None


class NodeInfoShape(BaseModel):
    """A node of the lattice; of an unsafe one no figures are known."""

    node: list[int]
    kind: KindOfNode
    changed: str | None
    loss: float | None
    suppressed: int | None
    min_class: int | None
    risk: float | None


class NeighboursShape(BaseModel):
    """A node, its direct generalizations and its direct specializations."""

    spot: NodeInfoShape
    coarser: list[NodeInfoShape]
    finer: list[NodeInfoShape]


class ValuesShape(BaseModel):
    """The most frequent values of a column: personal data, for its owner."""

    column: str
    distinct: int
    nulls: int
    records: int
    values: list[str]
    counts: list[int]


class RolesShape(Strict):
    """Roles by column."""

    roles: dict[str, celosia.Role]


class ProblemsShape(BaseModel):
    """What a hierarchy misses, lists twice, or splits."""

    usable: bool
    missing: list[str]
    duplicates: list[str]
    splits: list[dict[str, Any]]


class HierarchyShape(BaseModel):
    """A hierarchy and how it fits its column."""

    column: str
    height: int
    number: int
    """How many values it has; `rows` may hold only the first of them."""
    rows: list[list[str | None]]
    rule: dict[str, Any] | None = None
    reason: str | None = None
    problems: ProblemsShape


class VersionShape(BaseModel):
    """Which version of the recipe holds now."""

    recipe_version: int | None
    can_undo: bool
    can_redo: bool


class RemedyShape(BaseModel):
    """What can be done with a column that tells people apart, and what it would leave."""

    kind: str
    technique: dict[str, Any] | None = None
    alone: float | None
    text: str


class UnguardedShape(BaseModel):
    """A column for which a release was refused; `POST remedies` does what one of these says."""

    column: str
    alone: float
    remedies: list[RemedyShape]


class JobShape(BaseModel):
    """A job as it stands."""

    id: str
    kind: str
    state: JobState
    stage: str
    share: float
    message: str | None
    error: str | None
    options: dict[str, Any]
    recipe_version: int
    created: float
    ended: float | None
    unguarded: list[UnguardedShape]
    attempts: int


def _app(request: Request) -> App:
    app: App = request.app.state.app
    return app


def _project(
    app: Annotated[App, Depends(_app)],
    project: Annotated[str, Path(description=Message("rest.described-project").text(ENGLISH))],
) -> Project:
    return app.store.get(project)


TheApp = Annotated[App, Depends(_app)]
TheProject = Annotated[Project, Depends(_project)]
JobId = Annotated[str, Path(description=Message("rest.described-job").text(ENGLISH))]
ColumnAsked = Annotated[str, Query(description=Message("rest.described-column").text(ENGLISH))]
Offset = Annotated[int, Query(ge=0, le=1 << 40)]
Limit = Annotated[int, Query(ge=0, le=10_000)]
"""Rows of an answer, which is in memory whole: 2.6 MB of JSON where they have 15 cells."""


def file_body(media: str, described: Message) -> dict[str, Any]:
    """Document a body that is a file."""
    content = {media: {"schema": {"type": "string", "format": "binary"}}}
    return {
        "requestBody": {
            "required": True,
            "description": described.text(ENGLISH),
            "content": content,
        },
    }


async def small_file(request: Request, most: int) -> bytes:
    """Read a small file into memory."""
    content = bytearray()
    async for block in request.stream():
        content += block
        if len(content) > most:
            raise TooLargeError("rest.file-larger", most=in_megabytes(most))
    return bytes(content)


def as_text(content: bytes) -> str:
    """Read text in UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise celosia.DataError("rest.text-not-utf-8") from None
