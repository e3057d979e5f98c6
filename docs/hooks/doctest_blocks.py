"""Doctests of docstrings stand in blocks of code, also where no *Examples* heads them."""

from __future__ import annotations

import re
from typing import Any

from griffe import Docstring, Extension, Object

DOCTEST = re.compile(r"^( *)>>> .*(?:\n\1\S.*)*", re.MULTILINE)
"""From the first prompt to the next empty line."""


class DoctestBlocks(Extension):
    """Fences the doctests of whatever is loaded."""

    def on_instance(self, *, obj: Object, **given: Any) -> None:
        """Look at the docstring of an object; griffe calls this."""
        if obj.docstring is not None:
            obj.docstring = _with_blocks(obj.docstring)


def _with_blocks(docstring: Docstring) -> Docstring:
    docstring.value = fenced(docstring.value)
    return docstring


def fenced(text: str) -> str:
    """Fence the doctests of a text."""
    return DOCTEST.sub(lambda found: f"{found[1]}```pycon\n{found[0]}\n{found[1]}```", text)
