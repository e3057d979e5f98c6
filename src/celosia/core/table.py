"""A table of personal records, where it lives; closed when the block that uses it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

from celosia.core.engine import is_path
from celosia.core.relation import Relation
from celosia.core.schema import ReadOptions, Schema
from celosia.errors import CelosiaError
from celosia.text.messages import joined


class Closing:
    """Close at the end of a `with` block, whatever happened inside.

    Where both that and closing fail, one error tells of both.

    >>> class Room(Closing):
    ...     def close(self):
    ...         raise CelosiaError("The door jams.")
    >>> with Room():
    ...     raise CelosiaError("It burns.")
    Traceback (most recent call last):
    celosia.errors.CelosiaError: It burns. The door jams.
    """

    __slots__ = ()

    def close(self) -> None:
        """Let go of everything that was held."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.close()
        except CelosiaError as also:
            if not isinstance(error, CelosiaError):
                raise
            error.message = joined([error.message, also.message])
            error.args = (error.message,)


@dataclass(frozen=True, eq=False)
class Table(Closing):
    """Records in an engine, and what their columns are. Close it to erase the working data.

    `celosia.read` opens one; whoever has a relation of their own engine makes it so.

    Parameters
    ----------
    relation
        What the engine's `open` gave.
    source
        The file, or the address of the table, as the user named it.

    Raises
    ------
    CelosiaError
        At the end of its block, when working data could not be erased.

    >>> import celosia
    >>> with celosia.read("adult.csv") as table:  # doctest: +SKIP
    ...     table.columns, table.records
    """

    relation: Relation
    source: str
    """The file, or the address of the table, as the user named it."""
    options: ReadOptions = field(default_factory=ReadOptions)
    """How the user said it is to be read."""
    declared: Schema = field(default_factory=lambda: Schema(()))
    """The columns that the user declared; the others are proposed."""
    known_as: str = ""
    """What the user calls a file that is kept under another name."""

    @property
    def path(self) -> Path | None:
        """The file; None for a table of a server or a cluster."""
        return Path(self.source) if is_path(self.source) else None

    @property
    def name(self) -> str:
        """What to call it: the name of the file or of the table."""
        if self.known_as:
            return self.known_as
        return self.path.name if self.path is not None else str(self.relation)

    @property
    def columns(self) -> tuple[str, ...]:
        """The column names, in order."""
        return self.relation.columns

    @property
    def records(self) -> int:
        """Number of records."""
        return self.relation.records

    @property
    def missing_codes(self) -> Mapping[str, int]:
        """How many cells of a column held a code that means missing in its file: null now."""
        dictionary = getattr(self.relation, "dictionary", None)
        return dictionary.missing if dictionary is not None else {}

    @property
    def skipped_lines(self) -> int:
        """How many lines of its file were left out because that was chosen."""
        return getattr(self.relation, "skipped_lines", 0)

    @cached_property
    def schema(self) -> Schema:
        """What every column is: as declared, else as proposed."""
        return self.relation.propose_schema().override(self.declared)

    def close(self) -> None:
        """Erase all working data."""
        self.relation.close()
