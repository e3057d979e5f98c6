"""A wrong type in any entry of any technique, hierarchy rule or new table is told by its name."""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from types import NoneType
from typing import get_args, get_type_hints

import pytest
import tomli_w

import celosia
from celosia.core.technique import technique_from_dict
from celosia.errors import RecipeError
from celosia.hierarchies.rule import RULES
from celosia.techniques.tables import (
    Aggregation,
    Anatomization,
    DataForTesting,
    PrivateAggregation,
    StatisticalCopy,
)

TECHNIQUES = {
    "attribute-suppression": {"columns": ("a",)},
    "record-suppression": {"column": "a", "condition": "equals", "value": "x"},
    "most-records": {"columns": ("a",), "most": 3},
    "outlier-suppression": {"columns": ("a",)},
    "small-class-suppression": {"columns": ("a",), "k": 3},
    "masking": {"column": "a", "keep_first": 1},
    "format-masking": {"column": "a", "format": "email"},
    "random-pseudonym": {"column": "a"},
    "keyed-pseudonym": {"column": "a"},
    "format-preserving-pseudonym": {"column": "a"},
    "fake-value": {"column": "a"},
    "intervals": {"column": "a", "width": 5},
    "top-bottom-coding": {"column": "a", "bottom": 1, "top": 9},
    "hierarchy-level": {"column": "a", "level": 1},
    "rare-to-others": {"column": "a", "least": 3},
    "date-period": {"column": "a"},
    "one-spelling": {"column": "a"},
    "rounding": {"column": "a", "base": 5},
    "coordinate-rounding": {"column": "a"},
    "swap": {"columns": ("a",)},
    "rank-swap": {"column": "a", "percent": 5},
    "semantic-rank-swap": {"column": "a", "percent": 5},
    "uniform-noise": {"column": "a", "share": 0.1},
    "gaussian-noise": {"column": "a", "share": 0.1},
    "correlated-noise": {"columns": ("a",), "share": 0.1},
    "date-shift": {"columns": ("a",), "days": 3},
    "microaggregation": {"columns": ("a",), "k": 3},
    "pram": {"column": "a"},
    "semantic-noise": {"column": "a", "scale": 1},
    "laplace-mechanism": {"column": "a", "epsilon": 1, "low": 0, "high": 1},
    "randomized-response": {"column": "a", "epsilon": 1, "categories": ("x", "y")},
}
HIERARCHIES = {
    "intervals": {"widths": (5,)},
    "masking": {},
    "digits": {},
    "dates": {},
    "ordered": {"sizes": (2,)},
    "frequent": {"thresholds": (2,)},
    "taxonomy": {"paths": (("a", "b"),)},
    "rows": {"rows": (("a", "*"),)},
    "file": {"path": "a.csv"},
    "suppression": {},
}
NEW_TABLES = {
    Aggregation: {"by": ("a",)},
    PrivateAggregation: {"by": ("a",), "keys": (("x",),), "epsilon": 1},
    DataForTesting: {},
    StatisticalCopy: {},
    Anatomization: {"quasi_identifiers": ("a",), "sensitive": "b", "l": 2},
}
RIVALS = {"width": "share", "share": "least"}
"""Entries of which only one may be given."""

TEXT, WHOLE, NUMBER, FLAG = "word", 5, 2.5, True
LISTS = (("a", 1), (("a", 1),), (date(2024, 1, 1),), ({"a": 1},))
ALWAYS_WRONG = ({"a": 1}, date(2024, 1, 1), *LISTS)


def wrong_values(hint):
    """Give values that a field of a type cannot hold."""
    told = str(hint)
    yield from ALWAYS_WRONG
    if "tuple" in told:
        yield from (TEXT, WHOLE, NUMBER, FLAG)
    else:
        yield ("a",)
    if "int" in told or "float" in told:
        yield FLAG
        yield from () if "str" in told else (TEXT,)
    if hint in (int, int | None):
        yield NUMBER
    if "bool" in told:
        yield from (TEXT, WHOLE, NUMBER)
    if hint in (str, str | None) or "Literal" in told:
        yield from (WHOLE, NUMBER, FLAG)
    if NoneType not in get_args(hint):
        yield None


def entries_of(classes):
    return [(kind, entry.name) for kind, made in classes.items() for entry in fields(made)]


def mistakes(made, right, name):
    """Give the right entries with one of a wrong type, for each type that is wrong."""
    for value in wrong_values(get_type_hints(made)[name]):
        yield {**{n: v for n, v in right.items() if n != RIVALS.get(name)}, name: value}


def as_toml(section, kind, entries):
    entry = {"kind": kind, **entries}
    if section == "techniques":
        return tomli_w.dumps({section: [entry], "roles": {"a": "insensitive"}})
    return tomli_w.dumps({section: {"a": entry}, "roles": {"a": "quasi-identifier"}})


def test_every_kind_is_here():
    assert set(TECHNIQUES) == set(celosia.TECHNIQUES)
    assert set(HIERARCHIES) == set(RULES)


@pytest.mark.parametrize(
    ("section", "kind", "entries"),
    [
        *(("techniques", kind, entries) for kind, entries in TECHNIQUES.items()),
        *(("hierarchies", kind, entries) for kind, entries in HIERARCHIES.items()),
    ],
)
def test_what_the_mistakes_are_made_of_is_right(section, kind, entries):
    assert celosia.Recipe.from_toml(as_toml(section, kind, entries)).roles


@pytest.mark.parametrize(("kind", "name"), entries_of(celosia.TECHNIQUES))
def test_techniques(kind, name):
    made = celosia.TECHNIQUES[kind]
    for entries in mistakes(made, TECHNIQUES[kind], name):
        with pytest.raises(celosia.ParameterError, match=name):
            made(**entries)

        if entries[name] is not None:
            with pytest.raises(RecipeError, match=f"{made.__name__}: "):
                celosia.Recipe.from_toml(as_toml("techniques", kind, entries))


@pytest.mark.parametrize(("kind", "name"), entries_of(RULES))
def test_hierarchy_rules(kind, name):
    made = RULES[kind]
    for entries in mistakes(made, HIERARCHIES[kind], name):
        with pytest.raises(celosia.ParameterError, match=name):
            made(**entries)

        if entries[name] is not None:
            with pytest.raises(RecipeError, match=f"{made.__name__}: {name} "):
                celosia.Recipe.from_toml(as_toml("hierarchies", kind, entries))


@pytest.mark.parametrize(("made", "name"), entries_of({made: made for made in NEW_TABLES}))
def test_new_tables(made, name):
    for entries in mistakes(made, NEW_TABLES[made], name):
        with pytest.raises(celosia.ParameterError, match=f"{made.__name__}: {name} "):
            made(**entries)


@pytest.mark.parametrize("base", [10**400, float("inf"), float("nan"), 1e-400])
def test_numbers_beyond_any_use_are_refused(base):
    with pytest.raises(celosia.ParameterError, match="base"):
        technique_from_dict({"kind": "rounding", "column": "a", "base": base})
