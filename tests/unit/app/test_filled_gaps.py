"""What a page says without arguments has no gaps that only arguments could fill."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import pytest

from celosia.text.messages import Message, template
from celosia.web import app
from celosia.web.app import texts

PAGES = sorted(Path(app.__file__).parent.rglob("*.py"))
WORDS = sorted(path.stem for path in Path(texts.__file__).parent.glob("*_words.py"))


def said_alone(path):
    """Give the module and the name of each constant that a file says without any argument."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == texts.__name__
        for alias in node.names
    }
    for call in ast.walk(tree):
        match call:
            case ast.Call(
                func=ast.Attribute(attr="say"),
                args=[ast.Attribute(value=ast.Name(id=module), attr=name)],
                keywords=[],
            ) if module in named:
                yield named[module], name


def test_there_are_words_to_look_at():
    assert len(WORDS) > 5
    assert sum(len(list(said_alone(path))) for path in PAGES) > 100


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_nothing_with_a_gap_is_said_without_arguments(path):
    for module, name in said_alone(path):
        words = __import__(f"{texts.__name__}.{module}", fromlist=[name])
        message = getattr(words, name)
        if isinstance(message, Message):
            gaps = {gap for _, gap, *_ in Formatter().parse(template(message.key, "en", {})) if gap}
            filled = {gap for gap in gaps if gap.startswith("step_")}
            assert gaps - filled <= set(message.arguments), name
