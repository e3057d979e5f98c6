"""A recipe as text: how each entry is read, and what differs from the defaults written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache, partial
from math import isfinite
from typing import TYPE_CHECKING, Any

import tomli_w

from celosia.core.model import UseCase, model_from_dict
from celosia.core.parameters import to_entries
from celosia.core.registry import check_languages
from celosia.core.schema import ReadOptions, Role, RowUnit, Schema
from celosia.core.technique import technique_from_dict
from celosia.core.values import NullPolicy
from celosia.errors import RecipeError
from celosia.hierarchies import rule_from_dict, rule_to_dict
from celosia.methods.fuzzy_labels import Coding, FuzzyChoices
from celosia.methods.method import METHODS, Choice
from celosia.methods.method_options import FAMILIES, OptionsHolder, Output
from celosia.text.languages import Language, languages
from celosia.text.messages import Message, verbatim

if TYPE_CHECKING:
    from celosia.recipe.recipe import RecipeEntries

EntryReaders = dict[str, Callable[[Any], Any]]


def read_entries(entries: Mapping[str, Any]) -> dict[str, Any]:
    """Give the choices that a recipe's text names, each as the type it has in a `Recipe`."""
    unknown = sorted(set(entries) - set(READ))
    if unknown:
        raise RecipeError("recipe.unknown-entries-entries", unknown=unknown, known=sorted(READ))
    return {key: _read_entry(key, value) for key, value in entries.items()}


def _read_entry(key: str, value: Any) -> Any:
    return _read_by(READ[key], key, value)


def _read_by(read: Callable[[Any], Any], key: str, value: Any) -> Any:
    try:
        return read(value)
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


def _texts_or_reasons(value: Any) -> tuple[str, ...] | dict[str, str]:
    """Read names, or names with a reason each."""
    if not isinstance(value, Mapping):
        return _texts(value)
    return {name: _text(reason) for name, reason in value.items()}


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
        check_languages()  # the package that speaks it may be broken
        raise RecipeError("recipe.entry-language", languages=languages())
    language: Language = value
    return language


def _method(value: Any) -> str:
    if value not in METHODS:
        raise ValueError
    return str(value)


def _section(name: str, readers: EntryReaders, entries: Mapping[str, Any]) -> dict[str, Any]:
    """Read a table of entries, so that an error names the one that is wrong."""
    if not isinstance(entries, Mapping):
        raise TypeError
    unknown = [f"{name}.{key}" for key in entries if key not in readers]
    if unknown:
        known = [f"{name}.{key}" for key in readers]
        raise RecipeError("recipe.unknown-entries-entries", unknown=unknown, known=known)
    return {key: _read_by(readers[key], f"{name}.{key}", value) for key, value in entries.items()}


READ_READING: EntryReaders = {
    "separator": _text,
    "quote": _text,
    "encoding": _text,
    "null_values": _texts,
    "sheet": _text,
    "labels": _text,
    "header": _text,
    "repeated_names": _text,
    "broken_lines": _text,
    "missing": lambda codes: {column: _texts(given) for column, given in codes.items()},
}
READ_FUZZY: EntryReaders = {
    "coding": Coding,
    "sets": _whole,
    "together": _flag,
    "names": lambda names: {column: _texts(given) for column, given in names.items()},
    "decimals": _whole,
}
HOLDERS: Mapping[str, type[OptionsHolder]] = {**FAMILIES, FuzzyChoices.section: FuzzyChoices}
"""By section of the recipe, what holds the options of methods that stand in it."""
TYPED: Mapping[str, EntryReaders] = {FuzzyChoices.section: READ_FUZZY}
"""How entries of such a section are read that are no plain values."""


def _options(section: str, entries: Mapping[str, Any]) -> OptionsHolder:
    """Read what methods are told; what no type says, the holder checks."""
    read = _section(section, TYPED[section], entries) if section in TYPED else entries
    return HOLDERS[section].of(**read)


READ: EntryReaders = {
    "roles": lambda roles: {column: Role(role) for column, role in roles.items()},
    "techniques": lambda techniques: tuple(technique_from_dict(entries) for entries in techniques),
    "subject": _texts,
    "rows": RowUnit,
    "exact": _texts_or_reasons,
    "as_written": _texts,
    "models": lambda models: tuple(model_from_dict(model) for model in models),
    "hierarchies": lambda rules: {c: rule_from_dict(rule) for c, rule in rules.items()},
    "source": _text,
    "output": _text,
    "population": _text,
    "population_subject": _texts,
    "reading": lambda entries: ReadOptions(**_section("reading", READ_READING, entries)),
    "schema": Schema.from_dict,
    "method": _method,
    "choice": Choice,
    "objective": _text,
    "suppression": _number,
    "keep_suppressed": _flag,
    "escape_formulas": _flag,
    "nulls": NullPolicy,
    "levels": lambda levels: {c: (_whole(low), _whole(high)) for c, (low, high) in levels.items()},
    "weights": lambda weights: {c: _number(weight) for c, weight in weights.items()},
    "node": lambda node: {c: _whole(level) for c, level in node.items()},
    "outputs": lambda outputs: {c: Output(output) for c, output in outputs.items()},
    **{section: partial(_options, section) for section in HOLDERS},
    "language": _language,
    "seed": _whole,
    "memory": _text,
    "cache_mb": _whole,
    "seconds": _number,
    "use_case": UseCase,
    "controls": lambda answers: {control: _text(answer) for control, answer in answers.items()},
}
"""How each entry is read; a wrong type raises."""
CHOICES: dict[str, Iterable[str]] = {
    "roles": Role,
    "method": METHODS,
    "choice": Choice,
    "nulls": NullPolicy,
    "outputs": Output,
    "rows": RowUnit,
    "use_case": UseCase,
    "fuzzy.coding": Coding,
}


