"""Columns left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from celosia.core.parameters import ColumnNames, check_parameters
from celosia.core.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import Cells
from celosia.text.messages import Message


@declared(order=1)
@dataclass(frozen=True, slots=True)
class AttributeSuppression(Technique):
    """Leave whole columns out of the table.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, step 2 and annex B.

    >>> from celosia.core.randomness import Randomness
    >>> people = Cells.of({"name": ["Alex"], "age": ["25"]})
    >>> context = TechniqueContext(Randomness(b"secret"))
    >>> made = AttributeSuppression(("name",)).apply(people, context)
    >>> made.cells.names
    ('age',)
    """

    columns: ColumnNames
    kind: ClassVar[str] = "attribute-suppression"
    family: ClassVar[Family | None] = Family.ATTRIBUTE_SUPPRESSION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.attribute-suppression"),
    )
    drops_columns: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        listed = ", ".join(self.columns)
        return Message("techniques.columns-left-out-nothing-can", listed=listed)

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Leave the columns out."""
        return Applied(cells.without(self.columns))
