"""All the values of a column that a label covers, found without trying each."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from celosia.domain.arrays import FloatArray, IntArray
from celosia.domain.hierarchy import Hierarchy
from celosia.domain.values import SUPPRESSED, Value
from celosia.risk.attacks.coverage import fits_mask, in_set, is_set, month, months, number, shown
from celosia.risk.attacks.coverage import span as span_of


@dataclass(frozen=True, slots=True, eq=False)
class KnownLabels:
    """Values that a hierarchy knows: covered by what it says, whatever a label looks like.

    >>> hierarchy = Hierarchy.from_rows("country", [("Spain", "Europe"), ("Peru", "America")])
    >>> KnownLabels.of(("Chile", "Peru", "Spain"), hierarchy).covered("Europe")
    array([2])
    """

    codes: IntArray
    codes_of: dict[Value, list[int]]

    @classmethod
    def of(cls, values: tuple[Value, ...], hierarchy: Hierarchy | None) -> KnownLabels:
        """Index the labels of the values' rows."""
        rows = {} if hierarchy is None else {row[0]: row for row in hierarchy.rows}
        codes = [code for code, value in enumerate(values) if value in rows]
        codes_of: dict[Value, list[int]] = {}
        for code in codes:
            for label in dict.fromkeys(rows[values[code]]):
                codes_of.setdefault(label, []).append(code)
        return cls(np.asarray(codes, np.int64), codes_of)

    def covered(self, label: Value) -> IntArray:
        """Codes of the known values that a label covers."""
        if label == SUPPRESSED:
            return self.codes
        return np.asarray(self.codes_of.get(label, []), np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class LabelReader:
    """Values that are covered by what a label says; the same as `covers`, for all of them at once.

    >>> LabelReader.of(("18", "23", "F"), np.arange(3)).covered("20-29")
    array([1])
    """

    values: tuple[Value, ...]
    codes: IntArray
    code_of: dict[Value, int]
    numbers: FloatArray
    """The values that are numbers, in order."""
    number_codes: IntArray
    texts: IntArray
    """Codes of the values that are neither number nor null."""
    months: IntArray
    """Month of each of those, where it is a date."""
    by_edge: dict[int, dict[str, list[int]]] = field(default_factory=dict)
    """Codes by their first (or last, where negative) so many characters."""

    @classmethod
    def of(cls, values: tuple[Value, ...], codes: IntArray) -> LabelReader:
        """Index some of a column's values."""
        read = np.array([number(values[code]) for code in codes], np.float64)
        numeric = ~np.isnan(read)
        order = np.argsort(read[numeric], kind="stable")
        texts = np.array([c for c in codes[~numeric] if values[c] is not None], np.int64)
        return cls(
            values,
            codes,
            {values[code]: int(code) for code in codes},
            read[numeric][order],
            codes[numeric][order],
            texts,
            np.array([month(values[code]) for code in texts], np.int64),
        )

    def covered(self, label: Value) -> IntArray:
        """Codes of the values that a label covers."""
        if label == SUPPRESSED:
            return self.codes
        same = [self.code_of[label]] if label in self.code_of else []
        if label is None:
            return np.asarray(same, np.int64)
        apt = [*same, *self._in_span(label), *self._in_set(label)]
        apt += [*self._fitting(label), *self._in_period(label)]
        return np.unique(np.asarray(apt, np.int64))

    def _in_span(self, label: str) -> IntArray:
        span = span_of(label)
        if span is None:
            return self.number_codes[:0]
        first = np.searchsorted(self.numbers, span.low, "left" if span.low_in else "right")
        last = np.searchsorted(self.numbers, span.high, "right" if span.high_in else "left")
        return self.number_codes[first : max(first, last)]

    def _in_set(self, label: str) -> list[int]:
        if not is_set(label):
            return []
        return [int(code) for code in self.codes if self._holds(label, self.values[code])]

    def _holds(self, label: str, value: Value) -> bool:
        return value is not None and in_set(label, value)

    def _fitting(self, label: str) -> list[int]:
        length = len(shown(label))
        if not length:
            return []
        numeric = span_of(label) is not None
        edge = -length if label.startswith("*") else length
        if edge not in self.by_edge:
            self.by_edge[edge] = self._edges(edge)
        near = self.by_edge[edge].get(shown(label), [])
        return [code for code in near if self._fits(label, code, numeric)]

    def _fits(self, label: str, code: int, numeric: bool) -> bool:
        value = self.values[code] or ""
        return fits_mask(label, value) and not (numeric and number(value) == number(value))

    def _edges(self, edge: int) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for code in self.codes:
            value = self.values[code] or ""
            found.setdefault(value[:edge] if edge > 0 else value[edge:], []).append(int(code))
        return found

    def _in_period(self, label: str) -> IntArray:
        period = months(label) if self.months.size else None
        if period is None:
            return self.texts[:0]
        return self.texts[(self.months >= period[0]) & (self.months <= period[1])]
