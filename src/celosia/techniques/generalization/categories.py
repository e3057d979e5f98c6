"""Categories into coarser ones: the rare ones together, or a level of a hierarchy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Annotated, ClassVar

from celosia.core.parameters import Between, ColumnName, Text, Whole, check_parameters
from celosia.core.technique import (
    Applied,
    CoarserBy,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
    relabelled,
)
from celosia.core.values import Cells, Value, cell_array
from celosia.errors import HierarchyError, ParameterError
from celosia.text.messages import Message


@declared(order=14)
@dataclass(frozen=True, slots=True)
class RareToOthers(Technique):
    """Replace categories held by fewer than `least` records, or by less than a `share`, by a label.

    A share is of the records that have a value. Records that already hold the label join the rare
    ones. The result follows the counts of this table: next month's may differ.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex B (race, marital status).
    """

    column: ColumnName
    least: Annotated[int, Whole(2, usual=5, public=True)] | None = None
    share: Annotated[float, Between(0, 1, open_low=True, public=True)] | None = None
    label: Annotated[str, Text(filled=True)] = "Otros"
    kind: ClassVar[str] = "rare-to-others"
    family: ClassVar[Family | None] = Family.GENERALIZATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.rare-to-others"),
        labels={
            "least": Message("techniques.rare-to-others-least"),
            "share": Message("techniques.rare-to-others-share"),
            "label": Message("techniques.rare-to-others-label"),
        },
        together=Message("techniques.rare-to-others-together"),
    )
    by_value: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)
        if (self.least is None) == (self.share is None):
            raise ParameterError("techniques.raretoothers-give-either-least-share")

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        return Message(
            "techniques.rare-categories-become-frequent-ones", column=self.column, label=self.label
        )

    def coarser(self, by: CoarserBy) -> tuple[Technique, ...] | None:
        """Double how many records a category needs."""
        return None if self.least is None else (replace(self, least=self.least * 2),)

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Relabel the rare categories; nulls stay null and are not counted."""
        column = cells.column(self.column)
        counts = Counter(cell for cell in column.tolist() if cell is not None)
        least = self._least(counts.total())
        labels = {cell: cell if n >= least else self.label for cell, n in counts.items()}
        changed = cell_array(None if cell is None else labels[cell] for cell in column.tolist())
        together = sum(n for cell, n in counts.items() if labels[cell] == self.label)
        return Applied(
            cells.with_columns({self.column: changed}),
            (self._still_rare(together, least),) if 0 < together < least else (),
        )

    def _least(self, filled: int) -> int:
        if self.least is not None:
            return self.least
        assert self.share is not None
        return ceil(self.share * filled - 1e-9)

    def _still_rare(self, together: int, least: int) -> Message:
        return Message(
            "techniques.all-rare-categories-together-records",
            column=self.column,
            together=together,
            least=least,
        )


@declared(order=13)
@dataclass(frozen=True, slots=True)
class HierarchyLevel(Technique):
    """Replace each value by its label at one level of the column's hierarchy.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annexes A and B (generalization of
    addresses, job titles and companies).
    """

    column: ColumnName
    level: Annotated[int, Whole(1, usual=1, public=True)]
    kind: ClassVar[str] = "hierarchy-level"
    family: ClassVar[Family | None] = Family.GENERALIZATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.hierarchy-level"),
        labels={
            "level": Message("techniques.hierarchy-level-level"),
        },
    )
    by_value: ClassVar[bool] = True
    needs_hierarchy: ClassVar[bool] = True
    climbs: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        return Message(
            "techniques.values-become-label-level-hierarchy", column=self.column, level=self.level
        )

    def relabel(self, values: Sequence[str], context: TechniqueContext) -> list[Value]:
        """Look the distinct values up in the hierarchy."""
        hierarchy = context.needed_hierarchy(self.column)
        if self.level > hierarchy.height:
            raise ParameterError(
                "techniques.hierarchylevel-hierarchy-levels-up-not",
                column=self.column,
                height=hierarchy.height,
                level=self.level,
            )
        labels = dict(zip(hierarchy.values, hierarchy.levels[self.level], strict=True))
        missing = sum(value not in labels for value in values)
        if missing:
            raise HierarchyError(
                "techniques.hierarchy-lacks-distinct-values-add",
                column=self.column,
                missing=missing,
                values=len(values),
            )
        return [labels[value] for value in values]

    def coarser(self, by: CoarserBy) -> tuple[Technique, ...] | None:
        """Climb a level, while there is one."""
        return (replace(self, level=self.level + 1),) if self.level < by.height() else None

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Generalize the column; nulls stay null."""
        return Applied(relabelled(self, cells, context))
