"""The public names: listed once, in a stub, and loaded when they are used."""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType

import pytest

import celosia

STUB = Path(celosia.__file__).with_suffix(".pyi")


def test_each_import_of_the_stub_is_a_public_name():
    statements = ast.parse(STUB.read_text(encoding="utf-8")).body
    imports = [line for line in statements if isinstance(line, ast.ImportFrom)]

    listed = [(alias.name, alias.asname) for line in imports for alias in line.names]

    assert sorted(name for name, _ in listed) == celosia.__all__ == dir(celosia)
    assert all(name == given for name, given in listed)
    assert {type(line) for line in statements} == {ast.Expr, ast.ImportFrom}


@pytest.mark.parametrize("name", celosia.__all__)
def test_a_public_name_is_where_the_stub_says(name):
    assert getattr(celosia, name) is not None


def test_a_name_that_is_not_public_is_refused():
    with pytest.raises(AttributeError, match="module 'celosia' has no attribute 'nonsense'"):
        _ = celosia.nonsense


def test_no_folder_hides_a_public_name():
    """A package that is imported becomes an attribute of `celosia`, instead of the name."""
    folders = {path.stem for path in STUB.parent.iterdir() if path.suffix in ("", ".py")}

    modules = {name for name in celosia.__all__ if isinstance(getattr(celosia, name), ModuleType)}

    assert folders & set(celosia.__all__) == modules


def test_the_top_holds_what_a_person_can_keep_in_mind():
    assert len(celosia.__all__) <= 60