def plain_entries(recipe: RecipeEntries) -> dict[str, Any]:
    """Give what differs from the default, in the order in which a person decides."""
    default = _default()
    entries: dict[str, Any] = {
        "source": recipe.source,
        "output": recipe.output,
        "population": recipe.population,
        "use_case": recipe.use_case and recipe.use_case.value,
    }
    for key in ("method", "objective", "suppression", "nulls", "seed"):
        entries[key] = _plain(getattr(recipe, key))
    entries |= _chosen(recipe, default, ("keep_suppressed", "escape_formulas"))
    entries |= _chosen(recipe, default, ("memory", "cache_mb", "seconds", "language"))
    entries |= _chosen(recipe, default, ("subject", "rows", "population_subject"))
    entries |= _chosen(recipe, default, ("exact", "as_written", "choice"))
    entries["reading"] = _chosen(recipe.reading, default.reading, READ_READING)
    entries["schema"] = recipe.schema.to_dict()
    entries["roles"] = {column: role.value for column, role in recipe.roles.items()}
    entries["techniques"] = [to_entries(technique) for technique in recipe.techniques]
    entries["models"] = [model.to_dict() for model in recipe.models]
    entries["hierarchies"] = {c: rule_to_dict(rule) for c, rule in recipe.hierarchies.items()}
    entries["levels"] = {column: list(pair) for column, pair in recipe.levels.items()}
    entries["weights"] = dict(recipe.weights)
    entries["node"] = dict(recipe.node)
    entries["outputs"] = {column: output.value for column, output in recipe.outputs.items()}
    entries |= {section: _told(recipe, section) for section in FAMILIES}
    entries["controls"] = dict(recipe.controls)
    entries |= {section: _told(recipe, section) for section in HOLDERS if section not in entries}
    return {key: value for key, value in entries.items() if value not in (None, {}, [])}


def _told(recipe: RecipeEntries, section: str) -> dict[str, Any]:
    """Give what methods of a section were told."""
    told: dict[str, Any] = _plain(recipe.options_in(section).to_entries())
    return told


def _chosen(choices: object, default: object, names: Iterable[str]) -> dict[str, Any]:
    """Give what was chosen otherwise than by default."""
    given = {name: getattr(choices, name) for name in names}
    return {name: _plain(v) for name, v in given.items() if v != getattr(default, name)}


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


def written(entries: Mapping[str, Any], notes: Mapping[str, str]) -> str:
    """Write entries as TOML, each below its note."""
    plain = {key: value for key, value in entries.items() if not _is_section(value)}
    lines = _commented("", plain, notes)
    for section, content in entries.items():
        if _is_section(content):
            lines += ["", *_section_lines(section, content, notes)]
    return "\n".join(lines).strip("\n") + "\n"


def _is_section(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and isinstance(value[0], dict))


def _section_lines(name: str, content: Any, notes: Mapping[str, str]) -> list[str]:
    head = _comment(notes.get(name, ""))
    if isinstance(content, list):
        return head + [line for item in content for line in _item(name, item)]
    plain = {key: value for key, value in content.items() if not isinstance(value, dict)}
    tables = [*head, *([f"[{name}]"] if plain else []), *_commented(f"{name}.", plain, notes)]
    for key, value in content.items():
        if key not in plain:
            tables += [*_comment(notes.get(f"{name}.{key}", "")), *_lines({name: {key: value}})]
    return tables


def _item(name: str, item: Mapping[str, Any]) -> list[str]:
    """Write one of several; a table inside it is named after it, or it would be the recipe's."""
    plain = {key: value for key, value in item.items() if not isinstance(value, dict)}
    inner = [_lines({name: {key: value}}) for key, value in item.items() if key not in plain]
    return [f"[[{name}]]", *_lines(plain), *(line for lines in inner for line in lines)]


def _commented(prefix: str, entries: Mapping[str, Any], notes: Mapping[str, str]) -> list[str]:
    lines: list[str] = []
    for key, value in entries.items():
        lines += _comment(notes.get(prefix + key, ""))
        lines += _lines({key: value})
    return lines


def _lines(entries: Mapping[str, Any]) -> Sequence[str]:
    return tomli_w.dumps(entries).strip("\n").split("\n")


def _comment(note: str) -> list[str]:
    """Write a note as comments, without the control characters that TOML forbids there."""
    return [
        "# " + "".join(sign if sign.isprintable() else " " for sign in line)
        for line in note.splitlines()
    ]


@cache
def _default() -> RecipeEntries:
    from celosia.recipe.recipe import RecipeEntries

    return RecipeEntries()
