"""Labels that share values: what each of them covers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from celosia.domain.hierarchy import Hierarchy
from celosia.domain.values import Value, ValueCounts
from celosia.errors import HierarchyError


@dataclass(frozen=True, slots=True)
class Cover(Hierarchy):
    """All labels that a value may have, a level for each; unlike a hierarchy's they do not nest.

    Two records of the same age may be *low* and *medium*, where age and income were coded
    together: so *low* and *medium* both cover that age.
    """

    def fitted(self, values: Iterable[Value]) -> Hierarchy:
        """Keep only the values that occur; a null has no label."""
        row_of = {
            None: (None,) * len(self.levels),
            **dict(zip(self.values, self.rows, strict=True)),
        }
        occurring = list(dict.fromkeys(values))
        missing = sum(value not in row_of for value in occurring)
        if missing:
            raise HierarchyError(
                "workflow.labels-do-not-know-values", attribute=self.attribute, missing=missing
            )
        return Cover.from_rows(self.attribute, [row_of[value] for value in occurring])


@dataclass(frozen=True, slots=True)
class SharedLabels:
    """The labels that each value of a column may have; more than one where labels share values.

    >>> rule = SharedLabels({"30": ("low",), "40": ("low", "high"), "50": ("high",)})
    >>> rule.build("age", ValueCounts.of(["30", "40", "50"])).rows
    (('30', 'low', 'low'), ('40', 'low', 'high'), ('50', 'high', 'high'))
    """

    labels: Mapping[str, tuple[str, ...]]
    kind: ClassVar[str] = "shared-labels"

    def build(self, attribute: str, values: ValueCounts) -> Hierarchy:
        """Write the labels of each value behind it, the last as often as needed."""
        most = max(map(len, self.labels.values()), default=0)
        rows = []
        for value, labels in self.labels.items():
            row = (value, *labels)
            rows.append((*row, *(row[-1],) * (1 + most - len(row))))
        return Cover.from_rows(attribute, rows)
