"""No method at all: what the techniques make is published as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from celosia.methods.method import METHODS, UNTOUCHED_METHOD, NoMethod
from celosia.text.messages import Message


@dataclass(frozen=True, slots=True)
class Untouched:
    """Nothing was generalized and nobody suppressed; what techniques cost, `compare` measures."""

    loss: ClassVar[float] = 0.0
    suppressed: ClassVar[int] = 0


METHODS.add(
    UNTOUCHED_METHOD,
    NoMethod(
        title=Message("methods.techniques-alone"),
        explanation=Message("methods.generalizes-nothing-models-only-judge"),
    ),
    order=13,
)
