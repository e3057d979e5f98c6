"""No method at all: what the techniques make is published as it is."""

from __future__ import annotations

from celosia.methods.method import METHODS, NoMethod
from celosia.text.messages import Message

METHODS.add(
    "none",
    NoMethod(
        title=Message("methods.techniques-alone"),
        explanation=Message("methods.generalizes-nothing-models-only-judge"),
    ),
    order=13,
)
