"""What a step of the way is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from celosia.shells.app.walk import Walk


@dataclass(frozen=True, slots=True)
class Step:
    """A step reads what it needs in another thread, then draws it without waiting."""

    name: str
    """For addresses of pictures and tests; never shown."""
    load: Callable[[Walk], Any]
    """Reads; may take a second."""
    show: Callable[[Walk, Any], None]
    """Draws what was read."""
    jobs: tuple[str, ...] = ()
    """Kinds of work whose end it wants to show."""
