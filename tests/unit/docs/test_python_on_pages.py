"""What Python on a page of the documentation names can be imported."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

import celosia

ROOT = Path(__file__).parents[3]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCED = re.compile(r"^```(?:python|py)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"(?<!group )(?<!entrada )`(celosia(?:\.\w+)+)\b")
"""Not groups of entry points, which are no modules."""
DECIDED = ROOT / "docs" / "decisions"


def resolved(dotted):
    """Find what a name with dots is: a module, or something in one."""
    found = celosia
    for place, name in enumerate(dotted.split(".")[1:], start=2):
        try:
            found = getattr(found, name)
        except AttributeError:
            found = import_module(".".join(dotted.split(".")[:place]))
    return found


def chain(node):
    """Give `celosia.a.b` of an attribute of an attribute of `celosia`; None for another."""
    names = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name) and node.id == "celosia" and names:
        return ".".join(["celosia", *reversed(names)])
    return None


def imports_of(tree):
    """Give what a piece of Python imports from the package, and what it takes from its top."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "celosia":
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Attribute) and (dotted := chain(node)):
            yield dotted


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_is_there(page):
    text = page.read_text(encoding="utf-8")
    named = {name for block in FENCED.findall(text) for name in imports_of(ast.parse(block))}
    if DECIDED not in page.parents:  # a decision may name what was there before it
        said = " ".join(text.split())
        named |= {name for name in NAMED.findall(said) if not name.startswith("celosia.toml")}

    for name in sorted(named):
        assert resolved(name) is not None
