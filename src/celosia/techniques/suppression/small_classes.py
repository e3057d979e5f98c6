"""Records left out because too few others look like them."""

from __future__ import annotations

from collections import Counter
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


@declared(order=4)
@dataclass(frozen=True, slots=True)
class SmallClassSuppression(Technique):
    """Leave out the records whose combination of cells in some columns occurs fewer than k times.

    A null is a value of its own here.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex C; Sweeney, Int. J.
    Uncertain. Fuzziness Knowl.-Based Syst. 10(5), 2002.

    >>> from celosia.core.randomness import Randomness
    >>> jobs = Cells.of({"job": ["nurse", "banker", "nurse"]})
    >>> context = TechniqueContext(Randomness(b"secret"))
    >>> made = SmallClassSuppression(("job",), k=2).apply(jobs, context)
    >>> made.cells.column("job").tolist()
    ['nurse', 'nurse']
    """

    columns: ColumnNames
    k: Annotated[int, Whole(2, usual=5, public=True)]
    kind: ClassVar[str] = "small-class-suppression"
    family: ClassVar[Family | None] = Family.RECORD_SUPPRESSION
    by_class: ClassVar[bool] = True
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.small-class-suppression"),
        labels={
            "k": Message("techniques.fewest-alike"),
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
        listed = ", ".join(self.columns)
        return Message(
            "techniques.records-share-combination-fewer-others", listed=listed, number=self.k - 1
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Count the combinations and leave out the rare ones."""
        columns = [cells.column(name).tolist() for name in self.columns]
        combinations = list(zip(*columns, strict=True))
        counts = Counter(combinations)
        kept = np.array([counts[found] >= self.k for found in combinations], np.bool_)
        return Applied(cells.taken(kept))
