"""Fields made from what a parameter may be; what is wrong is said beside the field."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from math import isfinite
from typing import Any

from nicegui import ui

import celosia
from celosia.text.messages import verbatim
from celosia.text.numerals import POINT, as_number, is_number
from celosia.web.app.page_session import PageSession
from celosia.web.app.texts import common_words, technique_words as words

Numeric = celosia.Whole | celosia.Between
FINE = 0.05
"""How far the arrows of a field move a share."""
FAR = 1e15
"""A limit so far away that it is not worth telling."""
DECIMALS = 6
PERCENT = celosia.Between(0, 100)
AS_TYPED = "%.10g"
"""Without the zero that makes a number of 3 a 3.0."""


def range_of(allowed: Numeric) -> celosia.Message:
    """Say which numbers are allowed.

    >>> str(range_of(celosia.Between(0, 1, open_low=True)))
    'A number above 0, up to 1.'
    """
    if isinstance(allowed, celosia.Whole):
        said = common_words.WHOLE if allowed.most is None else common_words.WHOLE_FROM_TO
        return _filled(said, least=allowed.least, most=allowed.most or 0)
    if allowed.low <= -FAR:
        return common_words.ANY_NUMBER
    if allowed.high < FAR:
        said = common_words.ABOVE_UP_TO if allowed.open_low else common_words.FROM_TO
    else:
        said = common_words.ABOVE if allowed.open_low else common_words.AT_LEAST
    return _filled(said, low=allowed.low, high=allowed.high)


def number_in(allowed: Numeric, value: object) -> float | int | None:
    """Take a number from a field; None where it is not allowed.

    >>> number_in(celosia.Whole(2, usual=5), 3.0), number_in(celosia.Whole(2, usual=5), 1)
    (3, None)
    """
    if not isinstance(value, int | float) or not isfinite(value):
        return None
    whole = isinstance(allowed, celosia.Whole) and value == int(value)
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

    small = isinstance(allowed, celosia.Between) and allowed.high <= 1
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


def _filled(said: celosia.Message, **limits: float) -> celosia.Message:
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
