"""Height of a node: how many steps of generalization were taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from celosia.core.counts import CodedHierarchy
from celosia.core.objective import OBJECTIVES
from celosia.core.values import FloatArray
from celosia.text.messages import Message


@dataclass(frozen=True, slots=True)
class Height:
    """Sum of the levels of a node; suppressed records do not count.

    References: LeFevre, DeWitt and Ramakrishnan, SIGMOD 2005, section 2.
    """

    name: ClassVar[str] = "height"
    title: ClassVar[Message] = Message("utility.height")
    penalized: ClassVar[bool] = False

    def costs(self, attribute: CodedHierarchy) -> FloatArray:
        """Every value costs its level, counted from the hierarchy's bottom."""
        steps = attribute.lowest + np.arange(attribute.levels, dtype=np.float64)
        return np.repeat(steps[:, None], attribute.counts.size, axis=1)

    def suppressed(self, attribute: CodedHierarchy) -> FloatArray:
        """Never used: suppression is not penalized."""
        return np.full(attribute.counts.size, float(attribute.hierarchy.height))


OBJECTIVES.add(Height.name, Height(), order=2)
