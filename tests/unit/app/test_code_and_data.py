"""Data never meets code as text: names of columns are arguments of functions, no parts."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import celosia.web.app
from celosia.web.app.grid_element import DATASOURCE, QUERY, datasource, literal

HOSTILE = ["ADDRESS", "QUERY", "{{x}}", "</script>", "$&", "constructor", "__proto__", "a'\"`\\",
           "\u2028"]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_one_literal_of_the_code(name):
    code = datasource("/api/rows", [name])

    assert code.count(QUERY) == code.count(DATASOURCE) == 1
    rest = code.replace(QUERY, "").replace(DATASOURCE, "")
    assert rest == f'()(()({literal([name])}, []), "/api/rows")'
    assert json.loads(literal([name])) == [name]
    assert "<" not in literal([name])


def test_nothing_is_filled_into_code_by_replacing_words():
    """A template whose gaps are words is filled anew by data that hold such a word."""
    found = []
    for path in Path(celosia.web.app.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "replace"
                and isinstance(node.args[0], ast.Constant)
                and str(node.args[0].value).isupper()
            ):
                found.append(f"{path.name}:{node.lineno}")
    assert found == []
