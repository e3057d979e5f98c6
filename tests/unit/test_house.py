"""The house: one name means one thing, lists are read from registries, verbs say what they do."""

from __future__ import annotations

import ast
import inspect
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import celosia
from celosia.core.technique import MAKERS, TECHNIQUES
from celosia.files.file_format import FILE_FORMATS

ROOT = Path(celosia.__file__).parent
SOURCES = {path.relative_to(ROOT).as_posix(): path for path in ROOT.rglob("*.py")}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in SOURCES.items()}


def test_no_two_files_share_a_base_name():
    names = Counter(path.name for path in SOURCES.values() if path.name != "__init__.py")

    assert [name for name, times in names.items() if times > 1] == []


def type_names(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """Give the names of types that a module defines, and whether each is a class of its own."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                yield name, True
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if name[0].isupper() and not name.isupper() and "_" not in name:
                    yield name, False


def test_the_name_of_a_class_means_one_thing():
    found = defaultdict(list)
    for module, tree in TREES.items():
        for name, is_class in type_names(tree):
            found[name].append((module, is_class))

    assert {
        name: [module for module, _ in places]
        for name, places in found.items()
        if len(places) > 1 and any(is_class for _, is_class in places)
    } == {}


@pytest.mark.parametrize(
    ("folder", "classes"),
    [
        (
            "techniques/",
            {kind.__name__ for kind in (*celosia.TECHNIQUES.values(), *MAKERS.values())},
        ),
        ("engines/", {type(engine).__name__ for engine in celosia.ENGINES.values()}),
    ],
    ids=["techniques", "engines"],
)
def test_what_a_thing_can_do_is_asked_of_it_and_not_guessed_from_its_class(folder, classes):
    asked = [
        f"{module}:{node.lineno}"
        for module, tree in TREES.items()
        if not module.startswith(folder)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("isinstance", "issubclass")
        and classes & {each.id for each in ast.walk(node.args[1]) if isinstance(each, ast.Name)}
    ]

    assert asked == []


LISTED = {
    "methods/auto.py": "the methods among which it chooses by what the table and the models are",
    "workflow/replicate.py": "the parameters of one published experiment",
    "files/formats/": "the endings that a format declares as its own",
    "engines/": "what an engine itself writes, and its schemes",
}
"""Where names of one registry stand side by side, and why that is no list of what there is."""


def test_no_list_of_what_there_is_is_typed():
    registries = {
        "models": set(celosia.MODELS),
        "methods": set(celosia.METHODS),
        "techniques": set(TECHNIQUES),
        "makers": set(MAKERS),
        "objectives": set(celosia.OBJECTIVES),
        "formats": set(FILE_FORMATS) | set(FILE_FORMATS.endings),
        "engines": set(celosia.ENGINES),
    }
    typed = [
        (f"{module}:{node.lineno}", which)
        for module, tree in TREES.items()
        if not module.startswith(tuple(LISTED))
        for node in ast.walk(tree)
        for which, names in registries.items()
        if len(names & set(texts_of(node))) > 1
    ]

    assert typed == []


def texts_of(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Tuple(elts=inside) | ast.List(elts=inside) | ast.Set(elts=inside):
            pass
        case ast.Dict(keys=inside):
            pass
        case _:
            return
    for each in inside:
        match each:
            case ast.Constant(value=str(text)):
                yield text


VERBS = [name for name in celosia.__all__ if inspect.isfunction(getattr(celosia, name))]


@pytest.mark.parametrize("name", VERBS)
def test_a_public_verb_says_what_it_takes_gives_and_raises_and_shows_it(name):
    verb = getattr(celosia, name)
    said = inspect.getdoc(verb)
    taken = re.search(r"^Parameters\n-+\n(.*?)(?=^[A-Z]\w+\n-+$)", said, re.DOTALL | re.MULTILINE)
    described = set(re.findall(r"\w+", " ".join(re.findall(r"^\w.*", taken[1], re.MULTILINE))))

    assert set(inspect.signature(verb).parameters) == described
    assert re.search(r"^Raises\n-+$", said, re.MULTILINE)
    assert re.search(r"^>>> ", said, re.MULTILINE)
    gives = inspect.signature(verb).return_annotation
    assert (gives == "None") != bool(re.search(r"^Returns\n-+$", said, re.MULTILINE))
