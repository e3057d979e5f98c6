"""Shapes of what is sent, made from the dataclasses that declare it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field as DataclassField, fields, is_dataclass
from math import isfinite
from types import NoneType
from typing import Annotated, Any, Literal, Optional, Union, get_args, get_type_hints

from pydantic import BaseModel, Field, create_model
from pydantic_core import core_schema

from celosia.domain.parameters import (
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
from celosia.shells.rest.shapes import Strict


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
