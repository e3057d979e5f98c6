"""Microaggregation: similar records take the mean of their group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from celosia.domain.arrays import BoolArray
from celosia.domain.cells import CellArray, Cells
from celosia.domain.parameters import Columns, OneOf, Whole, check_parameters
from celosia.domain.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.errors import DataError
from celosia.methods.techniques.form_words import FEWEST_ALIKE
from celosia.text.messages import Message

MIDDLES = ("mean", "median", "mode")


@declared(order=25)
@dataclass(frozen=True, slots=True)
class Microaggregate(Technique):
    """Give all records of a group of at least `k` similar ones the same values.

    Groups are those of MDAV over all the columns, numbers measured in standard deviations and
    categories weighed to count as much. `by` says what they take: the mean or the median of
    numbers and dates, or the most frequent value (the first in order where several are) of any
    column. Results have the decimals of the column; means and medians of dates are days, without a
    time. A group that mixes nulls and values in a column becomes null there, so that its records
    stay alike: the released columns are k-anonymous among themselves. Time grows as n².

    References: Domingo-Ferrer and Mateo-Sanz, IEEE TKDE 14(1), 2002.

    >>> from celosia.domain.randomness import Randomness
    >>> cells = Cells.of({"age": ["20", "60", "22", "64"]})
    >>> made = Microaggregate(("age",), k=2).apply(cells, TechniqueContext(Randomness(b"")))
    >>> made.cells.column("age")
    array(['21', '62', '21', '62'], dtype=object)
    """

    columns: Columns
    k: Annotated[int, Whole(2, usual=5, public=True)]
    by: Annotated[str, OneOf(MIDDLES, public=True)] = "mean"
    kind: ClassVar[str] = "microaggregation"
    family: ClassVar[Family | None] = Family.PERTURBATION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.microaggregation"),
        labels={
            "k": FEWEST_ALIKE,
            "by": Message("techniques.microaggregation-by"),
        },
        choices={
            "by": {
                "mean": Message("techniques.microaggregation-by-mean"),
                "median": Message("techniques.microaggregation-by-median"),
                "mode": Message("techniques.microaggregation-by-mode"),
            },
        },
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    @property
    def explanation(self) -> Message:
        """What it keeps and destroys."""
        names = ", ".join(self.columns)
        what = {
            "mean": Message("techniques.mean"),
            "median": Message("techniques.median"),
            "mode": Message("techniques.mode"),
        }[self.by]
        return Message(
            "techniques.groups-least-records-alike-gives", k=self.k, names=names, what=what
        )

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Group the records and publish what each group has in common."""
        # compiled code, which only those who group should wait for
        from celosia.methods.techniques.perturbation.similar_records import alike

        columns = {name: cells.column(name) for name in self.columns}
        if 0 < cells.records < self.k:
            raise DataError(
                "techniques.microaggregate-records-cannot-make-group",
                records=cells.records,
                k=self.k,
            )
        made = alike(columns, self.k, self.by)
        emptied = sum(
            int(np.count_nonzero(_is_null(made[name]) & ~_is_null(columns[name])))
            for name in self.columns
        )
        return Applied(cells.with_columns(made), (_emptied(emptied),) if emptied else ())


def _is_null(cells: CellArray) -> BoolArray:
    return np.array([cell is None for cell in cells], np.bool_)


def _emptied(cells: int) -> Message:
    return Message("techniques.cells-emptied-because-group-also", cells=cells)
