"""The form of a technique, from the fields of its dataclass, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

import celosia
from celosia.shells.app.fields import Numeric, number_in, range_of
from celosia.shells.app.texts import techniques as words
from celosia.text.messages import verbatim
from celosia.text.numerals import POINT, as_number, is_number


@dataclass(frozen=True, slots=True)
class Entry:
    """One field of a form."""

    name: str
    label: celosia.Message
    allowed: celosia.Allowed | None
    """What it may be; None where the library alone can tell."""
    start: Any
    """What it begins with."""
    needed: bool
    choices: Mapping[str, celosia.Message] | None = None
    """What each word means that it may be."""


class WrongEntries(Exception):  # noqa: N818 - what a person typed, not what went wrong
    """What is wrong with each field; under no name, what is wrong with them together."""

    def __init__(self, fields: Mapping[str, celosia.Message]) -> None:
        super().__init__(", ".join(fields))
        self.fields = fields


def offered() -> dict[str, celosia.Message]:
    """List the techniques that the form offers, with what people call them."""
    return {
        kind: made.described.title
        for kind, made in celosia.TECHNIQUES.items()
        if "app" not in made.described.not_offered
    }


def entries_of(kind: str) -> tuple[Entry, ...]:
    """List the fields of a technique but the column itself, in their order."""
    made = celosia.TECHNIQUES[kind]
    allowed = celosia.parameters_of(made)
    return tuple(
        Entry(
            name=each.name,
            label=_label(made, each.name),
            allowed=allowed.get(each.name),
            start=allowed[each.name].usual if each.name in allowed else None,
            needed=each.default is MISSING,
            choices=_choices(made, each.name, allowed.get(each.name)),
        )
        for each in fields(made)
        if each.name != "column"
    )


def technique_of(kind: str, column: str, given: Mapping[str, Any]) -> celosia.Technique:
    """Make the technique that a form says; `WrongEntries` says what is wrong beside which field."""
    wrong: dict[str, celosia.Message] = {}
    entries: dict[str, Any] = {"kind": kind}
    if "column" in {each.name for each in fields(celosia.TECHNIQUES[kind])}:
        entries["column"] = column
    meant, needed = _meant(kind, given)
    for entry in meant:
        value = _read(entry, given.get(entry.name))
        if entry.name == "value" and given.get("condition") in ("below", "above"):
            value = _limit(value)
        if value is None and (entry.needed or entry.name in needed):
            wrong[entry.name] = words.NEEDED
        elif value is not None and (error := _error(entry, value)):
            wrong[entry.name] = error
        elif value is not None:
            entries[entry.name] = value
    if wrong:
        raise WrongEntries(wrong)
    try:
        technique: celosia.Technique = celosia.technique_from_dict(entries)
    except celosia.ParameterError as refused:
        raise WrongEntries(_named(kind, refused)) from None
    return technique


def _label(made: type[celosia.Technique], name: str) -> celosia.Message:
    """Find what the technique calls a field; its name where it says nothing."""
    usual = words.COLUMNS if name == "columns" else verbatim(name)
    return made.described.labels.get(name, usual)


def _choices(
    made: type[celosia.Technique], name: str, allowed: celosia.Allowed | None
) -> Mapping[str, celosia.Message] | None:
    if not isinstance(allowed, celosia.OneOf):
        return None
    said = made.described.choices.get(name, {})
    return {word: said.get(word, verbatim(word)) for word in allowed.choices}


def _read(entry: Entry, value: Any) -> Any:
    """Take what a field holds; None where nothing was filled in."""
    if isinstance(entry.allowed, celosia.Texts):
        return [line.strip() for line in str(value or "").splitlines() if line.strip()] or None
    if isinstance(entry.allowed, celosia.NamesOfColumns):
        return list(value or []) or None
    if isinstance(entry.allowed, Numeric) and isinstance(value, float) and value.is_integer():
        return int(value)
    return None if value == "" else value


def _limit(value: str | None) -> float | str | None:
    """Take a limit as the number it is; a date stays as it is written."""
    return as_number(value) if value and is_number(value, POINT) else value


def _error(entry: Entry, value: Any) -> celosia.Message | None:
    if isinstance(entry.allowed, Numeric) and number_in(entry.allowed, value) is None:
        return range_of(entry.allowed)
    return None


def _named(kind: str, refused: celosia.ParameterError) -> dict[str, celosia.Message]:
    """Put what the library refuses beside the field that it names, else under all of them."""
    told = _without_class(refused.message)
    described = celosia.TECHNIQUES[kind].described
    for each in entries_of(kind):
        if re.match(rf"([A-Z]\w+: )?{each.name}\b", str(told)):
            usual = words.RULES.get(type(each.allowed), told)
            return {each.name: described.rules.get(each.name, usual)}
    return {"": described.together or told}


def _without_class(told: celosia.Message) -> celosia.Message:
    """Leave out the name of the class, which stands before a colon in what is checked."""
    what = told.arguments.get("what")
    return told.given(what=re.sub(r"^[A-Z]\w+: ", "", what)) if isinstance(what, str) else told


def _meant(kind: str, given: Mapping[str, Any]) -> tuple[list[Entry], frozenset[str]]:
    """List the fields that mean something with what is chosen, and those that it makes needed."""
    idle, needed = celosia.TECHNIQUES[kind].asks(given)
    return [each for each in entries_of(kind) if each.name not in idle], needed
