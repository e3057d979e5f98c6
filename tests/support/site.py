"""The pages of the documentation as readers meet them, with the tables that a hook makes."""

from __future__ import annotations

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

DOCS = Path(__file__).resolve().parents[2] / "docs"


@cache
def registry_tables() -> ModuleType:
    """Load the hook by its path: another distribution may have a folder `docs`, too."""
    spec = spec_from_file_location("registry_tables", DOCS / "hooks" / "registry_tables.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rendered(page: str, language: str = "en") -> str:
    """Read a page of a language with its tables filled in."""
    text = (DOCS / language / page).read_text(encoding="utf-8")
    filled: str = registry_tables().fill(text, language)
    return filled
