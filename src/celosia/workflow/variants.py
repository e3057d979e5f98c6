"""Spellings of one value that a table holds side by side, by number: no value is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from celosia.core.relation import Relation
from celosia.core.values import ValueCounts
from celosia.errors import RoleError
from celosia.proposals.suggest_techniques import MENDS
from celosia.text.messages import Message
from celosia.text.normal_form import spellings


@dataclass(frozen=True, slots=True)
class Variants:
    """How many values of a column are spelled in several ways."""

    column: str
    values: int
    """Values with more than one spelling."""
    spellings: int
    """All spellings of these values."""
    records: int
    """Records that do not use the commonest spelling of their value."""

    @classmethod
    def of(cls, column: str, counted: ValueCounts) -> Variants:
        """Count the spellings of each value.

        >>> Variants.of("dx", ValueCounts(("HIV", "flu", "hiv"), (5, 4, 2)))
        Variants(column='dx', values=1, spellings=2, records=2)
        """
        several = spellings(
            (text, records)
            for text, records in zip(counted.values, counted.counts, strict=True)
            if text is not None
        )
        return cls(
            column,
            len(several),
            sum(map(len, several)),
            sum(found.total() - max(found.values()) for found in several),
        )

    @property
    def told(self) -> Message:
        """The numbers in words, and the technique that mends it."""
        return Message(
            "workflow.variants",
            column=self.column,
            values=self.values,
            records=self.records,
            technique=MENDS,
        )

    def to_dict(self) -> dict[str, Any]:
        """Give the numbers, by the column, and the technique that mends it."""
        return {
            "values": self.values,
            "spellings": self.spellings,
            "records": self.records,
            "mended_by": MENDS,
        }


def find_variants(relation: Relation, columns: Sequence[str]) -> tuple[Variants, ...]:
    """List the columns that spell some value in several ways."""
    found = (Variants.of(name, relation.values(name)) for name in columns)
    return tuple(each for each in found if each.values)


def check_as_written(columns: Sequence[str], as_written: Sequence[str]) -> None:
    """Refuse columns that are to be compared as they are written, and are not there."""
    if unknown := [name for name in as_written if name not in columns]:
        raise RoleError("workflow.as-written-unknown", unknown=unknown, columns=columns)
