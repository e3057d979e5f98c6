"""Fields made from what a parameter may be; what is wrong is said beside the field."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from math import isfinite
from typing import Any

from nicegui import ui

import celosia
from celosia.core.parameters import (
    Allowed,
    Between,
    Flag,
    NamesOfColumns,
    Numbers,
    OneOf,
    Texts,
    VisibleCharacter,
    Whole,
    parameters_of,
)
from celosia.core.technique import Technique, technique_from_dict
from celosia.methods.method_options import MethodOption, method_options
from celosia.text.messages import Message, verbatim
from celosia.text.numerals import POINT, as_number, is_number
from celosia.web.app.page_session import PageSession

Numeric = Whole | Between
FINE = 0.05
"""How far the arrows of a field move a share."""
FAR = 1e15
"""A limit so far away that it is not worth telling."""
DECIMALS = 6
"""Beyond these a limit is told rounded; no parameter that is declared needs more."""
PERCENT = Between(0, 100)
AS_TYPED = "%.10g"
"""Without the zero that makes a number of 3 a 3.0."""

RULES: Mapping[type, Message] = {
    VisibleCharacter: Message("app.techniques-rules-visiblecharacter"),
    NamesOfColumns: Message("app.techniques-rules-namesofcolumns"),
}
"""What a field of some type has to be."""


def range_of(allowed: Numeric) -> Message:
    """Say which numbers are allowed.

    >>> str(range_of(Between(0, 1, open_low=True)))
    'A number above 0, up to 1.'
    """
    if isinstance(allowed, Whole):
        said = Message("app.whole") if allowed.most is None else Message("app.whole-from-to")
        return _filled(said, least=allowed.least, most=allowed.most or 0)
    if allowed.low <= -FAR:
        return Message("app.any-number")
    if allowed.high < FAR:
        said = Message("app.above-up-to") if allowed.open_low else Message("app.from-to")
    else:
        said = Message("app.above") if allowed.open_low else Message("app.at-least")
    return _filled(said, low=allowed.low, high=allowed.high)


def number_in(allowed: Numeric, value: object) -> float | int | None:
    """Take a number from a field; None where it is not allowed.

    >>> number_in(Whole(2, usual=5), 3.0), number_in(Whole(2, usual=5), 1)
    (3, None)
    """
    if not isinstance(value, int | float) or not isfinite(value):
        return None
    whole = isinstance(allowed, Whole) and value == int(value)
    taken = int(value) if whole else value
    try:
        allowed.check("", taken)
    except celosia.ParameterError:
        return None
    return taken


def number_field(
    page: PageSession,
    label: str,
    value: float | None,
    allowed: Numeric,
    name: str,
    step: float | None = None,
    needed: bool = True,
) -> ui.number:
    """Ask for a number; one that is not allowed stays where it was typed, and is marked."""
    said = page.say(range_of(allowed))

    def wrong(typed: object) -> str | None:
        empty = typed is None and not needed
        return said if not empty and number_in(allowed, typed) is None else None

    small = isinstance(allowed, Between) and allowed.high <= 1
    field = ui.number(
        label,
        value=value,
        step=step or (FINE if small else 1),
        format=AS_TYPED,
        validation=wrong,
    )
    field.props["hint"] = said
    _place(field, name)
    return field


def choice_field(
    label: str,
    value: str,
    choices: Mapping[str, str],
    name: str,
    on_change: Callable[[Any], Any] | None = None,
) -> ui.select:
    """Ask for one of a few words."""
    field = ui.select(dict(choices), label=label, value=value, on_change=on_change)
    _place(field, name)
    return field


def _filled(said: Message, **limits: float) -> Message:
    """Give the limits without idle zeros; each language writes them its way."""
    return said.given(**{name: _shortest(limit) for name, limit in limits.items()})


def _shortest(limit: float) -> float:
    if not isfinite(limit):
        return limit
    rounded = round(limit, DECIMALS)
    return int(rounded) if rounded == int(rounded) else rounded


def _place(field: ui.number | ui.select, name: str) -> None:
    field.props["outlined"] = True
    field.props["data-name"] = name
    field.classes("grow wide")


@dataclass(frozen=True, slots=True)
class FormField:
    """One field of a form."""

    name: str
    label: Message
    allowed: Allowed | None
    """What it may be; None where the library alone can tell."""
    start: Any
    """What it begins with."""
    needed: bool
    choices: Mapping[str, Message] | None = None
    """What each word means that it may be."""


class WrongEntries(Exception):  # noqa: N818 - what a person typed, not what went wrong
    """What is wrong with each field; under no name, what is wrong with them together."""

    def __init__(self, fields: Mapping[str, Message]) -> None:
        super().__init__(", ".join(fields))
        self.fields = fields


def offered() -> dict[str, Message]:
    """List the techniques that the form offers, with what people call them."""
    return {
        kind: made.described.title
        for kind, made in celosia.TECHNIQUES.items()
        if "app" not in made.described.not_offered
    }


def entries_of(kind: str) -> tuple[FormField, ...]:
    """List the fields of a technique but the column itself, in their order."""
    made = celosia.TECHNIQUES[kind]
    allowed = parameters_of(made)
    return tuple(
        FormField(
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


def entries_of_method(method: str, recipe: celosia.Recipe) -> tuple[FormField, ...]:
    """List what a method can be told; the fields begin with what the recipe says."""
    section = celosia.METHODS[method].section
    said = recipe.options_in(section).to_entries() if section else {}
    return tuple(
        FormField(
            name=each.name,
            label=each.label,
            allowed=each.allowed,
            start=said.get(each.name, each.allowed.usual),
            needed=each.allowed.usual is not None,
            choices={str(word): each.choices.get(word, verbatim(word)) for word in _words(each)},
        )
        for each in method_options(method)
    )


def _words(option: MethodOption) -> tuple[str, ...]:
    return option.allowed.choices if isinstance(option.allowed, OneOf) else ()


def read_fields(entries: Sequence[FormField], given: Mapping[str, Any]) -> dict[str, Any]:
    """Take what fields say; `WrongEntries` says what is wrong beside which."""
    wrong: dict[str, Message] = {}
    told: dict[str, Any] = {}
    for entry in entries:
        value = _read(entry, given.get(entry.name))
        if value is None and entry.needed:
            wrong[entry.name] = Message("app.techniques-needed")
        elif value is not None and (error := _error(entry, value)):
            wrong[entry.name] = error
        else:
            told[entry.name] = tuple(value) if isinstance(value, list) else value
    if wrong:
        raise WrongEntries(wrong)
    return told


def entries_of_rule(kind: str) -> tuple[FormField, ...]:
    """List the fields of a rule of hierarchies, in their order."""
    rule: Any = celosia.RULES[kind]
    allowed, told = parameters_of(rule), rule.described
    return tuple(
        FormField(
            name=each.name,
            label=told.labels.get(each.name, verbatim(each.name)),
            allowed=allowed[each.name],
            start=told.begins.get(each.name, allowed[each.name].usual),
            needed=each.default is MISSING,
            choices=_rule_words(told.choices.get(each.name, {}), allowed[each.name]),
        )
        for each in fields(rule)
        if each.name in allowed
    )


def _rule_words(said: Mapping[str, Message], allowed: Allowed) -> Mapping[str, Message]:
    words = allowed.choices if isinstance(allowed, OneOf) else ()
    return {word: said.get(word, verbatim(word)) for word in words}


class FieldsForm:
    """Fields of a thing with parameters, drawn anew when another thing is chosen."""

    def __init__(self, page: PageSession, entries: Sequence[FormField], name: str) -> None:
        self._page = page
        self._place = ui.element("div").classes("fields").props(f'data-name="{name}"')
        self.draw(entries)

    def draw(self, entries: Sequence[FormField]) -> None:
        """Draw other fields."""
        self._entries = entries
        self._place.clear()
        with self._place:
            self._fields = {
                each.name: draw_field(self._page, each, f"option-{each.name}") for each in entries
            }

    def told(self) -> dict[str, Any] | None:
        """Take what the fields say; None, with marks beside them, where something is wrong."""
        given = {name: field.value for name, field in self._fields.items()}
        try:
            return read_fields(self._entries, given)
        except WrongEntries as refused:
            wrong = refused.fields
        for name, said in wrong.items():
            self._fields[name].props["error"] = True
            self._fields[name].props["error-message"] = self._page.say(said)
            self._fields[name].update()
        return None


def draw_field(page: PageSession, entry: FormField, name: str) -> Any:
    """Draw the field of a parameter that names no column."""
    label = page.say(entry.label)
    match entry.allowed:
        case Flag():
            made: Any = ui.checkbox(label, value=bool(entry.start))
        case OneOf():
            choices = {value: page.say(said) for value, said in (entry.choices or {}).items()}
            made = ui.select(choices, value=entry.start, label=label)
        case Whole() | Between() as allowed:
            made = number_field(page, label, entry.start, allowed, name, needed=entry.needed)
        case Texts():
            made = ui.textarea(label, value="\n".join(entry.start or ()))
        case Numbers():
            made = ui.input(label, value=", ".join(f"{each:g}" for each in entry.start or ()))
        case _:
            made = ui.input(label, value=str(entry.start or ""))
    made.props(f'data-name="{name}"').classes("w-full")
    return made


def technique_of(kind: str, column: str, given: Mapping[str, Any]) -> Technique:
    """Make the technique that a form says; `WrongEntries` says what is wrong beside which field."""
    wrong: dict[str, Message] = {}
    entries: dict[str, Any] = {"kind": kind}
    if "column" in {each.name for each in fields(celosia.TECHNIQUES[kind])}:
        entries["column"] = column
    meant, needed = _meant(kind, given)
    for entry in meant:
        value = _read(entry, given.get(entry.name))
        if entry.name == "value" and given.get("condition") in ("below", "above"):
            value = _limit(value)
        if value is None and (entry.needed or entry.name in needed):
            wrong[entry.name] = Message("app.techniques-needed")
        elif value is not None and (error := _error(entry, value)):
            wrong[entry.name] = error
        elif value is not None:
            entries[entry.name] = value
    if wrong:
        raise WrongEntries(wrong)
    try:
        technique: Technique = technique_from_dict(entries)
    except celosia.ParameterError as refused:
        raise WrongEntries(_named(kind, refused)) from None
    return technique


def _label(made: type[Technique], name: str) -> Message:
    """Find what the technique calls a field; its name where it says nothing."""
    usual = Message("app.know-set") if name == "columns" else verbatim(name)
    return made.described.labels.get(name, usual)


def _choices(
    made: type[Technique], name: str, allowed: Allowed | None
) -> Mapping[str, Message] | None:
    if not isinstance(allowed, OneOf):
        return None
    said = made.described.choices.get(name, {})
    return {word: said.get(word, verbatim(word)) for word in allowed.choices}


def _read(entry: FormField, value: Any) -> Any:
    """Take what a field holds; None where nothing was filled in."""
    if isinstance(entry.allowed, Texts):
        return [line.strip() for line in str(value or "").splitlines() if line.strip()] or None
    if isinstance(entry.allowed, Numbers):
        return _numbers(str(value or ""))
    if isinstance(entry.allowed, NamesOfColumns):
        return list(value or []) or None
    if isinstance(entry.allowed, Numeric) and isinstance(value, float) and value.is_integer():
        return int(value)
    return None if value == "" else value


def _numbers(text: str) -> list[float] | str | None:
    """Read numbers with commas between them; what is none stays a text, which is refused."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(is_number(part, POINT) for part in parts):
        return text
    found = [as_number(part) for part in parts]
    return [int(each) if each.is_integer() else each for each in found] or None


