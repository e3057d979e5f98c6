"""Loss: how much of its domain each published cell covers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from celosia.core.counts import CodedHierarchy
from celosia.core.objective import OBJECTIVES
from celosia.core.values import FloatArray
from celosia.text.messages import Message


@dataclass(frozen=True, slots=True)
class Loss:
    """Mean normalised certainty penalty of a cell: 0 for the value itself, 1 for anything.

    A label that covers g of an attribute's n occurring values costs (g - 1) / (n - 1); a
    suppressed record costs 1 in every attribute.

    References: Xu et al., KDD 2006, section 2.2 (NCP); Iyengar, KDD 2002, loss metric.
    """

    name: ClassVar[str] = "loss"
    title: ClassVar[Message] = Message("utility.loss")
    penalized: ClassVar[bool] = True

    def costs(self, attribute: CodedHierarchy) -> FloatArray:
        """Share of the other values that the label covers as well."""
        others = max(attribute.counts.size - 1, 1)
        return (attribute.leaves - 1) / others

    def suppressed(self, attribute: CodedHierarchy) -> FloatArray:
        """Every suppressed value costs 1."""
        return np.ones(attribute.counts.size)


OBJECTIVES.add(Loss.name, Loss(), order=1)
