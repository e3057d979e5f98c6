"""TOML and JSON that somebody else wrote: whatever is wrong with it is an error of its format."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

DEEPEST = 64
"""Levels of tables and lists inside of each other; a recipe has five, a certificate eight."""


_PART = r"(?:[\w-]+|\"[^\"\n]*\"|'[^'\n]*')"
_LONG_NAME = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{{DEEPEST}}}")
"""A dotted name is a table for each part; one of 100,000 parts took tomllib 40 s and 6 GB."""
LARGEST = 16 << 20
"""Characters; a recipe with a rule for each of a thousand columns has 100,000."""


def parse_toml(text: str) -> dict[str, Any]:
    """Read TOML; `TOMLDecodeError` also where it is nested too deep or a number is too long.

    >>> parse_toml("k = 5")
    {'k': 5}
    """
    if len(text) > LARGEST:
        raise tomllib.TOMLDecodeError("Too long")
    if _LONG_NAME.search(text):
        raise tomllib.TOMLDecodeError("Too deep")
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # a whole number of more digits than Python reads
        raise tomllib.TOMLDecodeError("Too long") from None
    except RecursionError:
        raise tomllib.TOMLDecodeError("Too deep") from None
    if _is_deep(entries):
        raise tomllib.TOMLDecodeError("Too deep")
    return entries


def parse_json(text: str | bytes) -> Any:
    """Read JSON; `ValueError` also where it is nested too deep.

    >>> parse_json('{"k": 5}')
    {'k': 5}
    """
    try:
        found = json.loads(text)
    except RecursionError:
        raise ValueError("Too deep") from None
    if _is_deep(found):
        raise ValueError("Too deep")
    return found


def _is_deep(value: Any) -> bool:
    """Go down level by level, without recursion."""
    level = [value]
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                inner += each.values()
            elif isinstance(each, list):
                inner += each
        level = [each for each in inner if isinstance(each, dict | list)]
        if not level:
            return False
    return True
