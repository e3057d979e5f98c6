"""Sentences lie in the catalogues: the code holds keys, names and other languages' code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import celosia
from celosia.text.languages import LOCALE

ROOT = Path(celosia.__file__).parent
WORD = re.compile(r"(?<![^\s('«{])[^\W\d_]+(?=[\s.,;:)!?'»}]|$)")
CODE = {
    "SQL": re.compile(
        r"\b(SELECT|CREATE|INSERT|UPDATE|DELETE|DROP|ALTER|ANALYZE|COPY|DETACH|EXPLAIN|FROM|WHERE|JOIN"
        r"|ORDER BY|NULL|HEADER|FORMAT|MANY|OVER|CASE WHEN|ATTACH|RENAME TABLE"
        r"|BEGIN|REPLACE INTO|SET|PRAGMA|TRANSACTION)\b|= \?"
    ),
    "HTML or SVG": re.compile(r"</?[a-z]|\b[a-z-]+=\"|\bdense\b"),
    "CSS": re.compile(r"\{[a-z-]+:|[a-z-]+: ?[^ ;]+;"),
    "JavaScript": re.compile(r"\) => "),
    "a policy of browsers": re.compile(r"default-src"),
    "a type": re.compile(r"\w+ \| \w+"),
    "what Python says of a module": re.compile(r"^module .* has no attribute "),
    "a citation": re.compile(r"[^\W\d]+ (1[89]|20)\d\d\b|et al\."),
}
with (LOCALE / "es" / "click.po").open("rb") as file:
    OF_CLICK = {message.id for message in read_po(file)}
"""Texts of Click, which are the keys of its catalogue."""
EXCEPTIONS = {
    "demo/": "what made-up people have and do is data",
    "text/personal_names.py": "what people are called is data",
    "proposals/names.py": "what people call their columns, to recognize them",
    "hierarchies/formats/tree_text.py": "the head of a file, as another program writes it",
    "files/sandbox.py": "what a child process runs first, which is Python",
    "web/service/job_folder.py": "columns of a table of SQLite",
    "core/randomness.py": "what an assertion says to who broke it",
    "text/catalogues.py": "the error of a catalogue that lacks a key cannot lie in a catalogue",
    "web/service/jobs.py": "a line of the log, for who runs the server",
}
"""Where texts of three words stand, and why."""


def literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Give the texts of a module that are no docstring, with their lines; gaps as braces."""
    passed = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            passed |= {id(part) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = [str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values]
            yield node.lineno, "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def is_sentence(text: str) -> bool:
    """Tell whether a text has three words or more, and is not written in another language."""
    if text in OF_CLICK:
        return False
    return len(WORD.findall(text)) >= 3 and not any(each.search(text) for each in CODE.values())


def sentences() -> Iterator[tuple[str, int, str]]:
    for path in sorted(ROOT.rglob("*.py")):
        for line, text in literals(ast.parse(path.read_text(encoding="utf-8"))):
            if is_sentence(text):
                yield path.relative_to(ROOT).as_posix(), line, text


def excepted(place: str) -> str | None:
    return next((each for each in EXCEPTIONS if place == each or place.startswith(each)), None)


def test_no_sentence_stands_in_the_code():
    assert [f"{place}:{line}" for place, line, _ in sentences() if not excepted(place)] == []


def test_every_exception_is_needed():
    assert {excepted(place) for place, _, _ in sentences()} - {None} == set(EXCEPTIONS)


@pytest.mark.parametrize(
    "sentence",
    [
        "Private: do not give this file away with the release. Show it to an auditor.",
        "homogeneity: a class may share one sensitive value",
        "{} on {{}}, {}; highest prosecutor risk {}.{}",
        "# How much privacy the people of one table may lose, and what was spent of it (Celosía).",
        "measured on the rounded memberships",
        "techniques of a recipe to {}",
        "Column '{}' tells who each record is about. It is personal data.",
        "Its levels, such as 0,2,1",
        "The project's identifier",
        "nulls matching anything",
        "Set k=5; then run it again.",
    ],
)
def test_such_a_sentence_would_be_found(sentence):
    assert is_sentence(sentence)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT name, kind FROM notes",
        "flat dense color=white",
        "Li, Li and Venkatasubramanian 2007",
        "workflow.residual-homogeneity",
        "Error: invalid input",
    ],
)
def test_what_is_none_is_let_be(text):
    assert not is_sentence(text)
