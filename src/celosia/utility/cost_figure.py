"""What reports and pages say of a figure of cost; each is declared beside what measures it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from celosia.core.registry import Registry
from celosia.text.messages import Message


@dataclass(frozen=True, slots=True)
class CostFigure:
    """A figure that tells what a release lost."""

    title: Message
    meaning: Message
    reference: str
    """Who defined it, and when."""
    better: Literal["lower", "higher"] = "lower"
    """Which keeps more."""


COST_FIGURES: Registry[CostFigure] = Registry(
    Message("core.noun-figure"), "celosia.utility", group="figures"
)
"""Every figure of cost by its stable name, in the order in which a report tells them."""
