"""How long work tells of itself, and how it is stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, float], None]
"""Called with a stage and the share of it that is done; raise `Cancelled` from it to stop."""


def silent(stage: str, share: float) -> None:
    """Tell nobody."""
