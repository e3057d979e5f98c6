"""What the package says when it raises errors, read from its source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from pathlib import Path

import celosia
from celosia.spanish.templates import Template

ROOT = Path(celosia.__file__).parent
GAP = "\0"
"""Stands for what is filled in; no message holds it."""


def shape_of(template: str) -> str:
    """Leave only the words of a sentence, and where something is filled in."""
    return _joined(GAP.join(Template.read(template).words))


def _joined(text: str) -> str:
    while GAP + GAP in text:
        text = text.replace(GAP + GAP, GAP)
    return text


@dataclass(frozen=True)
class Said:
    """One place where an error is made."""

    place: str
    source: str
    """What stands there as the English message."""
    shapes: tuple[str, ...]
    """What it may say; empty where that cannot be seen in the source."""
    has_spanish: bool
    """Whether the Spanish stands beside it."""


@dataclass(frozen=True)
class Module:
    """One file of the package."""

    path: Path
    tree: ast.Module

    @property
    def name(self) -> str:
        """Its place in the package."""
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def constants(self) -> dict[str, str]:
        """The texts that have a name, also those that come from other files."""
        found = {}
        for node in self.tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))):
                    found[name] = text
                case ast.ImportFrom(module=str(module)) if module.startswith("celosia."):
                    found |= _imported(module, {each.name for each in node.names})
        return found

    @cached_property
    def answers(self) -> dict[str, list[ast.expr]]:
        """What each function may return."""
        return {
            node.name: [
                each.value
                for each in ast.walk(node)
                if isinstance(each, ast.Return) and each.value is not None
            ]
            for node in ast.walk(self.tree)
            if isinstance(node, ast.FunctionDef)
        }

    def shapes(self, node: ast.expr) -> tuple[str, ...]:
        """Say what a text may be, with its gaps; nothing where that cannot be seen."""
        match node:
            case ast.Constant(value=str(text)):
                return (text,)
            case ast.JoinedStr(values=parts):
                return (_joined("".join(_words(part) for part in parts)),)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                both = product(self.shapes(left) or (GAP,), self.shapes(right) or (GAP,))
                return tuple(_joined(before + after) for before, after in both)
            case ast.IfExp(body=one, orelse=other):
                return (*self.shapes(one), *self.shapes(other))
            case ast.Name(id=name) if name in self.constants:
                return (self.constants[name],)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="format")):
                return (shape_of(self.constants[name]),) if name in self.constants else ()
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                found = (self.shapes(answer) for answer in self.answers.get(name, []))
                return tuple(shape for shapes in found for shape in shapes)
        return ()


def package() -> list[Module]:
    """Read all files."""
    return [_module(path) for path in sorted(ROOT.rglob("*.py"))]


@cache
def all_said() -> tuple[Said, ...]:
    """Find every place where an error of ours is made."""
    return tuple(_said())


def _said() -> Iterator[Said]:
    errors = _error_names()
    for module in package():
        kinds = errors | _given_kinds(module, errors)
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and _called(node) in kinds and node.args:
                message, *others = node.args
                beside = bool(others) or any(each.arg == "es" for each in node.keywords)
                yield Said(
                    f"{module.name}:{node.lineno}",
                    ast.unparse(message),
                    module.shapes(message),
                    beside or isinstance(message, ast.Starred),
                )


def all_texts() -> set[str]:
    """Give the shape of every text of the package."""
    found = set()
    for module in package():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp):
                found.update(module.shapes(node))
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update(_as_template(node.value))
    return found


@cache
def _module(path: Path) -> Module:
    return Module(path, ast.parse(path.read_text("utf-8")))


def _imported(module: str, names: set[str]) -> dict[str, str]:
    path = ROOT.parent.joinpath(*module.split(".")).with_suffix(".py")
    if not path.exists():
        return {}
    known = _module(path).constants
    return {name: text for name, text in known.items() if name in names}


def _words(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else GAP


def _given_kinds(module: Module, kinds: set[str]) -> set[str]:
    """Name the parameters that hold a class of our errors: `error: type[DataError]`."""
    return {
        node.arg
        for node in ast.walk(module.tree)
        if isinstance(node, ast.arg)
        and node.annotation is not None
        and ast.unparse(node.annotation) in {f"type[{kind}]" for kind in kinds}
    }


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _as_template(text: str) -> list[str]:
    try:
        return [shape_of(text)]
    except ValueError:  # braces that are no gaps
        return []


def _error_names() -> set[str]:
    """Name the classes of our errors, however far from the first one."""
    bases = {
        node.name: {ast.unparse(base).split(".")[-1] for base in node.bases}
        for module in package()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    }
    found = {"CelosiaError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found
