"""PRAM: nominal values replaced by others with known probabilities."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.core.parameters import PUBLIC, Between, ColumnName, check_parameters
from celosia.core.randomness import Randomness
from celosia.core.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import Cells, FloatArray, IntArray
from celosia.text.messages import Message


@declared(order=26)
@dataclass(frozen=True, slots=True)
class Pram(Technique):
    """Leave each value with probability `keep`, else draw another (post randomization).

    With t the shares of the v values of the column, value a becomes b with probability

    - invariant: keep·[a = b] + (1 - keep)·t_b. The value drawn may be the same. The expected
      shares are t again, whatever t is.
    - otherwise: keep if a = b, else (1 - keep) / (v - 1). The expected shares are
      t_b·keep + (1 - t_b)·(1 - keep) / (v - 1): they move towards equal shares, and rare values
      are published more often by chance than in truth. `transitions` gives the matrix, with
      which an analyst can estimate t.

    Nulls stay null.

    References: Gouweleeuw, Kooiman, Willenborg and de Wolf, Post randomisation for statistical
    disclosure control: theory and implementation, J. Official Statistics 14(4), 1998.

    >>> Pram("sex", keep=0.8).transitions(np.array([0.75, 0.25]))
    array([[0.95, 0.05],
           [0.15, 0.85]])
    """

    column: ColumnName
    keep: Annotated[float, Between(0, 1, public=True)] = 0.8
    invariant: Annotated[bool, PUBLIC] = True
    kind: ClassVar[str] = "pram"
    family: ClassVar[Family | None] = Family.PERTURBATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.pram"),
        labels={
            "keep": Message("techniques.pram-keep"),
            "invariant": Message("techniques.pram-invariant"),
        },
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it keeps and destroys."""
        moves = Message("techniques.move-towards-equal-shares")
        if self.invariant:
            moves = Message("techniques.stay-average")
        return Message(
            "techniques.leaves-each-value-probability-replaces",
            column=self.column,
            keep=self.keep,
            moves=moves,
        )

    def transitions(self, shares: FloatArray) -> FloatArray:
        """Probability with which each value (row) becomes each value (column)."""
        number = len(shares)
        if number == 1:
            return np.ones((1, 1))
        if self.invariant:
            return np.asarray(self.keep * np.eye(number) + (1 - self.keep) * shares, np.float64)
        others = (1 - self.keep) / (number - 1)
        return np.full((number, number), others) + (self.keep - others) * np.eye(number)

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Draw what each value becomes."""
        column = cells.column(self.column)
        known = np.flatnonzero(np.array([cell is not None for cell in column], bool))
        counted = Counter(column[known].tolist())
        values = np.array(sorted(counted), object)
        code_of = {value: code for code, value in enumerate(values)}
        codes = np.array([code_of[cell] for cell in column[known]], np.int64)
        randomness = context.randomness.part(f"pram {self.column}")
        moved = column.copy()
        if len(values) > 1:
            moved[known] = values[self._drawn(codes, len(values), randomness)]
        warnings = (_one_value(self.column),) if len(values) == 1 else ()
        return Applied(cells.with_columns({self.column: moved}), warnings)

    def _drawn(self, codes: IntArray, number: int, randomness: Randomness) -> IntArray:
        """Draw by the rows of `transitions`, without making that matrix."""
        stays = randomness.random(codes.size) < self.keep
        if self.invariant:  # a record drawn by chance has each value by its share
            other = codes[randomness.integers(0, codes.size, codes.size)]
        else:
            other = (codes + randomness.integers(1, number, codes.size)) % number
        return np.where(stays, codes, other)


def _one_value(column: str) -> Message:
    return Message("techniques.value-only-no-other-replace", column=column)
