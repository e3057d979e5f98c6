"""The values of a sensitive attribute as an engine counts them, class by class."""

from __future__ import annotations

from dataclasses import dataclass

from celosia.core.arrays import FloatArray, IntArray
from celosia.core.classes import Histogram, Refinement


@dataclass(frozen=True, slots=True, eq=False)
class CountedValues:
    """Records per class, combination of further attributes, and value."""

    class_of: IntArray
    beside: IntArray
    """Which combination of the further attributes."""
    value: IntArray
    """Which of the labels; -1 for a null."""
    n: IntArray
    labels: tuple[str, ...]
    whole: FloatArray | None
    """Records of each label in the whole table, where classes overlap and cannot be added up."""

    def histogram(self) -> Histogram:
        """Give the values of each class; an unknown value protects nobody."""
        known = self.value >= 0
        return Histogram.of(
            self.class_of[known], self.value[known], self.n[known], self.labels, self.whole
        )

    def refinement(self, attribute: str) -> Refinement:
        """Give the parts of the classes that the further attributes tell apart."""
        return Refinement.counted(
            attribute, self.class_of, self.beside, self.value, self.n, self.labels, self.whole
        )
