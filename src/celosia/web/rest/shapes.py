"""The shapes of what is sent and answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field as DataclassField, fields, is_dataclass
from math import isfinite
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    Optional,
    TypeAlias,
    Union,
    get_args,
    get_type_hints,
)

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model
from pydantic_core import core_schema

import celosia
from celosia.core.parameters import (
    Allowed,
    Between,
    Flag,
    LevelsOfColumns,
    NamedIn,
    NameOfColumn,
    NamesOfColumns,
    Numbers,
    OneOf,
    Text,
    Texts,
    VisibleCharacter,
    Whole,
    parameters_of,
)
from celosia.text.languages import languages
from celosia.web.service import JobState
from celosia.web.service.candidate_file import KINDS
from celosia.web.service.recipe_parts import FORMATS


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


def shape_of(
    kind: type,
    base: type[BaseModel] = Strict,
    name: str | None = None,
    more: Mapping[str, tuple[Any, Any]] | None = None,
    renamed: Mapping[str, str] | None = None,
) -> type[BaseModel]:
    """Make the shape of a dataclass, with the ranges of its parameters.

    Parameters
    ----------
    base
        What the shape does with entries that it does not know; those inside it refuse them.
    more
        Entries that the dataclass has not, each with its type and its default.
    renamed
        Fields that are sent under another name.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Asked:
    ...     k: Annotated[int, Whole(2)] = 5
    >>> shape_of(Asked).model_json_schema()["properties"]["k"]["minimum"]
    2
    """
    hints, allowed = get_type_hints(kind), parameters_of(kind)
    entries = {
        (renamed or {}).get(each.name, each.name): (
            _type_of(hints[each.name], allowed.get(each.name)),
            _default_of(each),
        )
        for each in fields(kind)
    }
    return create_model(  # type: ignore[call-overload, no-any-return]
        name or kind.__name__, __base__=base, __doc__=kind.__doc__, **{**(more or {}), **entries}
    )


class _Named:
    """Lets the names of a registry pass, and lists them, as they are when it is asked."""

    def __init__(self, registry: Mapping[str, Any]) -> None:
        self._registry = registry

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return core_schema.no_info_after_validator_function(self._checked, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        return {**handler(schema), "enum": list(self._registry)}

    def _checked(self, name: str) -> str:
        if name not in self._registry:
            raise ValueError(f"one of {', '.join(self._registry)}")
        return name


def _default_of(each: DataclassField[Any]) -> Any:
    return ... if each.default is MISSING else each.default


def _type_of(hint: Any, allowed: Allowed | None) -> Any:
    optional = NoneType in get_args(hint)
    if allowed is not None:
        made = _restricted(allowed)
    else:
        parts = tuple(each for each in get_args(hint) if each is not NoneType)
        several = optional and len(parts) > 1
        plain = Union[parts] if several else next(iter(parts), hint)  # noqa: UP007
        made = shape_of(plain) if isinstance(plain, type) and is_dataclass(plain) else plain
        if getattr(plain, "_is_protocol", False):  # something of a registry, with its entries
            made = dict[str, Any]
    return Optional[made] if optional else made  # noqa: UP045 - what is made is no name of a type


def _restricted(allowed: Allowed) -> Any:
    """Say a range as pydantic does."""
    match allowed:
        case Whole(least, most):
            return Annotated[int, Field(ge=least, le=most)]
        case Between(low, high, _, open_low):
            ends: dict[str, Any] = {"le": high} if isfinite(high) else {}
            if isfinite(low):
                ends["gt" if open_low else "ge"] = low
            return Annotated[float, Field(allow_inf_nan=False, **ends)]
        case NamedIn(registry):
            return Annotated[str, _Named(registry)]
        case OneOf(choices):
            return Literal[tuple(map(str, choices))]
        case Flag():
            return bool
        case Text(filled=filled, longest=longest):
            return Annotated[str, Field(min_length=1 if filled else None, max_length=longest)]
        case VisibleCharacter():
            return Annotated[str, Field(min_length=1, max_length=1)]
        case NameOfColumn():
            return Annotated[str, Field(min_length=1)]
        case Texts(least):
            return Annotated[list[str], Field(min_length=least)]
        case Numbers(whole):
            return list[int] if whole else list[float]
        case NamesOfColumns():
            return Annotated[list[str], Field(min_length=1)]
        case LevelsOfColumns():
            return dict[str, Annotated[int, Field(ge=0)]]


RECIPE = "Recipe"
REFERENCE = "#/components/schemas/"
Schema = dict[str, Any]


def recipe_schemas() -> dict[str, Schema]:
    """Give the schemas of models, rules and techniques with their parameters, and of a recipe.

    >>> recipe_schemas()["Model k-anonymity"]["properties"]["k"]["minimum"]
    1
    """
    models = _shapes("Model", "model", celosia.MODELS)
    rules = _shapes("Rule", "kind", celosia.RULES)
    techniques = _shapes("Technique", "kind", celosia.TECHNIQUES)
    entries: dict[str, Schema] = {
        "method": {"enum": _offered(celosia.METHODS)},
        "objective": {"enum": _offered(celosia.OBJECTIVES)},
        "models": {"type": "array", "items": _one_of(models)},
        "hierarchies": {"type": "object", "additionalProperties": _one_of(rules)},
        "techniques": {"type": "array", "items": _one_of(techniques)},
    }
    whole: Schema = {
        "type": "object",
        "description": "All choices of one anonymization, as in its TOML.",
        "properties": entries,
        "additionalProperties": True,
    }
    return {**models, **rules, **techniques, RECIPE: whole}


def _shapes(title: str, named_by: str, registry: Mapping[str, Any]) -> dict[str, Schema]:
    made = {}
    for name in _offered(registry):
        kind = registry[name]
        more = {named_by: (Literal[name], ...)}
        shape = shape_of(kind, name=f"{title} {name}", more=more, renamed=_renamed(kind))
        made[f"{title} {name}"] = shape.model_json_schema(ref_template=REFERENCE + "{model}")
    return made


def _renamed(kind: Any) -> Mapping[str, str]:
    return getattr(kind, "renamed", {})


def _offered(registry: Mapping[str, Any]) -> list[str]:
    """Name what has no reason not to be asked for here."""
    told = {name: getattr(thing, "described", thing) for name, thing in registry.items()}
    return [name for name, it in told.items() if "rest" not in getattr(it, "not_offered", {})]


def _one_of(shapes: Mapping[str, Schema]) -> Schema:
    return {"oneOf": [{"$ref": REFERENCE + name} for name in shapes]}
