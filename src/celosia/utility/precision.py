"""Precision: how far up its hierarchy each cell was moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from celosia.core.counts import CodedHierarchy
from celosia.core.objective import OBJECTIVES
from celosia.core.values import FloatArray
from celosia.text.messages import Message


@dataclass(frozen=True, slots=True)
class Precision:
    """Mean share of the hierarchy's height taken by a cell: 1 - Prec; suppressed records cost 1.

    References: Sweeney, Int. J. Uncertain. Fuzziness Knowl.-Based Syst. 10(5), 2002, Definition 4.
    """

    name: ClassVar[str] = "precision"
    title: ClassVar[Message] = Message("utility.precision")
    penalized: ClassVar[bool] = True

    def costs(self, attribute: CodedHierarchy) -> FloatArray:
        """Every value costs level / height."""
        height = max(attribute.hierarchy.height, 1)
        steps = (attribute.lowest + np.arange(attribute.levels)) / height
        return np.repeat(steps[:, None], attribute.counts.size, axis=1)

    def suppressed(self, attribute: CodedHierarchy) -> FloatArray:
        """Every suppressed value costs 1."""
        return np.ones(attribute.counts.size)


OBJECTIVES.add(Precision.name, Precision(), order=3)
