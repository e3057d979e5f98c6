"""Numbers told by vague labels: low, medium, high."""

from __future__ import annotations

from celosia.methods.method import METHODS, VagueMethod
from celosia.text.messages import Message

METHODS.add(
    "fuzzy",
    VagueMethod(
        title=Message("methods.fuzzy-sets"),
        explanation=Message("methods.tells-numbers-words-such-low"),
    ),
    order=12,
)
