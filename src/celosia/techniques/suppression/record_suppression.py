"""Records left out, or kept alone, by a condition on one column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from typing import Annotated, Any, ClassVar

import numpy as np

from celosia.core.parameters import PUBLIC, ColumnName, OneOf, check_parameters
from celosia.core.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.core.values import BoolArray, CellArray, Cells, FloatArray
from celosia.errors import ParameterError
from celosia.techniques.quantities import Days, NumberCells, exact_number
from celosia.text.days import as_day
from celosia.text.messages import Message

_CONDITIONS: Mapping[str, Message] = {
    "equals": Message("techniques.conditions-equals"),
    "one-of": Message("techniques.conditions-one-of"),
    "below": Message("techniques.conditions-below"),
    "above": Message("techniques.conditions-above"),
    "missing": Message("techniques.conditions-missing"),
}


@declared(order=2)
@dataclass(frozen=True, slots=True)
class RecordSuppression(Technique):
    """Leave out the records whose cell of `column` meets a condition; `keep_only` keeps just those.

    `equals` compares with `value` and `one-of` with `values`, as texts; `below` and `above`
    compare with `value`, a number or a date written as 2024-12-31; `missing` finds nulls. A null
    meets no other condition: it stays when records are left out, and goes with `keep_only`.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex A (record suppression).

    >>> from celosia.core.randomness import Randomness
    >>> people = Cells.of({"age": ["17", "25", None]})
    >>> adults = RecordSuppression("age", "below", 18)
    >>> adults.apply(people, TechniqueContext(Randomness(b"secret"))).cells.column("age").tolist()
    ['25', None]
    """

    column: ColumnName
    condition: Annotated[str, OneOf(tuple(_CONDITIONS), usual="equals", public=True)]
    value: str | float | None = None
    values: tuple[str, ...] = ()
    keep_only: Annotated[bool, PUBLIC] = False
    kind: ClassVar[str] = "record-suppression"
    family: ClassVar[Family | None] = Family.RECORD_SUPPRESSION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Message("techniques.record-suppression"),
        labels={
            "condition": Message("techniques.record-suppression-condition"),
            "value": Message("techniques.record-suppression-value"),
            "values": Message("techniques.record-suppression-values"),
            "keep_only": Message("techniques.record-suppression-keep-only"),
        },
        choices={
            "condition": {
                "equals": Message("techniques.record-suppression-condition-equals"),
                "one-of": Message("techniques.record-suppression-condition-one-of"),
                "below": Message("techniques.record-suppression-condition-below"),
                "above": Message("techniques.record-suppression-condition-above"),
                "missing": Message("techniques.conditions-missing"),
            },
        },
        rules={
            "value": Message("techniques.record-suppression-rules-value"),
        },
        together=Message("techniques.record-suppression-together"),
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        if (self.condition == "one-of") != bool(self.values):
            raise ParameterError("techniques.recordsuppression-only-needs-values")
        if (self.condition in ("equals", "below", "above")) != (self.value is not None):
            raise ParameterError("techniques.recordsuppression-equals-below-above-only")
        if self.condition == "equals" and not isinstance(self.value, str):
            raise ParameterError("techniques.recordsuppression-value-equal-written-text")
        if self.condition in ("below", "above"):
            self._check_limit()

    def _check_limit(self) -> None:
        if not isinstance(self.value, str):
            exact_number("RecordSuppression: value", self.value)
        elif isnan(as_day(self.value)):
            raise ParameterError("techniques.recordsuppression-limit-number-date-written")

    @property
    def changes(self) -> tuple[str, ...]:
        """None: cells stay as they are."""
        return ()

    @property
    def explanation(self) -> Message:
        """What it does, what it keeps, and what it does not protect."""
        held = _CONDITIONS[self.condition]
        if self.keep_only:
            done = Message("techniques.only-records-kept")
        else:
            done = Message("techniques.records-left-out")
        return Message(
            "techniques.cells-rest-do-not-change", done=done, held=held, column=self.column
        )

    @classmethod
    def asks(cls, given: Mapping[str, Any]) -> tuple[frozenset[str], frozenset[str]]:
        """Ask for a value, for several, or for none, as the condition says."""
        wanted = {"one-of": {"values"}, "missing": set()}.get(
            str(given.get("condition")), {"value"}
        )
        return frozenset({"value", "values"} - wanted), frozenset(wanted)

    def apply(self, cells: Cells, context: TechniqueContext) -> Applied:
        """Choose the records."""
        meets = self._meets(cells.column(self.column))
        return Applied(cells.taken(meets if self.keep_only else ~meets))

    def _meets(self, column: CellArray) -> BoolArray:
        if self.condition == "missing":
            return np.array([cell is None for cell in column.tolist()], np.bool_)
        if self.condition in ("equals", "one-of"):
            wanted = {self.value} if self.condition == "equals" else set(self.values)
            return np.array([cell in wanted for cell in column.tolist()], np.bool_)
        numbers, limit = self._compared(column)
        beyond = numbers < limit if self.condition == "below" else numbers > limit
        return np.asarray(beyond, np.bool_)

    def _compared(self, column: CellArray) -> tuple[FloatArray, float]:
        """Give the column and the limit as numbers, nan where there is a null."""
        assert self.value is not None
        if not isinstance(self.value, str):
            return NumberCells.of(self.column, column).values, float(self.value)
        return Days.of(self.column, column).values, as_day(self.value)
