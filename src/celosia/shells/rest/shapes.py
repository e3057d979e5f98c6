"""The shapes of what is sent and answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

import celosia
from celosia.shells.service import JobState
from celosia.shells.service.candidates import KINDS
from celosia.shells.service.hierarchies import FORMATS
from celosia.text.languages import languages


def _known(code: str) -> str:
    if code not in languages():
        raise ValueError
    return code


Language: TypeAlias = Annotated[
    str, Field(json_schema_extra={"enum": list(languages())}), AfterValidator(_known)
]
if TYPE_CHECKING:
    HierarchyFormat: TypeAlias = str
    KindOfNode: TypeAlias = str
    ShownAs: TypeAlias = str
else:
    HierarchyFormat = Literal[FORMATS]
    KindOfNode = Literal[KINDS]
    ShownAs = Literal[celosia.SHOWN_AS]
Plain: TypeAlias = str | int | bool | None


class Strict(BaseModel):
    """Refuses what it does not know."""

    model_config = ConfigDict(extra="forbid")


class NewProject(Strict):
    """A project to begin."""

    name: str = Field("", max_length=200)


class Notes(Strict):
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


class Erased(BaseModel):
    """What is said when a project is over."""

    files: int
    message: str


class Address(Strict):
    """A table of a database server; the password is kept in memory only."""

    address: str = Field(max_length=2100)
    password: str | None = Field(None, max_length=1000)


class Reading(Strict):
    """What is known of a file; what is not given is found out."""

    separator: str | None = Field(None, min_length=1, max_length=4)
    quote: str | None = Field(None, max_length=1)
    encoding: str | None = Field(None, max_length=100)
    null_values: list[str] = Field([], max_length=100)
    sheet: str | None = Field(None, max_length=200)
    labels: ShownAs | None = None


class ColumnShape(Strict):
    """What a column is."""

    type: celosia.ColumnType = celosia.ColumnType.TEXT
    max_length: int | None = Field(None, ge=1, le=1 << 31)
    format: str | None = Field(None, max_length=100)


class SchemaShape(Strict):
    """The columns of a table, by name."""

    columns: dict[str, ColumnShape]


class Rows(BaseModel):
    """Some rows of a table: personal data, for its owner."""

    columns: list[str]
    rows: list[list[str | None]]
    offset: int
    records: int
    sampled: bool


class CandidateRows(BaseModel):
    """Some candidates: the levels of the quasi-identifiers, then the figures."""

    columns: list[str]
    rows: list[list[bool | int | float | str]]
    offset: int
    records: int


class Place(BaseModel):
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


class Values(BaseModel):
    """The most frequent values of a column: personal data, for its owner."""

    column: str
    distinct: int
    nulls: int
    records: int
    values: list[str]
    counts: list[int]


class Roles(Strict):
    """Roles by column."""

    roles: dict[str, celosia.Role]


class HierarchyGiven(Strict):
    """A hierarchy as a rule of a recipe, or as rows: the value first, its coarsest label last."""

    rule: dict[str, Any] | None = None
    rows: list[list[str]] | None = None


class Problems(BaseModel):
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
    problems: Problems


class Version(BaseModel):
    """Which version of the recipe holds now."""

    recipe_version: int | None
    can_undo: bool
    can_redo: bool


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
