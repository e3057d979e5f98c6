"""What is seen of one column on its own: its values, its name, its type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from celosia.core.schema import Column, ColumnType
from celosia.core.values import ValueCounts
from celosia.proposals.detect_kind import DetectedKind, detect
from celosia.proposals.names import NamePattern, name_pattern, names_thing
from celosia.text.numerals import COMMA, as_number, is_code, is_integer, is_number


def number_type(texts: Sequence[str], column: Column | None = None) -> ColumnType:
    """Tell integers, decimals and the rest apart; a declared type is believed.

    Digits that begin with 0 are a code, not a number.

    >>> number_type(["1", "20"]), number_type(["1", "2.5"]), number_type(["01", "20"])
    (<ColumnType.INTEGER: 'integer'>, <ColumnType.DECIMAL: 'decimal'>, <ColumnType.TEXT: 'text'>)
    """
    if column is not None and column.type is not ColumnType.TEXT:
        return column.type
    if not texts or any(map(is_code, texts)):
        return ColumnType.TEXT
    if all(map(is_integer, texts)):
        return ColumnType.INTEGER
    return ColumnType.DECIMAL if all(map(is_number, texts)) else ColumnType.TEXT


@dataclass(frozen=True)
class ColumnSigns:
    """All that the rules look at in a column."""

    values: ValueCounts
    texts: tuple[str, ...]
    detected: DetectedKind | None
    pattern: NamePattern | None
    type: ColumnType
    names_thing: bool = False
    """Whether the name speaks of goods, channels and the like, and not of persons."""

    @classmethod
    def of(cls, name: str, values: ValueCounts, column: Column | None) -> ColumnSigns:
        """Look at a column."""
        texts = values.texts
        kind = number_type(texts, column)
        found = detect(name, values)
        return cls(values, texts, found, name_pattern(name), kind, names_thing(name))

    @cached_property
    def filled(self) -> int:
        """Number of records that have a value."""
        return self.values.records - self.values.nulls

    @property
    def unique(self) -> float:
        """Distinct values per record that has one."""
        return len(self.texts) / self.filled if self.filled else 0.0

    @cached_property
    def whole(self) -> bool:
        """Whether decimals are whole numbers after all, as spreadsheets write codes: `1001.0`."""
        if self.type is not ColumnType.DECIMAL:
            return False
        return all(as_number(text, COMMA).is_integer() for text in self.texts)
