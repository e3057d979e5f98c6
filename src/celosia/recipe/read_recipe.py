"""How each entry of a recipe's text is read; a wrong type or an unknown value is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from typing import Any

from celosia.core.model import model_from_dict
from celosia.core.schema import ReadOptions, Role, Schema
from celosia.core.technique import technique_from_dict
from celosia.core.use_case import UseCase
from celosia.core.values import NullPolicy
from celosia.errors import RecipeError
from celosia.hierarchies import rule_from_dict
from celosia.methods.clustering.choices import GroupingOptions, Output, Split
from celosia.methods.fuzzy.fuzzy_choices import Coding, FuzzyChoices
from celosia.methods.method import METHODS
from celosia.text.languages import Language, languages
from celosia.text.messages import Message, verbatim

Readers = dict[str, Callable[[Any], Any]]


def read_entries(entries: Mapping[str, Any]) -> dict[str, Any]:
    """Give the choices that a recipe's text names, each as the type it has in a `Recipe`."""
    unknown = sorted(set(entries) - set(READ))
    if unknown:
        raise RecipeError("recipe.unknown-entries-entries", unknown=unknown, known=sorted(READ))
    return {key: _read_entry(key, value) for key, value in entries.items()}


def _read_entry(key: str, value: Any) -> Any:
    try:
        return READ[key](value)
    except (TypeError, ValueError, AttributeError, KeyError):
        choices = CHOICES.get(key)
        advice = Message("recipe.choices", choices=choices) if choices else verbatim("")
        raise RecipeError("recipe.entry-wrong-type-unknown-value", key=key, advice=advice) from None


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError
    return tuple(map(_text, value))


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    return value


def _number(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
        raise TypeError
    return value


def _language(value: Any) -> Language:
    if value not in languages():
        raise RecipeError("recipe.entry-language", languages=languages())
    language: Language = value
    return language


def _method(value: Any) -> str:
    if value not in METHODS:
        raise ValueError
    return str(value)


def _section(readers: Readers, entries: Mapping[str, Any]) -> dict[str, Any]:
    return {key: readers[key](value) for key, value in entries.items()}


READ_READING: Readers = {
    "separator": _text,
    "quote": _text,
    "encoding": _text,
    "null_values": _texts,
    "sheet": _text,
    "labels": _text,
}
READ_FUZZY: Readers = {
    "coding": Coding,
    "sets": _whole,
    "together": _flag,
    "names": lambda names: {column: _texts(given) for column, given in names.items()},
    "decimals": _whole,
}
READ_GROUPING: Readers = {
    "refine": _number,
    "effort": _number,
    "relaxed": _flag,
    "split": Split,
    "gamma": _number,
    "neighbourhood": _whole,
    "share": _number,
}
READ: Readers = {
    "roles": lambda roles: {column: Role(role) for column, role in roles.items()},
    "techniques": lambda techniques: tuple(technique_from_dict(entries) for entries in techniques),
    "models": lambda models: tuple(model_from_dict(model) for model in models),
    "hierarchies": lambda rules: {c: rule_from_dict(rule) for c, rule in rules.items()},
    "source": _text,
    "output": _text,
    "population": _text,
    "reading": lambda entries: ReadOptions(**_section(READ_READING, entries)),
    "schema": Schema.from_dict,
    "method": _method,
    "objective": _text,
    "suppression": _number,
    "keep_suppressed": _flag,
    "nulls": NullPolicy,
    "levels": lambda levels: {c: (_whole(low), _whole(high)) for c, (low, high) in levels.items()},
    "weights": lambda weights: {c: _number(weight) for c, weight in weights.items()},
    "node": lambda node: {c: _whole(level) for c, level in node.items()},
    "outputs": lambda outputs: {c: Output(output) for c, output in outputs.items()},
    "grouping": lambda entries: GroupingOptions(**_section(READ_GROUPING, entries)),
    "fuzzy": lambda entries: FuzzyChoices(**_section(READ_FUZZY, entries)),
    "language": _language,
    "seed": _whole,
    "cache_mb": _whole,
    "seconds": _number,
    "use_case": UseCase,
    "controls": lambda answers: {control: _text(answer) for control, answer in answers.items()},
}
"""How each entry is read; a wrong type raises."""
CHOICES: dict[str, Iterable[str]] = {
    "roles": Role,
    "method": METHODS,
    "nulls": NullPolicy,
    "outputs": Output,
    "use_case": UseCase,
}
