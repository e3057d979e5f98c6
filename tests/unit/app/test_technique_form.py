"""The form of every technique is complete, says what may be filled in, and is right about it."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields

import pytest

import celosia
from celosia.core.parameters import OneOf, VisibleCharacter, Whole
from celosia.core.technique import technique_from_dict
from celosia.text.messages import Message

pytest.importorskip("nicegui", reason="needs the extra `app`")

from celosia.web.app.fields import FAR, RULES, Numeric, WrongEntries, entries_of, technique_of

NEEDED = Message("app.techniques-needed")
FILLED = {
    "columns": ["pay"],
    "value": "x",
    "top": 10.0,
    "low": 0.0,
    "high": 10.0,
    "categories": "a\nb",
}
"""What a visitor must fill in, because there is nothing usual to begin with."""


def started(kind):
    """Give the form as it is when somebody has filled in what it asks for."""
    entries = {entry.name: entry.start for entry in entries_of(kind)}
    return entries | {name: value for name, value in FILLED.items() if name in entries}


def form(kind, **given):
    return technique_of(kind, "pay", started(kind) | given)


def wrong(kind, **given):
    with pytest.raises(WrongEntries) as refused:
        form(kind, **given)
    return refused.value.fields


def test_every_technique_has_a_name():
    titles = [made.described.title for made in celosia.TECHNIQUES.values()]

    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("kind", celosia.TECHNIQUES)
def test_a_form_begins_with_what_the_library_accepts(kind):
    technique = form(kind)

    assert technique.kind == kind
    assert technique.about == ("pay",)


@pytest.mark.parametrize("kind", celosia.TECHNIQUES)
def test_every_field_has_words_and_begins_with_the_default(kind):
    defaults = {each.name: each.default for each in fields(celosia.TECHNIQUES[kind])}
    described = celosia.TECHNIQUES[kind].described
    for entry in entries_of(kind):
        assert entry.label == described.labels.get(entry.name, Message("app.know-set"))
        assert entry.needed == (defaults[entry.name] is MISSING)
        if defaults[entry.name] not in (MISSING, None):
            assert entry.start == defaults[entry.name]


def choices():
    for kind in celosia.TECHNIQUES:
        for entry in entries_of(kind):
            if isinstance(entry.allowed, OneOf):
                yield pytest.param(kind, entry, id=f"{kind}.{entry.name}")


@pytest.mark.parametrize(("kind", "entry"), list(choices()))
def test_the_choices_are_those_of_the_library(kind, entry):
    entries = {"kind": kind, "column": "pay", "columns": ["pay"], entry.name: "nonsense"}
    known = {each.name for each in fields(celosia.TECHNIQUES[kind])} | {"kind"}
    needed = {e.name: e.start for e in entries_of(kind) if e.needed and e.start is not None}
    asked = {name: value for name, value in (needed | entries).items() if name in known}

    with pytest.raises(celosia.ParameterError) as refused:
        technique_from_dict(asked)

    listed = re.search(r"one of ([\w, -]+)", str(refused.value))[1]
    assert set(listed.rstrip(".").split(", ")) == set(entry.choices)
    said = celosia.TECHNIQUES[kind].described.choices[entry.name]
    assert set(said) == set(entry.choices)


def limited():
    for kind in celosia.TECHNIQUES:
        for entry in entries_of(kind):
            if isinstance(entry.allowed, Numeric):
                yield pytest.param(kind, entry, id=f"{kind}.{entry.name}")


def built(kind, entry, value):
    """Ask the library itself, with nothing else that could be wrong."""
    given = started(kind) | {entry.name: value}
    if kind in ("uniform-noise", "gaussian-noise") and entry.name == "width":
        given["share"] = None
    if kind == "rare-to-others" and entry.name == "share":
        given["least"] = None
    if kind == "format-masking":
        given["format"] = "email"
    known = {each.name for each in fields(celosia.TECHNIQUES[kind])}
    asked = {name: v for name, v in given.items() if name in known and v not in (None, "", ())}
    if "categories" in asked:
        asked["categories"] = asked["categories"].split()
    if kind == "record-suppression":
        asked.pop("values", None)
    column = {"column": "pay"} if "column" in known else {}
    return technique_from_dict({"kind": kind, **column, **asked})


def limits_of(allowed):
    """Give the least and the largest value that is allowed, and a step to the next one."""
    if isinstance(allowed, Whole):
        return allowed.least, allowed.most, 1
    return allowed.low + 1e-6 * allowed.open_low, allowed.high, 1e-6


@pytest.mark.parametrize(("kind", "entry"), list(limited()))
def test_the_limits_are_those_of_the_library(kind, entry):
    least, most, step = limits_of(entry.allowed)

    if least > -FAR:
        built(kind, entry, least)
        with pytest.raises(celosia.ParameterError, match=entry.name):
            built(kind, entry, least - 2 * step)
    if most is not None and most < FAR:
        built(kind, entry, most)
        with pytest.raises(celosia.ParameterError, match=entry.name):
            built(kind, entry, most + step)


def test_what_is_wrong_is_said_beside_its_field_in_both_languages():
    def said(told):
        return {name: (each.text("en"), each.text("es")) for name, each in told.items()}

    above = "A number above 0.", "Un número mayor que 0."
    whole = "A whole number from 8 to 64.", "Un número entero de 8 a 64."

    assert said(wrong("rounding", base=0)) == {"base": above}
    assert wrong("rounding", base=None) == {"base": NEEDED}
    assert said(wrong("keyed-pseudonym", length=9.5)) == {"length": whole}


def test_fields_that_do_not_go_together_are_told_under_all_of_them():
    told = wrong("uniform-noise", share=0.1, width=2.0)

    assert told == {"": celosia.TECHNIQUES["uniform-noise"].described.together}


def test_what_the_library_alone_can_refuse_is_said_in_both_languages_too():
    def rule(kind, name):
        return {name: celosia.TECHNIQUES[kind].described.rules[name]}

    assert wrong("masking", symbol="**") == {"symbol": RULES[VisibleCharacter]}
    assert wrong("laplace-mechanism", low=3.0, high=2.0) == rule("laplace-mechanism", "high")
    assert wrong("randomized-response", categories="a\na") == rule(
        "randomized-response", "categories"
    )
    assert wrong("date-shift", subject="pay") == rule("date-shift", "subject")
    below = {"condition": "below", "value": "soon"}
    assert wrong("record-suppression", **below) == {
        "": celosia.TECHNIQUES["record-suppression"].described.together
    }


def test_a_condition_says_which_of_the_other_fields_are_needed():
    assert wrong("record-suppression", condition="one-of", values="") == {"values": NEEDED}
    assert wrong("record-suppression", condition="below", value="") == {"value": NEEDED}
    assert form("record-suppression", condition="missing", value="x").value is None
    assert form("format-masking", format="ip", symbols=3).symbols is None


def test_a_limit_is_a_number_or_a_date_and_a_value_a_text():
    assert form("record-suppression", condition="below", value="18").value == 18
    assert form("record-suppression", condition="above", value="2024-12-31").value == "2024-12-31"
    assert form("record-suppression", condition="equals", value="18").value == "18"


def test_several_values_are_given_line_by_line():
    many = form("record-suppression", condition="one-of", value=None, values="a\n b \n\n")

    assert many.values == ("a", "b")


def test_a_technique_of_several_columns_takes_those_that_are_chosen():
    assert form("swap", columns=["pay", "age"]).columns == ("pay", "age")
