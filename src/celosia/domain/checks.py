"""Checks of parameters that models and measures share."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from celosia.errors import ParameterError
from celosia.text.messages import Message, verbatim

LARGEST = (1 << 31) - 1
_ONE = {
    str: Message("core.one-str"),
    int: Message("core.one-int"),
    float: Message("core.one-float"),
    bool: Message("core.one-bool"),
}
_MANY = {
    str: Message("core.many-str"),
    int: Message("core.many-int"),
    float: Message("core.many-float"),
}


def check_whole(what: str | Message, value: Any, least: int, most: int = LARGEST) -> None:
    """Make sure that a parameter is a whole number, not too small and not absurdly large.

    >>> check_whole("KAnonymity: k", 0, least=1)
    Traceback (most recent call last):
    celosia.errors.ParameterError: KAnonymity: k must be a whole number of at least 1.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        said = (
            Message("core.from-to", least=least, most=most)
            if most < LARGEST
            else Message("core.least", least=least)
        )
        raise ParameterError("core.must-whole-number", what=what, range=said)


def check_between(
    what: str | Message, value: Any, low: float, high: float = float("inf"), open_low: bool = False
) -> None:
    """Make sure that a parameter is a number inside its range.

    >>> check_between("TCloseness: t", 2, 0, 1)
    Traceback (most recent call last):
    celosia.errors.ParameterError: TCloseness: t must be a number from 0 to 1.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    largest = sys.float_info.max  # a whole number may be larger than any float
    inside = is_number and max(low, -largest) <= value <= min(high, largest)
    if inside and not (open_low and value == low):
        return
    raise ParameterError("core.must-number", what=what, range=_range(low, high, open_low))


def check_name(what: str | Message, value: Any) -> None:
    """Make sure that a parameter can be the name of a column.

    >>> check_name("TCloseness: attribute", None)
    Traceback (most recent call last):
    celosia.errors.ParameterError: TCloseness: attribute must be the name of a column.
    """
    if not isinstance(value, str) or not value:
        raise ParameterError("core.must-name-column", what=what)


def check_one_of(what: str | Message, value: Any, choices: Sequence[str]) -> None:
    """Make sure that a parameter is one of some words.

    >>> check_one_of("Rounding: direction", "left", ("up", "down"))
    Traceback (most recent call last):
    celosia.errors.ParameterError: Rounding: direction must be one of up, down.
    """
    if not isinstance(value, str) or value not in choices:
        raise ParameterError("core.must", what=what, choices=choices)


def check_type(what: str | Message, value: Any, hint: Any) -> None:
    """Make sure that a parameter has the type that its annotation says.

    >>> check_type("Frequent: thresholds", 5, tuple[int, ...])
    Traceback (most recent call last):
    celosia.errors.ParameterError: Frequent: thresholds must be a list of whole numbers.
    """
    if not _fits(value, hint):
        told, advice = _told(hint), Message("text.verbatim", text="")
        if isinstance(value, list):
            advice = Message("core.python-write-tuple")
        raise ParameterError("core.must-2", what=what, told=told, advice=advice)


def _range(low: float, high: float, open_low: bool) -> Message:
    """Say between which ends a number must lie; an end at infinity is left out."""
    if not isfinite(low):
        return Message("core.up-to", high=high) if isfinite(high) else verbatim("")
    if not isfinite(high):
        return Message("core.above", low=low) if open_low else Message("core.from", low=low)
    return (
        Message("core.above-2", low=low, high=high)
        if open_low
        else Message("core.from-to-2", low=low, high=high)
    )


def _fits(value: Any, hint: Any) -> bool:
    if get_origin(hint) in (Union, UnionType):
        return any(_fits(value, choice) for choice in get_args(hint))
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and _each_fits(value, get_args(hint))
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, hint)


def _each_fits(values: Sequence[Any], hints: Sequence[Any]) -> bool:
    """Compare a tuple with `X, ...` or with one type for each of its places."""
    if hints[-1] is Ellipsis:
        return all(_fits(value, hints[0]) for value in values)
    return len(values) == len(hints) and all(map(_fits, values, hints))


def _told(hint: Any) -> Message:
    """Say a type in words; a recipe writes a tuple as a list."""
    if get_origin(hint) in (Union, UnionType):
        choices = [_told(choice) for choice in get_args(hint) if choice is not NoneType]
        return Message("core.one-of-types", choices=choices)
    if get_origin(hint) is not tuple:
        return _ONE[hint]
    inside = [each for each in get_args(hint) if each is not Ellipsis]
    if get_origin(inside[0]) is tuple:
        entry = _told(inside[0])
        return Message("core.list-each-entry", entry=entry)
    many, number = _MANY[inside[0]], f"{len(inside)} " if len(inside) > 1 else ""
    return Message("core.list", number=number, many=many)
