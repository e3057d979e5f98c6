"""Records left out of whoever has many: a person with a long history is known by its length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.parameters import ColumnNames, Whole, check_parameters
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


@declared(order=3)
@dataclass(frozen=True, slots=True)
class MostRecords(Technique):
    """Keep at most so many records of each person, drawn by chance; `columns` say whose each is.

    Records that name nobody count as one person's.

    References: bounding the contribution of a person, as McSherry, *Privacy integrated queries*,
    SIGMOD 2009, section 2.2, asks for; PDPC/AEPD, Guía básica de anonimización, 2022, annex A.

    >>> from celosia.core.randomness import Randomness
    >>> visits = Cells.of({"who": ["a", "a", "a", "b"]})
    >>> kept = MostRecords(("who",), 2).apply(visits, TechniqueContext(Randomness(b"secret")))
    >>> kept.cells.column("who").tolist()
    ['a', 'a', 'b']
    """

    columns: ColumnNames
    most: Annotated[int, Whole(1, usual=5, public=True)]
    kind: ClassVar[str] = "most-records"
    family: ClassVar[Family | None] = Family.RECORD_SUPPRESSION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.most-records"),
        labels={
            "columns": Message("techniques.most-records-columns"),
            "most": Message("techniques.most-records-most"),
        },
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def changes(self) -> tuple[str, ...]:
        """None: cells stay as they are."""
        return ()

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        return Message("techniques.most-records-done", most=self.most, columns=self.columns)

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Number the records of each person in an order drawn by chance, and keep the first."""
        cells_of = zip(*(cells.column(name).tolist() for name in self.columns), strict=True)
        number: dict[tuple[str | None, ...], int] = {}
        person = np.array([number.setdefault(who, len(number)) for who in cells_of], np.int64)
        order = np.lexsort((context.randomness.part(self.kind).random(person.size), person))
        rank = np.arange(person.size) - np.searchsorted(person[order], person[order])
        keep = np.zeros(person.size, np.bool_)
        keep[order] = rank < self.most
        return Applied(cells.taken(keep))
