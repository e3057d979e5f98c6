"""The catalogues: every key that the code names is there in each language, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

import celosia
from celosia.text.languages import ENGLISH, LOCALE

ROOT = Path(celosia.__file__).parent
AREAS = sorted(path.stem for path in (LOCALE / ENGLISH).glob("*.po"))
LANGUAGES = sorted(path.name for path in LOCALE.iterdir() if path.is_dir())
KEY = re.compile(rf"(?:{'|'.join(AREAS)})\.[a-z0-9_-]+")
FILE = re.compile(r"\.(csv|html|json|parquet|toml|xlsx)$")
"""Names of files look like keys."""
OF_OTHERS = {"click"}
"""Areas whose keys are the English texts of another library."""
OWN_WORDS = {"text.line-not-understood", "models.population-uniqueness-named"}
"""Where a language tells other figures than English, of those that the message has."""


@cache
def entries(language: str, area: str) -> dict[str, tuple[str, ...]]:
    """Read the forms of each key."""
    with (LOCALE / language / f"{area}.po").open("rb") as file:
        found = read_po(file, abort_invalid=True)
    return {
        (m.id[0] if isinstance(m.id, tuple) else m.id): (
            m.string if isinstance(m.string, tuple) else (m.string,)
        )
        for m in found
        if m.id
    }


def gaps(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def counted(template: str) -> set[str]:
    """Give the keys that gaps name: the entries of what they count."""
    return {how for _, _, how, _ in Formatter().parse(template) if how and KEY.fullmatch(how)}


def texts_of_the_code() -> Iterator[ast.expr]:
    for path in ROOT.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inside: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                inside |= {id(part) for part in node.values}
                yield node
            elif isinstance(node, ast.Constant) and id(node) not in inside:
                yield node


@cache
def named() -> tuple[set[str], set[str]]:
    """Find the keys that the code names, and the patterns of those that it puts together."""
    keys, patterns = set(), set()
    for node in texts_of_the_code():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            keys |= {node.value} if KEY.fullmatch(node.value) else set()
        elif isinstance(node, ast.JoinedStr):
            parts = [
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z0-9_-]+"
                for part in node.values
            ]
            first = node.values[0]
            if isinstance(first, ast.Constant) and str(first.value).partition(".")[0] in AREAS:
                patterns.add("".join(parts))
    return keys, {each for each in patterns if re.match(r"[a-z]+\\\.", each)}


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != ENGLISH])
@pytest.mark.parametrize("area", AREAS)
def test_every_language_has_the_same_keys_and_gaps(area, language):
    english, other = entries(ENGLISH, area), entries(language, area)

    assert set(english) == set(other)
    for key, forms in other.items():
        known = set().union(*map(gaps, english[key]))
        assert all(forms), key
        if key not in OWN_WORDS:
            assert set().union(*map(gaps, forms)) <= known, key


def test_a_language_has_no_area_that_english_lacks():
    for language in LANGUAGES:
        areas = {path.stem for path in (LOCALE / language).glob("*.po")}
        assert areas - OF_OTHERS == set(AREAS), language


def test_every_key_that_the_code_names_is_there():
    keys, patterns = named()
    known = {key for area in AREAS for key in entries(ENGLISH, area)}

    assert {key for key in keys - known if not FILE.search(key)} == set()
    assert [each for each in patterns if not any(re.fullmatch(each, key) for key in known)] == []


def test_every_key_that_a_gap_names_is_there_in_each_language():
    for language in LANGUAGES:
        known = {key for area in AREAS for key in entries(language, area)}
        told = {
            key
            for area in AREAS
            for forms in entries(language, area).values()
            for key in set().union(*map(counted, forms))
        }
        assert told <= known, language


def test_every_key_that_is_there_is_named_by_the_code():
    keys, patterns = named()
    known = {key for area in AREAS for key in entries(ENGLISH, area)}
    keys |= {
        key
        for area in AREAS
        for forms in entries(ENGLISH, area).values()
        for form in forms
        for key in counted(form)
    }

    unused = {key for key in known - keys if not any(re.fullmatch(each, key) for each in patterns)}

    assert unused == set()


def test_every_form_of_a_plural_says_the_number_that_chooses_it():
    for language in LANGUAGES:
        for area in AREAS:
            for key, forms in entries(language, area).items():
                assert len(forms) == 1 or len({frozenset(gaps(form)) for form in forms}) == 1, key
                assert len(set(forms)) == len(forms) or language == ENGLISH, key


SAYING = {"echo", "prompt", "confirm", "secho", "UsageError"}
"""What of Click shows a text."""


def calls():
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
                name = getattr(called, "id", called)
                yield f"{path.relative_to(ROOT)}:{node.lineno}", name, node.args[0]


def is_literal(node):
    if isinstance(node, ast.JoinedStr):
        own = "".join(str(v.value) for v in node.values if isinstance(v, ast.Constant))
        return bool(re.search(r"[^\W\d_]{2,}", own)) and not KEY.match(own)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value


def test_no_error_and_no_command_says_a_sentence_of_its_own():
    errors = {each.__name__ for each in kinds_of_errors(celosia.CelosiaError)}

    said = [
        place for place, name, first in calls() if name in errors | SAYING and is_literal(first)
    ]

    assert said == []


def kinds_of_errors(kind):
    yield kind
    for each in kind.__subclasses__():
        yield from kinds_of_errors(each)
