"""No method at all: what the techniques made is published as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Untouched:
    """Nothing was generalized and nobody suppressed; what techniques cost, `compare` measures."""

    loss: ClassVar[float] = 0.0
    suppressed: ClassVar[int] = 0
