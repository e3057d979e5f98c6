"""A table of personal records, where it lives."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import TracebackType

from celosia.domain.ports import Relation
from celosia.domain.reading import ReadOptions
from celosia.domain.schema import Schema


@dataclass(frozen=True, eq=False)
class Table:
    """Records in an engine, and what their columns are. Close it to erase the working data."""

    relation: Relation
    path: Path
    options: ReadOptions = field(default_factory=ReadOptions)
    """How the user said it is to be read."""
    declared: Schema = field(default_factory=lambda: Schema(()))
    """The columns that the user declared; the others are proposed."""

    def __enter__(self) -> Table:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def columns(self) -> tuple[str, ...]:
        """The column names, in order."""
        return self.relation.columns

    @property
    def records(self) -> int:
        """Number of records."""
        return self.relation.records

    @cached_property
    def schema(self) -> Schema:
        """What every column is: as declared, else as proposed."""
        return self.relation.propose_schema().override(self.declared)

    def close(self) -> None:
        """Erase all working data."""
        self.relation.close()
