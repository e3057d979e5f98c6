"""Every text exists in both languages, and no page says anything that is not in the catalogue."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

pytest.importorskip("nicegui", reason="needs the extra `app`")

from celosia.text.catalogues import template
from celosia.web import app

SPEAKING = {
    "label",
    "button",
    "notify",
    "tooltip",
    "expansion",
    "select",
    "input",
    "number",
    "link",
}


def keys():
    """Give the key of each message that a page names."""
    for path in Path(app.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Message"), args=[ast.Constant(key)]):
                    yield key


def places(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("key", sorted(set(keys())))
def test_both_languages_say_it_with_the_same_figures(key):
    english, spanish = (template(key, language) for language in ("en", "es"))
    assert english.strip()
    assert spanish.strip()
    assert places(english) == places(spanish)


def literal_texts():
    for path in Path(app.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            of_ui = isinstance(node.func.value, ast.Name) and node.func.value.id == "ui"
            if of_ui and node.func.attr in SPEAKING and node.args:
                said = node.args[0]
                if isinstance(said, ast.Constant) and isinstance(said.value, str):
                    yield f"{path.name}: {said.value}"


def test_no_page_says_anything_in_one_language_only():
    assert list(literal_texts()) == []
