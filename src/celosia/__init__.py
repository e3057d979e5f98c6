"""Celosía: anonymize tables of personal records, with the measured proof of what it does.

Read a table, look at what is proposed, decide, and publish::

    with celosia.read("patients.csv") as table:
        recipe = celosia.propose(table).recipe("patients.csv", "release.csv")
        release = celosia.anonymize(table, recipe)

The public names and sub-modules are listed once, in `__init__.pyi`, which editors and type
checkers read too. Each is loaded when it is first used, so that `celosia --help` does not wait for
the engine.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module


@cache
def _modules() -> dict[str, str]:
    """Read which module defines each public name."""
    import re
    from pathlib import Path

    stub = Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    imports = re.findall(r"^from (\S+) import (\([^)]*\)|.+)$", stub, re.MULTILINE)
    return {name: module for module, names in imports for name in re.findall(r"(\w+) as", names)}


def __getattr__(name: str) -> object:
    if name == "__all__":
        return __dir__()
    if name not in _modules():
        raise AttributeError(f"module 'celosia' has no attribute '{name}'")
    module = _modules()[name]
    if module == __name__:
        return import_module(f"{module}.{name}")
    return getattr(import_module(module), name)


def __dir__() -> list[str]:
    return sorted(_modules())
