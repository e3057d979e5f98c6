"""Formulas broken one by one: what a slip of the pen could make of a module."""

from __future__ import annotations

import ast
import copy
import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from inspect import getsource
from types import CodeType, FunctionType, ModuleType
from typing import Any

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
}
OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
NAMES = {
    "maximum": "minimum",
    "minimum": "maximum",
    "max": "min",
    "min": "max",
    "log": "log2",
    "log2": "log",
    "abs": "asarray",
    "sizes": "records",
    "records": "sizes",
    "highest": "summed",
    "summed": "highest",
    "zeros": "ones",
    "ones": "zeros",
    "lowest": "highest",
    "k": "fraction",
    "any": "all",
    "exp": "expm1",
    "expm1": "exp",
}
"""What stands in the place of a name, be it of a variable, an attribute or a function."""


@dataclass(frozen=True)
class Mutant:
    """One change of one function, or of one constant, of a module."""

    module: str
    where: str
    """The function, as Python names it inside its module."""
    change: str
    tree: ast.Module

    def __str__(self) -> str:
        return f"{self.module.rpartition('.')[2]}.{self.where}: {self.change}"

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Put the broken code in the place of the right one, and take it out again."""
        module = importlib.import_module(self.module)
        compiled = compile(self.tree, f"<{self}>", "exec")
        if "." not in self.where and isinstance(getattr(module, self.where), float | int):
            right = getattr(module, self.where)
            broken: dict[str, Any] = {}
            wanted = [n for n in self.tree.body if _constant(n) == self.where]
            exec(compile(ast.Module(wanted, []), "<constant>", "exec"), broken)
            setattr(module, self.where, broken[self.where])
            try:
                yield
            finally:
                setattr(module, self.where, right)
            return
        function = _found(module, self.where)
        right_code = function.__code__
        function.__code__ = _code(compiled, self.where.split("."))
        try:
            yield
        finally:
            function.__code__ = right_code


def mutants(module: str) -> list[Mutant]:
    """Break every function and every constant of a module in every way."""
    tree = ast.parse(getsource(importlib.import_module(module)))
    made = []
    for where, node in _places(tree):
        for number, (_, change, _) in enumerate(_changes(node)):
            broken = copy.deepcopy(tree)
            same = dict(_places(broken))[where]
            _, _, make = list(_changes(same))[number]
            make()
            ast.fix_missing_locations(broken)
            made.append(Mutant(module, where, change, broken))
    return made


def _places(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner
        elif name := _constant(node):
            yield name, node


def _constant(node: ast.stmt) -> str | None:
    """Name a constant of a module that is a number."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
        target = node.targets[0]
        if isinstance(target, ast.Name) and isinstance(node.value.value, int | float):
            return target.id
    return None


Change = tuple[ast.AST, str, Callable[[], None]]


def _changes(place: ast.AST) -> Iterator[Change]:
    """List what can be broken below a node: what, how it reads, and how it is done."""
    told: dict[str, int] = {}
    for node in _walk(place):
        for read, make in _ways(node):
            told[read] = told.get(read, 0) + 1
            yield node, read if told[read] == 1 else f"{read} #{told[read]}", make


def _walk(place: ast.AST) -> Iterator[ast.AST]:
    """Give the nodes that do something: no annotation, no docstring, no error."""
    for name, child in ast.iter_fields(place):
        if name in {"annotation", "returns", "decorator_list", "args"} and not isinstance(
            place, ast.Call | ast.Lambda
        ):
            continue
        for node in child if isinstance(child, list) else [child]:
            if isinstance(node, ast.Raise) or not isinstance(node, ast.AST):
                continue
            yield node
            yield from _walk(node)


def _ways(node: ast.AST) -> Iterator[tuple[str, Callable[[], None]]]:
    if isinstance(node, ast.Compare):
        for other in COMPARISONS.get(type(node.ops[0]), ()):
            broken = ast.Compare(node.left, [other(), *node.ops[1:]], node.comparators)
            yield _read(node, broken), _setter(node, "ops", [other(), *node.ops[1:]])
    elif isinstance(node, ast.BinOp):
        for operator in OPERATORS.get(type(node.op), ()):
            broken_sum = ast.BinOp(node.left, operator(), node.right)
            yield _read(node, broken_sum), _setter(node, "op", operator())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert | ast.Not):
        twice = ast.UnaryOp(copy.deepcopy(node.op), node.operand)
        yield _read(node, node.operand), _setter(node, "operand", twice)
    elif isinstance(node, ast.BoolOp):
        operator_ = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield _read(node, ast.BoolOp(operator_, node.values)), _setter(node, "op", operator_)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield f"{node.value} → {not node.value}", _setter(node, "value", not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        for value in (node.value + 1, node.value - 1):
            yield f"{node.value} → {value}", _setter(node, "value", value)
    elif isinstance(node, ast.Name) and node.id in NAMES and isinstance(node.ctx, ast.Load):
        yield f"{node.id} → {NAMES[node.id]}", _setter(node, "id", NAMES[node.id])
    elif isinstance(node, ast.Attribute) and node.attr in NAMES:
        yield f"{ast.unparse(node)} → {NAMES[node.attr]}", _setter(node, "attr", NAMES[node.attr])


def _read(right: ast.AST, wrong: ast.AST) -> str:
    return f"{ast.unparse(right)} → {ast.unparse(wrong)}"


def _setter(node: ast.AST, field: str, value: Any) -> Callable[[], None]:
    return lambda: setattr(node, field, value)


def _found(module: ModuleType, where: str) -> FunctionType:
    """Find a function of a module, also one behind a property."""
    found: Any = module
    for part in where.split("."):
        found = found.__dict__[part]
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, cached_property):
        found = found.func
    if isinstance(found, classmethod):
        found = found.__func__
    return found


def _code(compiled: CodeType, names: list[str]) -> CodeType:
    for name in names:
        compiled = next(
            each
            for each in compiled.co_consts
            if isinstance(each, CodeType) and each.co_name == name
        )
    return compiled
