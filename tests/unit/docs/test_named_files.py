"""Files that the pages, and the docstrings, speak of are there."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGES = [
    *sorted((ROOT / "docs" / "en").rglob("*.md")),
    *sorted((ROOT / "docs" / "es").rglob("*.md")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
]
SOURCES = [
    path
    for folder in ("src", "tests", "benchmarks", "docs")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
TOP = ("src/", "tests/", "docs/", "benchmarks/", ".ci/")
NAMED = re.compile(r"`((?:[\w.-]+/)*[\w.-]+\.pyi?|(?:src|tests|docs|benchmarks|\.ci)/[^`\s<*…]+)")
"""A file of Python, or whatever lies in a folder of the repository."""
OF_OTHERS = {"FlaskApp/Backend.py", "pycanon/record.py"}
"""Files of the programs that a page speaks about."""
BEFORE = ("", "src/celosia/", "src/celosia/techniques/")
"""Where a path may begin: the pages leave out what is clear."""


def named(text):
    return {name.rstrip("/.") for name in NAMED.findall(text)} - OF_OTHERS


def missing(text):
    """Name the files that nothing of the repository is called like."""
    known = {path.name for path in chain(SOURCES, ROOT.rglob("src/**/*.pyi"))}
    return sorted(
        name
        for name in named(text)
        if not (
            name in known if "/" not in name else any((ROOT / b / name).exists() for b in BEFORE)
        )
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_a_page_names_is_there(page):
    assert missing(page.read_text(encoding="utf-8")) == []


def test_every_file_that_a_docstring_names_is_there():
    wrong = {
        str(path.relative_to(ROOT)): found
        for path in SOURCES
        if path != Path(__file__) and (found := missing(path.read_text(encoding="utf-8")))
    }

    assert wrong == {}


def test_a_file_that_went_is_missed():
    assert missing("See `nowhere_at_all.py`, `src/celosia/gone` and `core/engine.py`.") == [
        "nowhere_at_all.py",
        "src/celosia/gone",
    ]