def _limit(value: str | None) -> float | str | None:
    """Take a limit as the number it is; a date stays as it is written."""
    return as_number(value) if value and is_number(value, POINT) else value


def _error(entry: FormField, value: Any) -> Message | None:
    if isinstance(entry.allowed, Numeric) and number_in(entry.allowed, value) is None:
        return range_of(entry.allowed)
    if isinstance(entry.allowed, Numbers) and isinstance(value, str):
        return Message("app.numbers-with-commas")
    return None


def _named(kind: str, refused: celosia.ParameterError) -> dict[str, Message]:
    """Put what the library refuses beside the field that it names, else under all of them."""
    told = _without_class(refused.message)
    described = celosia.TECHNIQUES[kind].described
    for each in entries_of(kind):
        if re.match(rf"([A-Z]\w+: )?{each.name}\b", str(told)):
            usual = RULES.get(type(each.allowed), told)
            return {each.name: described.rules.get(each.name, usual)}
    return {"": described.together or told}


def _without_class(told: Message) -> Message:
    """Leave out the name of the class, which stands before a colon in what is checked."""
    what = told.arguments.get("what")
    return told.given(what=re.sub(r"^[A-Z]\w+: ", "", what)) if isinstance(what, str) else told


def _meant(kind: str, given: Mapping[str, Any]) -> tuple[list[FormField], frozenset[str]]:
    """List the fields that mean something with what is chosen, and those that it makes needed."""
    idle, needed = celosia.TECHNIQUES[kind].asks(given)
    return [each for each in entries_of(kind) if each.name not in idle], needed
