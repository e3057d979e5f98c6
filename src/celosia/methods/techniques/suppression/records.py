"""Records left out, or kept alone, by a condition on one column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from typing import Annotated, Any, ClassVar

import numpy as np

from celosia.domain.arrays import BoolArray, FloatArray
from celosia.domain.cells import CellArray, Cells
from celosia.domain.language import Sentence
from celosia.domain.parameters import PUBLIC, Column, OneOf, check_parameters
from celosia.domain.technique import (
    Applied,
    Family,
    Technique,
    TechniqueContext,
    TechniqueDescription,
    declared,
)
from celosia.errors import ParameterError
from celosia.methods.techniques.parameters import exact_number
from celosia.methods.techniques.quantities import Days, Numbers
from celosia.text.days import as_day

_CONDITIONS: Mapping[str, tuple[str, str]] = {
    "equals": ("one value", "un valor"),
    "one-of": ("one of some values", "uno de ciertos valores"),
    "below": ("a value below a limit", "un valor por debajo de un límite"),
    "above": ("a value above a limit", "un valor por encima de un límite"),
    "missing": ("no value", "ningún valor"),
}


@declared(order=2)
@dataclass(frozen=True, slots=True)
class RecordSuppression(Technique):
    """Leave out the records whose cell of `column` meets a condition; `keep_only` keeps just those.

    `equals` compares with `value` and `one-of` with `values`, as texts; `below` and `above`
    compare with `value`, a number or a date written as 2024-12-31; `missing` finds nulls. A null
    meets no other condition: it stays when records are left out, and goes with `keep_only`.

    References: PDPC/AEPD, Guía básica de anonimización, 2022, annex A (record suppression).

    >>> from celosia.domain.randomness import Randomness
    >>> people = Cells.of({"age": ["17", "25", None]})
    >>> adults = RecordSuppression("age", "below", 18)
    >>> adults.apply(people, TechniqueContext(Randomness(b"secret"))).cells.column("age").tolist()
    ['25', None]
    """

    column: Column
    condition: Annotated[str, OneOf(tuple(_CONDITIONS), usual="equals", public=True)]
    value: str | float | None = None
    values: tuple[str, ...] = ()
    keep_only: Annotated[bool, PUBLIC] = False
    kind: ClassVar[str] = "record-suppression"
    family: ClassVar[Family | None] = Family.RECORD_SUPPRESSION
    described: ClassVar[TechniqueDescription] = TechniqueDescription(
        title=Sentence("Leave records out by a condition", "Omitir registros según una condición"),
        labels={
            "condition": Sentence(
                "Records in which the column has", "Registros en que la columna tiene"
            ),
            "value": Sentence(
                "The value or limit (a date as 2024-12-31)",
                "El valor o límite (una fecha, 2024-12-31)",
            ),
            "values": Sentence("The values", "Los valores"),
            "keep_only": Sentence(
                "The other way round: keep only those records",
                "Al revés: conservar solo esos registros",
            ),
        },
        choices={
            "condition": {
                "equals": Sentence("this value", "este valor"),
                "one-of": Sentence("one of these values", "uno de estos valores"),
                "below": Sentence("less than the limit", "menos que el límite"),
                "above": Sentence("more than the limit", "más que el límite"),
                "missing": Sentence("no value", "ningún valor"),
            },
        },
        rules={
            "value": Sentence(
                "A number, or a date written as 2024-12-31.",
                "Un número, o una fecha como 2024-12-31.",
            ),
        },
        together=Sentence(
            "Give the value or limit, or several values, as the condition says.",
            "Indique el valor o límite, o varios valores, según la condición.",
        ),
    )

    def __post_init__(self) -> None:
        check_parameters(self)
        if (self.condition == "one-of") != bool(self.values):
            raise ParameterError("RecordSuppression: 'one-of', and only it, needs values.")
        if (self.condition in ("equals", "below", "above")) != (self.value is not None):
            raise ParameterError(
                "RecordSuppression: 'equals', 'below' and 'above', and only they, need a value."
            )
        if self.condition == "equals" and not isinstance(self.value, str):
            raise ParameterError("RecordSuppression: a value to be equal to is written as a text.")
        if self.condition in ("below", "above"):
            self._check_limit()

    def _check_limit(self) -> None:
        if not isinstance(self.value, str):
            exact_number("RecordSuppression: value", self.value)
        elif isnan(as_day(self.value)):
            raise ParameterError(
                "RecordSuppression: a limit is a number, or a date written as 2024-12-31."
            )

    @property
    def changes(self) -> tuple[str, ...]:
        """None: cells stay as they are."""
        return ()

    @property
    def explanation(self) -> Sentence:
        """What it does, what it keeps, and what it does not protect."""
        en, es = _CONDITIONS[self.condition]
        if self.keep_only:
            done = Sentence("Only these records are kept", "Solo quedan los registros")
        else:
            done = Sentence("These records are left out", "Se suprimen los registros")
        return Sentence(
            f"{done.en}: those with {en} in '{self.column}'. The cells of the rest do not change; "
            "means, medians and totals of the table do.",
            f"{done.es} con {es} en «{self.column}». Las celdas del resto no cambian; las medias, "
            "las medianas y los totales de la tabla sí.",
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
            return Numbers.of(self.column, column).values, float(self.value)
        return Days.of(self.column, column).values, as_day(self.value)
