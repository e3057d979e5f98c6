"""One spelling for each value: what differs only in case, blanks or decimals is written alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from celosia.core.parameters import ColumnName, check_parameters
from celosia.core.technique import (
    Applied,
    CoarserBy,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import Cells, cell_array
from celosia.techniques.generalization.categories import HierarchyLevel
from celosia.text.messages import Message
from celosia.text.normal_form import commonest, spellings


@declared(order=30)
@dataclass(frozen=True, slots=True)
class OneSpelling(Technique):
    """Write each value that has several spellings in the one that most records have.

    What one value is, is decided by the normal form by which diversity and closeness compare
    values (`celosia.text.normal_form`). Of spellings that are equally common, the first in the
    order of texts is taken. No value is invented: what is written, some record had.

    >>> from celosia.core.randomness import Randomness
    >>> cells = Cells.of({"dx": ["HIV", "hiv", "HIV", "flu", None]})
    >>> made = OneSpelling("dx").apply(cells, TechniqueContext(Randomness(b"secret")))
    >>> made.cells.column("dx").tolist()
    ['HIV', 'HIV', 'HIV', 'flu', None]
    """

    column: ColumnName
    kind: ClassVar[str] = "one-spelling"
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.one-spelling")
    )
    by_value: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        return Message("techniques.one-spelling-explained", column=self.column)

    def coarser(self, by: CoarserBy) -> tuple[Technique, ...] | None:
        """Climb to the first level of the hierarchy, where there is one below the top."""
        return (self, HierarchyLevel(self.column, 1)) if by.height() > 1 else None

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Put the commonest spelling in the place of the others; nulls stay null."""
        column = cells.column(self.column).tolist()
        counts = Counter(cell for cell in column if cell is not None)
        written = {
            text: commonest(spelled) for spelled in spellings(counts.items()) for text in spelled
        }
        changed = cell_array(None if cell is None else written.get(cell, cell) for cell in column)
        return Applied(cells.with_columns({self.column: changed}))
