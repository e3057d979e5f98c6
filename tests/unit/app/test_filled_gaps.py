"""What a page says without arguments has no gaps that only arguments could fill."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import pytest

pytest.importorskip("nicegui", reason="needs the extra `app`")

from celosia.text.messages import template
from celosia.web import app

PAGES = sorted(Path(app.__file__).parent.rglob("*.py"))


def said_alone(path):
    """Give the key of each message that a file says without any argument."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match call:
            case ast.Call(
                func=ast.Attribute(attr="say"),
                args=[ast.Call(func=ast.Name(id="Message"), args=[ast.Constant(key)], keywords=[])],
                keywords=[],
            ):
                yield key


def test_there_are_words_to_look_at():
    assert sum(len(list(said_alone(path))) for path in PAGES) > 100


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_nothing_with_a_gap_is_said_without_arguments(path):
    for key in said_alone(path):
        gaps = {gap for _, gap, *_ in Formatter().parse(template(key, "en", {})) if gap}

        assert {gap for gap in gaps if not gap.startswith("step_")} == set(), key
