"""Shapes made from what declares itself: parameters with ranges, models, rules, techniques."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field as DataclassField, fields, is_dataclass
from math import isfinite
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Optional,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel, Field, ValidationError, create_model
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
from celosia.core.registry import Registry
from celosia.errors import HierarchyError
from celosia.methods.method import Choice
from celosia.methods.method_options import method_options
from celosia.recipe.recipe_text import HOLDERS
from celosia.text.languages import ENGLISH
from celosia.text.messages import Message
from celosia.web.rest.shapes import Strict
from celosia.web.rest.wrong_fields import unknown_choice, wrong_fields

RECIPE = "Recipe"
REFERENCE = "#/components/schemas/"
JsonSchema: TypeAlias = dict[str, Any]


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


class DescribedBy:
    """Describes what a recipe writes of a thing: those that a registry holds when it is asked."""

    def __init__(self, registry: Registry[Any]) -> None:
        self._registry = registry

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> JsonSchema:
        shapes = [self._shape(kind) for kind in _offered(self._registry)]
        return {"oneOf": [shape.model_json_schema() for shape in shapes]}

    def _shape(self, kind: str) -> type[BaseModel]:
        made = self._registry[kind]
        return shape_of(made, name=made.__name__, more={"kind": (Literal[kind], ...)})


class CheckedBy(DescribedBy):
    """Describes it, and refuses entries that are not so; what passes stays as it was sent."""

    def __init__(self, registry: Registry[Any], error: type[celosia.CelosiaError]) -> None:
        super().__init__(registry)
        self._error = error

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return core_schema.no_info_after_validator_function(self._check, handler(source))

    def _check(self, entries: dict[str, Any]) -> dict[str, Any]:
        """Say which entry is wrong and how, in both languages; pydantic lets the error through."""
        kind, what = entries.get("kind"), self._registry.what
        if not isinstance(kind, str) or kind not in self._registry:
            kinds = _offered(self._registry)
            raise self._error("core.unknown-kind-kinds", what=what, kinds=kinds)
        if reason := self._registry[kind].described.not_offered.get("rest"):
            raise self._error(reason)
        try:
            self._shape(kind).model_validate(entries)
        except ValidationError as wrong:
            told = [each.told for each in wrong_fields(wrong.errors())]
            raise self._error("rest.wrong-entries", what=what, kind=kind, fields=told) from None
        return entries


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
            raise unknown_choice()
        return name


def _default_of(each: DataclassField[Any]) -> Any:
    return ... if each.default is MISSING else each.default


def _type_of(hint: Any, allowed: Allowed | None) -> Any:
    several = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    optional = NoneType in several
    if allowed is not None:
        made = _restricted(allowed)
    else:
        plain: Any = Union[tuple(each for each in several if each is not NoneType)]  # noqa: UP007
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


def recipe_schemas() -> dict[str, JsonSchema]:
    """Give the schemas of models, rules and techniques with their parameters, and of a recipe.

    >>> recipe_schemas()["Model k-anonymity"]["properties"]["k"]["minimum"]
    1
    """
    models = _shapes("Model", "model", celosia.MODELS)
    rules = _shapes("Rule", "kind", celosia.RULES)
    techniques = _shapes("Technique", "kind", celosia.TECHNIQUES)
    entries: dict[str, JsonSchema] = {
        "method": {"enum": _offered(celosia.METHODS)},
        "choice": {
            "enum": [each.value for each in Choice],
            "description": " ".join(f"{each}: {each.told.text(ENGLISH)}" for each in Choice),
        },
        "objective": {"enum": _offered(celosia.OBJECTIVES)},
        "models": {"type": "array", "items": _one_of(models)},
        "hierarchies": {"type": "object", "additionalProperties": _one_of(rules)},
        "techniques": {"type": "array", "items": _one_of(techniques)},
        **_method_options(),
    }
    whole: JsonSchema = {
        "type": "object",
        "description": Message("rest.described-recipe").text(ENGLISH),
        "properties": entries,
        "additionalProperties": True,
    }
    return {**models, **rules, **techniques, RECIPE: whole}


def _method_options() -> dict[str, JsonSchema]:
    """Say what methods can be told, in the tables of the recipe where it stands."""
    sections: dict[str, dict[str, Any]] = {}
    for each in method_options():
        made: Any = _restricted(each.allowed)
        entries = sections.setdefault(each.section, {})
        entries[each.name] = (made | None, Field(each.allowed.usual, description=str(each.label)))
    for section, holder in HOLDERS.items():
        for table in holder.tables:
            sections[section][table] = (dict[str, list[str]], Field({}))
    return {
        name: create_model(name.capitalize(), __base__=Strict, **entries).model_json_schema()
        for name, entries in sections.items()
    }


def _shapes(title: str, named_by: str, registry: Mapping[str, Any]) -> dict[str, JsonSchema]:
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


def _one_of(shapes: Mapping[str, JsonSchema]) -> JsonSchema:
    return {"oneOf": [{"$ref": REFERENCE + name} for name in shapes]}


TechniqueEntries = Annotated[dict[str, Any], DescribedBy(celosia.TECHNIQUES)]
"""A technique as a recipe writes it: its kind and its entries."""
RuleEntries = Annotated[dict[str, Any], CheckedBy(celosia.RULES, HierarchyError)]
"""A rule as a recipe writes it."""


class HierarchyGiven(Strict):
    """A hierarchy as a rule of a recipe, or as rows: the value first, its coarsest label last."""

    rule: RuleEntries | None = None
    rows: list[list[str]] | None = None
