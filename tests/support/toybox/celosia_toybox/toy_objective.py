"""An objective: the loss, by another name."""

from __future__ import annotations

from typing import ClassVar

from celosia.core.objective import OBJECTIVES
from celosia.text.messages import Message
from celosia.utility.loss import Loss


class ToyCost(Loss):
    """The loss, by another name."""

    name: ClassVar[str] = "toy-cost"
    title: ClassVar[Message] = Message("toys.objective")


OBJECTIVES.add(ToyCost.name, ToyCost())
