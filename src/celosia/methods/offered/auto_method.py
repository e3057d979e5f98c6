"""The grouping method that fits the size of the table."""

from __future__ import annotations

from celosia.methods.clustering.choices import choose
from celosia.methods.method import METHODS, ChosenMethod
from celosia.text.messages import Message

METHODS.add(
    "auto",
    ChosenMethod(
        title=Message("methods.grouping-fits-size-table"),
        explanation=Message("methods.methods-quick-enough-loses-least"),
        choose=choose,
    ),
    order=3,
)
