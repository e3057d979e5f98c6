"""Non-uniform entropy: how many bits of each cell were lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from celosia.core.arrays import FloatArray
from celosia.core.counts import CodedHierarchy
from celosia.core.objective import OBJECTIVES
from celosia.text.messages import Message


@dataclass(frozen=True, slots=True)
class NonUniformEntropy:
    """Mean bits lost by a cell: log2 of how much more frequent the label is than the value.

    A value that no record holds, as in a part of a table, costs nothing.

    References: Gionis and Tassa, IEEE TKDE 21(2), 2009, Definition 4.3.
    """

    name: ClassVar[str] = "entropy"
    title: ClassVar[Message] = Message("utility.entropy")
    penalized: ClassVar[bool] = True

    def costs(self, attribute: CodedHierarchy) -> FloatArray:
        """Bits between the value's frequency and its label's."""
        totals = [np.bincount(g, weights=attribute.counts)[g] for g in attribute.groups]
        return _bits(np.array(totals), attribute)

    def suppressed(self, attribute: CodedHierarchy) -> FloatArray:
        """All bits of the value are lost."""
        return _bits(np.full(attribute.counts.size, attribute.counts.sum()), attribute)


def _bits(totals: FloatArray, attribute: CodedHierarchy) -> FloatArray:
    """Bits between the frequency of each value and a larger one."""
    held = attribute.counts > 0
    ratio = np.divide(totals, attribute.counts, out=np.ones(totals.shape), where=held)
    return np.asarray(np.log2(ratio), np.float64)


OBJECTIVES.add(NonUniformEntropy.name, NonUniformEntropy(), order=4)
