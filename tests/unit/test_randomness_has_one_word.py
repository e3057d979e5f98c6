"""Chance has one source, one helper and one name in the whole package."""

import ast
from collections.abc import Iterator
from pathlib import Path

import celosia

PACKAGE = Path(celosia.__file__).parent
SOURCE = PACKAGE / "core" / "randomness.py"
SOURCES = {"Randomness", "np.random.Generator", "Generator"}


def _trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path != SOURCE:
            yield path, ast.parse(path.read_text())


def test_a_generator_is_made_in_one_file() -> None:
    made = {
        path.name
        for path, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.Attribute)
        and ast.unparse(node).endswith(("default_rng", "RandomState"))
    }

    assert not made


def test_what_is_drawn_from_is_called_randomness() -> None:
    given = {
        (path.name, node.arg)
        for path, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.arg) and node.annotation and ast.unparse(node.annotation) in SOURCES
    }
    held = {
        (path.name, ast.unparse(node.targets[0]))
        for path, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func).split(".")[0] in {"seeded", "Randomness"}
        and ast.unparse(node.value.func) != "seeded.random"
    }

    words = {name.removeprefix("self.").removeprefix("_") for _, name in given | held}
    assert words == {"randomness"}, sorted(given | held)
