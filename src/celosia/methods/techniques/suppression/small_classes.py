"""Records left out because too few others look like them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.domain.cells import Cells
from celosia.domain.language import Sentence
from celosia.domain.parameters import Columns, Whole, check_parameters
from celosia.domain.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.methods.techniques.form_words import FEWEST_ALIKE


@declared(order=4)
@dataclass(frozen=True, slots=True)
class SmallClassSuppression(Technique):
    """Leave out the records whose combination of cells in some columns occurs fewer than k times.

    A null is a value of its own here.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex C; Sweeney, Int. J.
    Uncertain. Fuzziness Knowl.-Based Syst. 10(5), 2002.

    >>> from celosia.domain.randomness import Randomness
    >>> jobs = Cells.of({"job": ["nurse", "banker", "nurse"]})
    >>> context = TechniqueContext(Randomness(b"secret"))
    >>> made = SmallClassSuppression(("job",), k=2).apply(jobs, context)
    >>> made.cells.column("job").tolist()
    ['nurse', 'nurse']
    """

    columns: Columns
    k: Annotated[int, Whole(2, usual=5, public=True)]
    kind: ClassVar[str] = "small-class-suppression"
    family: ClassVar[Family | None] = Family.RECORD_SUPPRESSION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Sentence(
            "Leave records out that few others look like",
            "Omitir registros a los que pocos se parecen",
        ),
        labels={
            "k": FEWEST_ALIKE,
        },
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def changes(self) -> tuple[str, ...]:
        """None: cells stay as they are."""
        return ()

    @property
    def explanation(self) -> Sentence:
        """What it does, what it keeps, and what it does not protect."""
        listed = ", ".join(self.columns)
        return Sentence(
            f"Records that share their combination of {listed} with fewer than {self.k - 1} others "
            "are left out. Each of the rest has company; rare groups vanish from every figure.",
            f"Se suprimen los registros que comparten su combinación de {listed} con menos de "
            f"{self.k - 1} otros. Cada uno de los demás tiene compañía; los grupos raros "
            "desaparecen de todas las cifras.",
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Count the combinations and leave out the rare ones."""
        columns = [cells.column(name).tolist() for name in self.columns]
        combinations = list(zip(*columns, strict=True))
        counts = Counter(combinations)
        kept = np.array([counts[found] >= self.k for found in combinations], np.bool_)
        return Applied(cells.taken(kept))
